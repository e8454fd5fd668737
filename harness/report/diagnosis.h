/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A diagnosis as text, as JSON, and as pictures. */
#ifndef RCC_HARNESS_REPORT_DIAGNOSIS_H
#define RCC_HARNESS_REPORT_DIAGNOSIS_H

#include <stdbool.h>
#include <stdio.h>

#include "harness/findings/diagnosis.h"

/* Plots of all runs together, or of every series. */
void rcc_report_diagnosis(const struct rcc_findings *f,
			  const struct rcc_diagnosis *d, bool has_all_plots,
			  FILE *out);

/* By gnuplot: DIR/NAME.svg or .png for each series, with the script and data
 * that made it.  Prints what is wrong; an exit code. */
int rcc_report_diagnosis_plots(const struct rcc_findings *f,
			       const struct rcc_diagnosis *d, const char *dir,
			       const char *type);

#endif
