/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Format numbers for readers: with units, and without digits that mean
 * nothing. */
#ifndef RCC_HARNESS_REPORT_FORMAT_H
#define RCC_HARNESS_REPORT_FORMAT_H

#include <stddef.h>

#include "harness/study/metric.h"
#include "stats/rcc_stats.h"

/* The unit in which values are printed: value * factor, followed by the
 * unit. */
struct rcc_scale {
	double factor;
	const char *unit;
};

/* Return the unit in which the value has one to three digits before the
 * point. */
struct rcc_scale rcc_format_scale(const struct rcc_metric *metric,
				  double value);

/* Return the number of decimals that shows two digits of the uncertainty: 4 for
 * 0.0032.  The result is between 0 and 9; it is 3 if the uncertainty is 0 or
 * undefined. */
int rcc_format_decimals(double uncertainty);

/* Format a value with its unit, such as "1.0321 s", with as many decimals as
 * its uncertainty justifies.  Value and uncertainty are unscaled.  An undefined
 * number becomes "n/a", an infinite one "unbounded". */
void rcc_format_value(struct rcc_scale scale, double value, double uncertainty,
		      char *out, size_t n);
/* Like rcc_format_value(), without the unit. */
void rcc_format_number(struct rcc_scale scale, double value, double uncertainty,
		       char *out, size_t n);

/* Format a value that is itself an uncertainty, with two digits, such as "2.1
 * ms". */
void rcc_format_spread(const struct rcc_metric *metric, double value, char *out,
		       size_t n);

/* The most decimals of a percentage. */
#define RCC_FORMAT_MOST_DECIMALS 3

/* Format a number that is in percent already, such as "0.83 %", with at least
 * two digits. */
void rcc_format_percent(double percent, char *out, size_t n);
/* Like rcc_format_percent(), without " %". */
void rcc_format_percent_number(double percent, char *out, size_t n);

/* Format a change now / old - 1 in percent, with its sign and the decimals that
 * `half`, the half-width of the ratio's interval, justifies: "+1.2".  A change
 * that rounds to 0 has no sign. */
void rcc_format_change(double ratio, double half, char *out, size_t n);

/* Format a number without a unit, with `digits` significant digits.  All digits
 * before the point are printed: 452, not 4.5e+02.  An undefined number becomes
 * "n/a", an infinite one "unbounded". */
void rcc_format_digits(double value, int digits, char *out, size_t n);

/* The texts of an estimate and its interval. */
struct rcc_interval_text {
	char estimate[48];
	char lo[48];
	char hi[48];
};

/* Format a ratio with as many digits as its interval justifies. */
void rcc_format_ratio(double estimate, double lo, double hi,
		      struct rcc_interval_text *text);
/* Format a ratio and its limits as changes, as rcc_format_change() does. */
void rcc_format_change_interval(double ratio, double lo, double hi,
				struct rcc_interval_text *text);
/* Format percentages, without " %". */
void rcc_format_percent_interval(const struct rcc_interval *percent,
				 struct rcc_interval_text *text);

#endif
