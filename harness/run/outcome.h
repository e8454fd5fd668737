/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Describe a failed run, and keep its output. */
#ifndef RCC_HARNESS_RUN_OUTCOME_H
#define RCC_HARNESS_RUN_OUTCOME_H

#include <stddef.h>

#include "harness/run/measure.h"
#include "harness/store/records.h"
#include "harness/study/study.h"

/* Return the name of a layout without its system: "original layout", or "layout
 * with seed 12".  The caller must free it. */
char *rcc_outcome_layout_alone(const struct rcc_layout_record *record);
/* Return the name of a layout, such as "layout with seed 12".  If the study has
 * several systems, the system comes first: "new, layout with seed 12".  The
 * caller must free it. */
char *rcc_outcome_layout(const struct rcc_study *study,
			 const struct rcc_layout_record *record);

/* Write to `out` what happened in a run, such as "was killed by signal 11
 * (Segmentation fault)". */
void rcc_outcome_describe(const struct rcc_measure *m,
			  const struct rcc_run_record *record,
			  const struct rcc_measure_detail *d, char *out,
			  size_t n);

/* Save the first MiB of each output of a failed run as DIR/failed/NAME.stdout
 * and DIR/failed/NAME.stderr, where DIR is the study's directory.  Returns the
 * path without ".stdout".  The caller must free it. */
char *rcc_outcome_save_output(const char *dir, const char *name,
			      const struct rcc_measure_detail *d);

/* Print the last lines of the output that was saved under `stem`, if the run
 * failed by its status, a signal, the time limit or a missing metric.  The
 * lines are from standard error or, if that is empty, from standard output. */
void rcc_outcome_show_end(const struct rcc_run_record *record,
			  const char *stem);

#endif
