/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A diagnosis as text. */
#ifndef RCC_HARNESS_REPORT_DIAGNOSIS_H
#define RCC_HARNESS_REPORT_DIAGNOSIS_H

#include <stdbool.h>
#include <stdio.h>

#include "harness/findings/diagnosis.h"

/* Plots of all runs together, or of every series. */
void rcc_report_diagnosis(const struct rcc_findings *f,
			  const struct rcc_diagnosis *d, bool has_all_plots,
			  FILE *out);

#endif
