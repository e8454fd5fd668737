/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables for a test of whether the place of one function, or of two, changes
 * the metric (findings/confirmation.h).  A dose is one placement of these
 * functions.  Each table has a row for each dose. */
#ifndef RCC_HARNESS_REPORT_DOSE_TABLES_H
#define RCC_HARNESS_REPORT_DOSE_TABLES_H

#include <stddef.h>

#include "harness/document/document.h"
#include "harness/findings/dose_counts.h"

/* Append the change of the metric at each dose. */
void rcc_compose_doses(struct rcc_document *d,
		       const struct rcc_confirmation *c);

/* Append the counts of n events of the CPU, such as cache misses, at each dose.
 * Each event has a column.  If the columns are too wide for one table, there
 * are several tables. */
void rcc_compose_dose_counts(struct rcc_document *d,
			     const struct rcc_confirmation *c,
			     const struct rcc_dose_count *count, size_t n);

#endif
