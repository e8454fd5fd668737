/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/format.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

struct rcc_scale rcc_format_scale(const struct rcc_metric *metric, double value)
{
	static const struct rcc_scale seconds[] = {
		{1, "s"}, {1e3, "ms"}, {1e6, "us"}, {1e9, "ns"}};
	static const struct rcc_scale bytes[] = {{1.0 / (1 << 30), "GiB"},
						 {1.0 / (1 << 20), "MiB"},
						 {1.0 / (1 << 10), "KiB"},
						 {1, "B"}};
	const struct rcc_scale *scale =
		metric->unit == RCC_UNIT_SECONDS ? seconds : bytes;
	size_t i = 0;

	if (metric->unit == RCC_UNIT_COUNT)
		return (struct rcc_scale){
			1, metric->label != NULL ? metric->label : ""};
	while (i < 3 && !(fabs(value) * scale[i].factor >= 1))
		i++;
	return scale[i];
}

int rcc_format_decimals(double uncertainty)
{
	double decimals;

	if (!(uncertainty > 0) || !isfinite(uncertainty))
		return 3;
	decimals = 1 - floor(log10(uncertainty));
	if (decimals < 0)
		return 0;
	return decimals > 9 ? 9 : (int)decimals;
}

void rcc_format_number(struct rcc_scale scale, double value, double uncertainty,
		       char *out, size_t n)
{
	if (isnan(value))
		snprintf(out, n, "n/a");
	else if (isinf(value))
		snprintf(out, n, "unbounded");
	else
		snprintf(out, n, "%.*f",
			 rcc_format_decimals(uncertainty * scale.factor),
			 value * scale.factor);
}

void rcc_format_value(struct rcc_scale scale, double value, double uncertainty,
		      char *out, size_t n)
{
	char number[48];

	rcc_format_number(scale, value, uncertainty, number, sizeof(number));
	if (!isfinite(value) || scale.unit[0] == '\0')
		snprintf(out, n, "%s", number);
	else
		snprintf(out, n, "%s %s", number, scale.unit);
}

void rcc_format_spread(const struct rcc_metric *metric, double value, char *out,
		       size_t n)
{
	rcc_format_value(rcc_format_scale(metric, value), value, value, out, n);
}

static int percent_decimals(int decimals)
{
	return decimals > RCC_FORMAT_MOST_DECIMALS ? RCC_FORMAT_MOST_DECIMALS
						   : decimals;
}

void rcc_format_change(double ratio, double half, char *out, size_t n)
{
	const int decimals =
		half > 0 ? percent_decimals(rcc_format_decimals(100 * half))
			 : 2;
	const double percent = 100 * (ratio - 1);
	const bool is_zero = fabs(percent) < 0.5 * pow(10, -decimals);

	snprintf(out, n, is_zero ? "%.*f" : "%+.*f", decimals,
		 is_zero ? 0 : percent);
}

void rcc_format_percent_number(double percent, char *out, size_t n)
{
	int decimals;

	if (isnan(percent)) {
		snprintf(out, n, "n/a");
		return;
	}
	if (isinf(percent)) {
		snprintf(out, n, "unbounded");
		return;
	}
	decimals =
		fabs(percent) < 1e-9 ? 1 : rcc_format_decimals(fabs(percent));
	snprintf(out, n, "%.*f", percent_decimals(decimals), percent);
}

void rcc_format_percent(double percent, char *out, size_t n)
{
	char number[48];

	rcc_format_percent_number(percent, number, sizeof(number));
	snprintf(out, n, isfinite(percent) ? "%s %%" : "%s", number);
}

void rcc_format_digits(double value, int digits, char *out, size_t n)
{
	if (isnan(value))
		snprintf(out, n, "n/a");
	else if (isinf(value))
		snprintf(out, n, "unbounded");
	else if (fabs(value) >= pow(10, digits) - 0.5)
		snprintf(out, n, "%.0f", value);
	else
		snprintf(out, n, "%.*g", digits, value);
}

void rcc_format_ratio(double estimate, double lo, double hi,
		      struct rcc_interval_text *text)
{
	const struct rcc_scale one = {1, ""};
	const double half = (hi - lo) / 2;

	rcc_format_number(one, estimate, half, text->estimate,
			  sizeof(text->estimate));
	rcc_format_number(one, lo, half, text->lo, sizeof(text->lo));
	rcc_format_number(one, hi, half, text->hi, sizeof(text->hi));
}

void rcc_format_change_interval(double ratio, double lo, double hi,
				struct rcc_interval_text *text)
{
	const double half = (hi - lo) / 2;

	rcc_format_change(ratio, half, text->estimate, sizeof(text->estimate));
	rcc_format_change(lo, half, text->lo, sizeof(text->lo));
	rcc_format_change(hi, half, text->hi, sizeof(text->hi));
}

void rcc_format_percent_interval(const struct rcc_interval *percent,
				 struct rcc_interval_text *text)
{
	rcc_format_percent_number(percent->estimate, text->estimate,
				  sizeof(text->estimate));
	rcc_format_percent_number(percent->lo, text->lo, sizeof(text->lo));
	rcc_format_percent_number(percent->hi, text->hi, sizeof(text->hi));
}
