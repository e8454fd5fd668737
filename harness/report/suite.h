/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Report formats of suites. */
#ifndef RCC_HARNESS_REPORT_SUITE_H
#define RCC_HARNESS_REPORT_SUITE_H

#include <stdio.h>

#include "common/strvec.h"
#include "harness/suite_findings.h"

void rcc_report_suite_text(const struct rcc_suite_findings *f, FILE *out);
void rcc_report_suite_json(const struct rcc_suite_findings *f, FILE *out);
void rcc_report_suite_csv(const struct rcc_suite_findings *f, FILE *out);

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

/* What a reader must know before believing it. */
void rcc_report_suite_warnings(const struct rcc_suite_findings *f,
			       struct rcc_strvec *warning);

#endif
