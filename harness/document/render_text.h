/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Render a document for a terminal, 80 columns wide.  Figures are left out.  A
 * command stays on one line, even a long one, so that readers can copy it.
 */
#ifndef RCC_HARNESS_DOCUMENT_RENDER_TEXT_H
#define RCC_HARNESS_DOCUMENT_RENDER_TEXT_H

#include <stdio.h>

#include "harness/document/document.h"

void rcc_render_text(const struct rcc_document *d, FILE *out);

#endif
