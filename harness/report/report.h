/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Report formats: one file each, behind one function.
 */
#ifndef RCC_HARNESS_REPORT_REPORT_H
#define RCC_HARNESS_REPORT_REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "harness/findings/findings.h"

/* Report on the study in `dir`; prints what is wrong and returns an exit code
 * (enum rcc_exit): 1 if runs of the study failed.  With NULL for a format that
 * is all it does. */
int rcc_report_print(const char *dir, const char *format, const char *metric,
		     enum rcc_statistic estimator, FILE *out);

bool rcc_report_has_format(const char *name);
/* "text, json, ..." */
const char *rcc_report_formats(void);

/* The formats. */
void rcc_report_text(const struct rcc_findings *f, FILE *out);

/* Of a study with more than two arms: what each does in a system. */
void rcc_report_arms(const struct rcc_findings *f, size_t system, FILE *out);

/* Of a program against itself. */
void rcc_report_floor(const struct rcc_findings *f, FILE *out);

/* Of a study that chose its own end: how it came to it. */
void rcc_report_looks(const struct rcc_findings *f, FILE *out);

#endif
