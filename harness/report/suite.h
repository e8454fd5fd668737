/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Report formats of suites. */
#ifndef RCC_HARNESS_REPORT_SUITE_H
#define RCC_HARNESS_REPORT_SUITE_H

#include <stdio.h>

#include "common/strvec.h"
#include "harness/findings/suite_findings.h"

void rcc_report_suite_text(const struct rcc_suite_findings *f, FILE *out);

/* KJ13 table 7: for which precisions (relative half-widths of the mean's
 * interval) to say how many layouts they need. */
#define RCC_SUITE_N_PRECISIONS 4
extern const double rcc_suite_precision[RCC_SUITE_N_PRECISIONS];

/* How many that is for a cell; 0: undefined. */
size_t rcc_suite_needed(const struct rcc_suite_findings *f,
			const struct rcc_cell *cell, size_t i);

/* For as many digits of the mean as it deserves; of one that is exact, some. */
double rcc_suite_uncertainty(const struct rcc_cell *cell);

/* What was seen of layout: "both", "varies", ... */
const char *rcc_suite_seen(const struct rcc_suite_row *row);
/* "?" where that may rest on a few runs, else "". */
const char *rcc_suite_doubt(const struct rcc_suite_row *row);
/* By which tests it is seen to vary: "both", "F only", ... */
const char *rcc_suite_seen_by(const struct rcc_suite_row *row);
/* The words below a table of that, after what the columns are. */
extern const char rcc_suite_variation_words[];
/* "0.031", "<0.0001". */
void rcc_suite_probability(double p, char *out, size_t n);
/* Which can be said to vary, all together: "a, b", or "none"; caller frees. */
char *rcc_suite_varying_names(const struct rcc_suite_findings *f);

/* "Geometric mean WHAT, ...", with both intervals; caller frees. */
char *rcc_suite_geometric_words(const struct rcc_suite_findings *f,
				const struct rcc_suite_ratio *s,
				const char *what);
/* Which pairs have this verdict for all together: "a, b", or "none"; caller
 * frees. */
char *rcc_suite_joint_names(const struct rcc_suite_ratio *s,
			    enum rcc_verdict verdict);
/* Which shifts hold for all together; caller frees. */
char *rcc_suite_joint_words(const struct rcc_suite_ratio *shift);

/* What keeps a benchmark out of the tables, or NULL; caller frees. */
char *rcc_suite_absence(const struct rcc_suite_findings *f,
			const struct rcc_suite_entry *e);

/* When it was measured, on what, built by what; nothing without runs. */
void rcc_suite_print_origin(const struct rcc_suite_findings *f, FILE *out);

/* What a reader must know before believing it. */
void rcc_report_suite_warnings(const struct rcc_suite_findings *f,
			       struct rcc_strvec *warning);

#endif
