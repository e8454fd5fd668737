/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Draw the pictures of a diagnosis, which shows whether the runs of a study are
 * independent (findings/diagnosis.h).  Each series of runs has a picture of two
 * rows:
 *
 *	upper	the values in the order of the runs
 *	lower	the same values in random order
 *
 * A row shows the sequence of values, the lag plots for lags 1 to 4, and the
 * autocorrelations.
 */
#ifndef RCC_HARNESS_REPORT_DIAGNOSIS_PLOTS_H
#define RCC_HARNESS_REPORT_DIAGNOSIS_PLOTS_H

#include "harness/findings/diagnosis.h"
#include "harness/findings/findings.h"

/* Write DIR/NAME.svg for each series that has enough values.  Creates `dir` if
 * necessary.  Prints what is wrong and returns an exit code (enum rcc_exit). */
int rcc_report_diagnosis_plots(const struct rcc_findings *f,
			       const struct rcc_diagnosis *d, const char *dir);

#endif
