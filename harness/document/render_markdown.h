/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Render a document as Markdown, for a comment on a merge request.  The dialect
 * is GitHub's, which GitLab and Gitea read too.
 *
 * All nodes after the answer are in a fold.  Figures are left out; the pictures
 * made of characters that replace them in text are shown.
 */
#ifndef RCC_HARNESS_DOCUMENT_RENDER_MARKDOWN_H
#define RCC_HARNESS_DOCUMENT_RENDER_MARKDOWN_H

#include <stdio.h>

#include "harness/document/document.h"

void rcc_render_markdown(const struct rcc_document *d, FILE *out);

#endif
