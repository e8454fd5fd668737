/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Render a document as one HTML file that needs no network, no script and no
 * other file.  The file is also valid XML, so that other tools can read it.  It
 * uses the reader's light or dark scheme, and has a style for paper.
 */
#ifndef RCC_HARNESS_DOCUMENT_RENDER_HTML_H
#define RCC_HARNESS_DOCUMENT_RENDER_HTML_H

#include <stdio.h>

#include "harness/document/document.h"

void rcc_render_html(const struct rcc_document *d, FILE *out);

#endif
