/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Render a document as Markdown for a comment on a merge request.  The dialect
 * is GitHub's, which GitLab and Gitea read too.
 *
 * All nodes after the answer are in a <details> element, which hides them until
 * the reader opens it.  Figures are left out.  In their place there are
 * pictures made of characters, as in text.
 */
#ifndef RCC_HARNESS_DOCUMENT_RENDER_MARKDOWN_H
#define RCC_HARNESS_DOCUMENT_RENDER_MARKDOWN_H

#include <stdio.h>

#include "harness/document/document.h"

void rcc_render_markdown(const struct rcc_document *d, FILE *out);

#endif
