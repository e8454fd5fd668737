/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers as people read them: units, and no digit that means nothing. */
#ifndef RCC_HARNESS_REPORT_FORMAT_H
#define RCC_HARNESS_REPORT_FORMAT_H

#include <stddef.h>

#include "harness/study/metric.h"

/* In what unit to print: value * factor, followed by the unit. */
struct rcc_scale {
	double factor;
	const char *unit;
};

/* The unit in which a value has one to three digits before the point. */
struct rcc_scale rcc_format_scale(const struct rcc_metric *metric,
				  double value);

/* Decimals with which a number of this uncertainty has two digits of it:
 * 0.0032 gives 4.  Between 0 and 9; 3 if it is 0 or undefined. */
int rcc_format_decimals(double uncertainty);

/* "1.0321 s": in the scale's unit, with decimals for the uncertainty (both
 * unscaled).  Undefined numbers are "n/a", infinite ones "unbounded". */
void rcc_format_value(struct rcc_scale scale, double value, double uncertainty,
		      char *out, size_t n);
/* The same without the unit. */
void rcc_format_number(struct rcc_scale scale, double value, double uncertainty,
		       char *out, size_t n);

/* 2.1 ms: a value that is itself an uncertainty, two digits. */
void rcc_format_spread(const struct rcc_metric *metric, double value, char *out,
		       size_t n);

/* "0.83 %" of a number that is in percent already: two digits at least, never
 * more than three decimals. */
void rcc_format_percent(double percent, char *out, size_t n);
/* The same without " %". */
void rcc_format_percent_number(double percent, char *out, size_t n);

#endif
