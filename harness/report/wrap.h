/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text that keeps to the width of a terminal. */
#ifndef RCC_HARNESS_REPORT_WRAP_H
#define RCC_HARNESS_REPORT_WRAP_H

#include <stdio.h>

#define RCC_REPORT_WIDTH 80

/* Print `text` broken at blanks: the first line after `first` (a label, padded
 * to `indent`), the others indented.  A word longer than a line stands alone,
 * unbroken. */
void rcc_wrap(FILE *out, const char *first, int indent, const char *text);

/* The same with a format. */
void rcc_wrapf(FILE *out, const char *first, int indent, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

#endif
