/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Find the runs of one system's random layouts in a study that was measured. */
#ifndef RCC_HARNESS_SESSION_MEASURED_CELL_H
#define RCC_HARNESS_SESSION_MEASURED_CELL_H

#include "harness/findings/findings.h"

/* Analyse the study's stored runs for a metric, and set *f to the results.  If
 * `metric` is NULL, take the metric that the study names.  If the study names
 * none, take CPU time, because CPU time depends on the layout and is less noisy
 * than wall time.  Prints what is wrong and returns an exit code (enum
 * rcc_exit).  The caller must release *f in any case. */
int rcc_measured_cell_load(const char *dir, const char *metric,
			   struct rcc_findings *f);

/* Set *cell to the random layouts of a system, or of the first system if
 * `system` is NULL.  It is an error if the links of the layouts cannot be
 * repeated, or if the mean of a layout is 0 or less.  Prints what is wrong and
 * returns an exit code (enum rcc_exit). */
int rcc_measured_cell_find(const struct rcc_findings *f, const char *dir,
			   const char *system, const struct rcc_cell **cell);

#endif
