/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Format numbers for readers, with units and without meaningless digits. */
#ifndef RCC_HARNESS_REPORT_FORMAT_H
#define RCC_HARNESS_REPORT_FORMAT_H

#include <stddef.h>

#include "harness/study/metric.h"
#include "stats/rcc_stats.h"

/* The unit in which values are printed.  The number printed is value *
 * factor. */
struct rcc_scale {
	double factor;
	const char *unit;
};

/* Return the unit in which the value has one to three digits before the decimal
 * point. */
struct rcc_scale rcc_format_scale(const struct rcc_metric *metric,
				  double value);

/* Return the number of decimals with which an uncertainty shows two digits,
 * such as 4 for 0.0032.  The result is between 0 and 9.  It is 3 if the
 * uncertainty is 0 or undefined. */
int rcc_format_decimals(double uncertainty);

/* Format a value with its unit, such as "1.0321 s".  The uncertainty determines
 * the number of decimals.  Value and uncertainty are in the metric's own unit.
 * An undefined value becomes "n/a", an infinite one "unbounded". */
void rcc_format_value(struct rcc_scale scale, double value, double uncertainty,
		      char *out, size_t n);
/* Like rcc_format_value(), but without the unit. */
void rcc_format_number(struct rcc_scale scale, double value, double uncertainty,
		       char *out, size_t n);

/* Format an uncertainty with two digits and its unit, such as "2.1 ms". */
void rcc_format_spread(const struct rcc_metric *metric, double value, char *out,
		       size_t n);

/* The largest number of decimals of a percentage. */
#define RCC_FORMAT_MOST_DECIMALS 3

/* Format a percentage with at least two digits, such as "0.83 %". */
void rcc_format_percent(double percent, char *out, size_t n);
/* Like rcc_format_percent(), but without " %". */
void rcc_format_percent_number(double percent, char *out, size_t n);

/* Format the ratio now / old as a change in percent with its sign, such as
 * "+1.2".  `half`, the half-width of the ratio's interval, determines the
 * number of decimals.  A change that rounds to 0 has no sign. */
void rcc_format_change(double ratio, double half, char *out, size_t n);

/* Format a number without a unit, with `digits` significant digits.  All digits
 * before the point are printed: 452, not 4.5e+02.  An undefined number becomes
 * "n/a", an infinite one "unbounded". */
void rcc_format_digits(double value, int digits, char *out, size_t n);

/* An estimate and the limits of its interval, each formatted as a text. */
struct rcc_interval_text {
	char estimate[48];
	char lo[48];
	char hi[48];
};

/* Format a ratio and the limits of its interval.  The interval determines the
 * number of digits. */
void rcc_format_ratio(double estimate, double lo, double hi,
		      struct rcc_interval_text *text);
/* Format a ratio and the limits of its interval as changes in percent, like
 * rcc_format_change(). */
void rcc_format_change_interval(double ratio, double lo, double hi,
				struct rcc_interval_text *text);
/* Format an estimate and its limits that are percentages, without " %". */
void rcc_format_percent_interval(const struct rcc_interval *percent,
				 struct rcc_interval_text *text);

#endif
