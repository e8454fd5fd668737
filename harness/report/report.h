/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Print reports on a study or a suite.  In a format for people, such as HTML, a
 * report is a document (document.h), which study_page.c or suite_page.c
 * composes.  Formats for programs, such as JSON, do not use a document.
 *
 * In this folder, functions that open a study or write files print what is
 * wrong and return an exit code (enum rcc_exit).  No other function can fail.
 */
#ifndef RCC_HARNESS_REPORT_REPORT_H
#define RCC_HARNESS_REPORT_REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "harness/findings/comparison.h"
#include "harness/report/history.h"

/* Report on the study or suite in `dir`.  If `format` is NULL, no report is
 * printed.  Prints what is wrong and returns an exit code (enum rcc_exit),
 * which is RCC_EXIT_FAILED if any run failed. */
int rcc_report_print(const char *dir, const char *format,
		     const struct rcc_asking *asking, FILE *out);

/* The formats that the next two functions can print: "text", "html", "markdown"
 * and "json", followed by NULL.  They are the values of the option --format. */
extern const char *const rcc_report_page_formats[];

/* Report on the comparison of two versions that `randstudy ab` made.  `format`
 * is an index in rcc_report_page_formats.  Returns an exit code (enum
 * rcc_exit). */
int rcc_report_print_ab(const struct rcc_comparison *c, unsigned format,
			FILE *out);

/* Report on a history of comparisons.  `format` and the result are as for
 * rcc_report_print_ab(). */
int rcc_report_print_history(const struct rcc_history *h, unsigned format,
			     FILE *out);

bool rcc_report_has_format(const char *name);
/* Return the names of all formats for messages: "text, html, ...".  The caller
 * must free the text. */
char *rcc_report_formats(void);

#endif
