/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of arms: for each arm its runs, mean, interval and standard
 * deviation. */
#ifndef RCC_HARNESS_REPORT_ARMS_TABLE_H
#define RCC_HARNESS_REPORT_ARMS_TABLE_H

#include "harness/document/document.h"
#include "harness/findings/findings.h"

/* Append a table without rows.  It belongs to the document. */
struct rcc_table *rcc_compose_arms_table(struct rcc_document *d,
					 const struct rcc_findings *f);
void rcc_arms_table_row(struct rcc_table *t, const struct rcc_findings *f,
			const struct rcc_cell *c, const char *name);
/* Append a note on the values that the columns are computed from, if a note is
 * needed. */
void rcc_compose_arms_note(struct rcc_document *d,
			   const struct rcc_findings *f);

#endif
