/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts that text reports share: a row per arm, a ratio in words. */
#ifndef RCC_HARNESS_REPORT_TABLE_H
#define RCC_HARNESS_REPORT_TABLE_H

#include <stdio.h>

#include "harness/findings/comparison.h"
#include "harness/findings/findings.h"

void rcc_report_table_head(double level, FILE *out);
void rcc_report_table_row(const struct rcc_findings *f,
			  const struct rcc_cell *c, const char *name,
			  FILE *out);
/* Which runs the columns are about, where that is in question. */
void rcc_report_table_foot(const struct rcc_findings *f, FILE *out);

/* "WHAT: 1.0195 (1.0163 to 1.0228; ...)." */
void rcc_report_ratio(const struct rcc_ratio *ratio, const char *what,
		      FILE *out);

#define RCC_REPORT_LABEL 14 /* width of the labels at the left of a head */

/* Parts of the text that other formats print too: lines at the margin are
 * headings, indented ones paragraphs. */
/* "  LABEL       text": what was measured, how and where. */
void rcc_report_measured(const struct rcc_findings *f, FILE *out);
/* What a random arm shows, in words. */
void rcc_report_effect(const struct rcc_findings *f, const struct rcc_effect *e,
		       FILE *out);
void rcc_report_failed(const struct rcc_findings *f, FILE *out);

/* Where the study's programs are; if it keeps none, how to get them back. */
void rcc_report_programs(const struct rcc_findings *f, struct rcc_strvec *line);
/* The ratio, the verdict, what one build of each would have said. */
void rcc_report_comparison_words(const struct rcc_comparison *c, FILE *out);

void rcc_report_comparison_text(const struct rcc_comparison *c, FILE *out);
/* Above a comparison, or several of one study: where the numbers come from. */
void rcc_report_comparison_head(const struct rcc_comparison *c, FILE *out);

#endif
