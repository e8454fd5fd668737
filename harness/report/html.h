/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * HTML reports: one file that needs nothing else, no network, no script.
 *
 * Text is escaped by whatever is called with it; only `id`s and classes are
 * taken as they are, and those are ours.
 */
#ifndef RCC_HARNESS_REPORT_HTML_H
#define RCC_HARNESS_REPORT_HTML_H

#include <stdio.h>

#include "common/strvec.h"
#include "harness/findings/findings.h"
#include "harness/findings/suite_findings.h"

void rcc_report_html(const struct rcc_findings *f, FILE *out);
void rcc_report_suite_html(const struct rcc_suite_findings *f, FILE *out);

/* ---- The parts --------------------------------------------------------- */

/* From the doctype to the page's heading, and from there to its end. */
void rcc_html_begin(FILE *out, const char *title);
void rcc_html_end(FILE *out);

/* level: 2 or 3 */
void rcc_html_heading(FILE *out, int level, const char *text);
void rcc_html_paragraph(FILE *out, const char *text);
/* Nothing for an empty list. */
void rcc_html_list(FILE *out, const char *heading,
		   const struct rcc_strvec *list);

/* What a part of the text report prints, as a string: what goes to the stream
 * (NULL if there can be none) is the text, which the caller frees. */
struct rcc_html_captured {
	FILE *stream;
	char *text;
	size_t n;
};
FILE *rcc_html_capture(struct rcc_html_captured *c);
const char *rcc_html_captured_text(struct rcc_html_captured *c);

/* The text report's lines: those at the margin become headings, indented ones
 * a paragraph. */
void rcc_html_words(FILE *out, const char *text);
/* "  LABEL   text" with continuation lines: a list of terms; `label` is the
 * column in which texts begin. */
void rcc_html_terms(FILE *out, const char *text, size_t label);

/* A group of pictures, and one of them: its picture comes between. */
void rcc_html_figures_begin(FILE *out);
void rcc_html_figures_end(FILE *out);
void rcc_html_figure_begin(FILE *out);
void rcc_html_figure_end(FILE *out, const char *caption);

/* A table, what it is above it (`id` is unique in the page): heads end with NULL; the first cell of a row is its head.  Cells are
 * numbers, to the right, unless they are words. */
void rcc_html_table_begin(FILE *out, const char *id, const char *caption,
			  const char *const *heads);
void rcc_html_table_end(FILE *out);
void rcc_html_row_begin(FILE *out, const char *head);
void rcc_html_row_end(FILE *out);
void rcc_html_number(FILE *out, const char *text);
void rcc_html_word(FILE *out, const char *text);

#endif
