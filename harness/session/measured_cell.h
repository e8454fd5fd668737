/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Find the runs of one system's random layouts in a study that was measured. */
#ifndef RCC_HARNESS_SESSION_MEASURED_CELL_H
#define RCC_HARNESS_SESSION_MEASURED_CELL_H

#include "harness/findings/findings.h"

/* Load the findings for a metric.  If `metric` is NULL, it is the study's own,
 * else CPU time: it is less noisy than wall time, and a place in memory changes
 * it.  Prints what is wrong and returns an exit code (enum rcc_exit).  The
 * caller must release *f in any case. */
int rcc_measured_cell_load(const char *dir, const char *metric,
			   struct rcc_findings *f);

/* Set *cell to the random layouts of a system; of the first system if `system`
 * is NULL.  They must be links that can be repeated.  Prints what is wrong and
 * returns an exit code (enum rcc_exit). */
int rcc_measured_cell_find(const struct rcc_findings *f, const char *dir,
			   const char *system, const struct rcc_cell **cell);

#endif
