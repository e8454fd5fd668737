/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Print the runs of a search (randstudy explain or best) as CSV (RFC 4180), a
 * line for each run, even if it failed.  The columns are
 *
 *	phase, block, dose, moves	see findings/explanation.h and
 *					findings/best_layout.h
 *	outcome, sharers, start_unix_ns, wall_ns, user_ns, system_ns
 *					as in a study's CSV (report/csv.h)
 *	value				the metric; empty if there is none
 *
 * and a column for each event that the kernel counted in some of the runs.
 */
#ifndef RCC_HARNESS_REPORT_TRIALS_CSV_H
#define RCC_HARNESS_REPORT_TRIALS_CSV_H

#include <stdio.h>

#include "harness/findings/best_layout.h"
#include "harness/findings/explanation.h"

/* The column "moves" has the names of functions, not their numbers. */
void rcc_report_explanation_csv(const struct rcc_explanation *e, FILE *out);
void rcc_report_best_csv(const struct rcc_best *b, FILE *out);

#endif
