/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts that text reports share: a row per arm, a ratio in words. */
#ifndef RCC_HARNESS_REPORT_TABLE_H
#define RCC_HARNESS_REPORT_TABLE_H

#include <stdio.h>

#include "harness/comparison.h"
#include "harness/findings.h"

void rcc_report_table_head(double level, FILE *out);
void rcc_report_table_row(const struct rcc_findings *f,
			  const struct rcc_cell *c, const char *name,
			  FILE *out);
/* Which runs the columns are about, where that is in question. */
void rcc_report_table_foot(const struct rcc_findings *f, FILE *out);

/* "WHAT: 1.0195 (1.0163 to 1.0228; ...)." */
void rcc_report_ratio(const struct rcc_ratio *ratio, const char *what,
		      FILE *out);

void rcc_report_comparison_text(const struct rcc_comparison *c, FILE *out);
void rcc_report_comparison_json(const struct rcc_comparison *c, FILE *out);

#endif
