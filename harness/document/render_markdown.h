/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A document as Markdown, for a comment on a merge request: GitHub's dialect,
 * which GitLab and Gitea read too.
 *
 * What follows the answer is in a fold.  Figures are left out; the pictures of
 * characters that stand for them in text are shown.
 */
#ifndef RCC_HARNESS_DOCUMENT_RENDER_MARKDOWN_H
#define RCC_HARNESS_DOCUMENT_RENDER_MARKDOWN_H

#include <stdio.h>

#include "harness/document/document.h"

void rcc_render_markdown(const struct rcc_document *d, FILE *out);

#endif
