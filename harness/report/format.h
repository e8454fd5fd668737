/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers as people read them: with units, and without meaningless digits. */
#ifndef RCC_HARNESS_REPORT_FORMAT_H
#define RCC_HARNESS_REPORT_FORMAT_H

#include <stddef.h>

#include "harness/study/metric.h"
#include "stats/rcc_stats.h"

/* The unit to print a value in: value * factor, followed by the unit. */
struct rcc_scale {
	double factor;
	const char *unit;
};

/* The unit in which the value has one to three digits before the point. */
struct rcc_scale rcc_format_scale(const struct rcc_metric *metric,
				  double value);

/* The number of decimals that shows two digits of the uncertainty: 0.0032 gives
 * 4.  It lies between 0 and 9, and is 3 if the uncertainty is 0 or
 * undefined. */
int rcc_format_decimals(double uncertainty);

/* "1.0321 s": the value in the scale's unit, with the decimals that its
 * uncertainty justifies (both unscaled).  Undefined numbers are "n/a", infinite
 * ones "unbounded". */
void rcc_format_value(struct rcc_scale scale, double value, double uncertainty,
		      char *out, size_t n);
/* The same without the unit. */
void rcc_format_number(struct rcc_scale scale, double value, double uncertainty,
		       char *out, size_t n);

/* "2.1 ms": a value that is itself an uncertainty, in two digits. */
void rcc_format_spread(const struct rcc_metric *metric, double value, char *out,
		       size_t n);

/* "0.83 %" of a number that is in percent already: at least two digits, at most
 * three decimals. */
void rcc_format_percent(double percent, char *out, size_t n);
/* The same without " %". */
void rcc_format_percent_number(double percent, char *out, size_t n);

/* A number without a unit: so many significant digits, or all that stand before
 * the point (452, not 4.5e+02).  Undefined and infinite numbers as above. */
void rcc_format_digits(double value, int digits, char *out, size_t n);

/* An estimate and its interval. */
struct rcc_interval_text {
	char estimate[48];
	char lo[48];
	char hi[48];
};

/* A ratio in the digits that its interval justifies. */
void rcc_format_ratio(double estimate, double lo, double hi,
		      struct rcc_interval_text *text);
/* Percentages without " %". */
void rcc_format_percent_interval(const struct rcc_interval *percent,
				 struct rcc_interval_text *text);

#endif
