/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of arms.  Each row shows the number of runs, mean, interval and
 * standard deviation of one arm. */
#ifndef RCC_HARNESS_REPORT_ARMS_TABLE_H
#define RCC_HARNESS_REPORT_ARMS_TABLE_H

#include "harness/document/document.h"
#include "harness/findings/findings.h"

/* Append a table without rows.  The document owns the table. */
struct rcc_table *rcc_compose_arms_table(struct rcc_document *d,
					 const struct rcc_findings *f);
void rcc_arms_table_row(struct rcc_table *t, const struct rcc_findings *f,
			const struct rcc_cell *c, const char *name);
/* If readers need it, append a note on the values from which the columns are
 * computed. */
void rcc_compose_arms_note(struct rcc_document *d,
			   const struct rcc_findings *f);

#endif
