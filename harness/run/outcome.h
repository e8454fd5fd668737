/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs that failed: in words, and what they printed. */
#ifndef RCC_HARNESS_RUN_OUTCOME_H
#define RCC_HARNESS_RUN_OUTCOME_H

#include <stddef.h>

#include "harness/run/measure.h"
#include "harness/store/records.h"

/* "layout with seed 12" */
void rcc_outcome_layout(const struct rcc_layout_record *row, char *out,
			size_t n);

/* "was killed by signal 11 (Segmentation fault)" */
void rcc_outcome_describe(const struct rcc_measure *m,
			  const struct rcc_run_record *row,
			  const struct rcc_measure_detail *d, char *out,
			  size_t n);

/* Keep the beginning of what a failed run printed in the study, as
 * failed/NAME.stdout and .stderr.  Returns the path up to the dot; caller
 * frees. */
char *rcc_outcome_keep(const char *study, const char *name,
		       const struct rcc_measure_detail *d);

#endif
