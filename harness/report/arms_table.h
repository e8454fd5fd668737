/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of arms.  Each row is about one arm of one system.  It shows the
 * number of runs, and the mean, interval and standard deviation of the
 * metric. */
#ifndef RCC_HARNESS_REPORT_ARMS_TABLE_H
#define RCC_HARNESS_REPORT_ARMS_TABLE_H

#include "harness/document/document.h"
#include "harness/findings/findings.h"

/* Append the table with its columns but without rows.  The document owns it. */
struct rcc_table *rcc_compose_arms_table(struct rcc_document *d,
					 const struct rcc_findings *f);
void rcc_arms_table_row(struct rcc_table *t, const struct rcc_findings *f,
			const struct rcc_cell *c, const char *name);
/* Append the notes on columns that do not have their usual meaning: "runs",
 * "sd", and the intervals. */
void rcc_compose_arms_note(struct rcc_document *d,
			   const struct rcc_findings *f);

#endif
