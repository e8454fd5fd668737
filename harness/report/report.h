/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reports on a study or suite.  Formats for people render a document
 * (document.h), which study_page.c or suite_page.c composes; formats for
 * programs write the findings themselves.
 *
 * Results in this room: functions that open what they report on, or write files,
 * print what is wrong and return an exit code (enum rcc_exit).  The rest cannot
 * fail.
 */
#ifndef RCC_HARNESS_REPORT_REPORT_H
#define RCC_HARNESS_REPORT_REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "harness/findings/comparison.h"
#include "harness/report/history.h"

/* Report on the study or suite in `dir`.  Prints what is wrong and returns an
 * exit code (enum rcc_exit): RCC_EXIT_FAILED if runs of it failed.  A format of
 * NULL prints no report. */
int rcc_report_print(const char *dir, const char *format,
		     const struct rcc_asking *asking, FILE *out);

/* Report on a comparison of two versions, in the format text, html,
 * markdown or json.
 * Returns an exit code. */
int rcc_report_print_ab(const struct rcc_comparison *c, const char *format,
			FILE *out);

/* Report on a history, in the same formats.  Returns an exit code. */
int rcc_report_print_history(const struct rcc_history *h, const char *format,
			     FILE *out);

bool rcc_report_has_format(const char *name);
/* "text, html, ...", for messages; caller frees. */
char *rcc_report_formats(void);

#endif
