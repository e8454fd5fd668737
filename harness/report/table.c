/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/table.h"

#include <math.h>

#include "harness/report/format.h"
#include "harness/report/wrap.h"

void rcc_report_table_head(double level, FILE *out)
{
	char confidence[24];

	snprintf(confidence, sizeof(confidence), "%.0f %% interval",
		 100 * level);
	fprintf(out, "  %-18s%5s%13s   %-20s%9s%9s\n", "", "runs", "mean",
		confidence, "sd", "sd/mean");
}

void rcc_report_table_row(const struct rcc_findings *f,
			  const struct rcc_cell *c, const char *name, FILE *out)
{
	const struct rcc_interval *i = &c->interval;
	const double half = (i->hi - i->lo) / 2;
	const struct rcc_scale scale =
		rcc_format_scale(&f->asked.metric, c->levels.mean);
	/* Of single runs in every row: that of layouts' means is another
	 * thing, and a smaller one. */
	const double sd = c->levels.sd;
	char mean[48];
	char lo[48];
	char hi[48];
	char spread[48];
	char percent[48];

	if (c->levels_error != 0 || c->interval_error != 0) {
		fprintf(out, "  %-18.18s%5zu   too few good runs\n", name,
			c->n_ok);
		return;
	}
	rcc_format_value(scale, i->estimate, half, mean, sizeof(mean));
	rcc_format_number(scale, i->lo, half, lo, sizeof(lo));
	rcc_format_number(scale, i->hi, half, hi, sizeof(hi));
	rcc_format_spread(&f->asked.metric, sd, spread, sizeof(spread));
	rcc_format_percent(100 * sd / i->estimate, percent, sizeof(percent));
	fprintf(out, "  %-18.18s%5zu%13s%10s to %-9s%9s%9s\n", name, c->n_ok,
		mean, lo, hi, spread, percent);
}

void rcc_report_table_foot(const struct rcc_findings *f, FILE *out)
{
	if (f->asked.estimator != RCC_STATISTIC_MEAN)
		rcc_wrapf(out, "", 2,
			  "runs: each stands for a layout (or a file with the "
			  "original one), by the %s of its values; mean and "
			  "all that follows are over these",
			  f->asked.estimator == RCC_STATISTIC_MIN ? "minimum"
								  : "median");
	else if (f->stored.study.n_iterations > 1)
		rcc_wrap(out, "", 2,
			 "sd: of single values; the intervals are from the "
			 "means of layouts, and of the original's runs");
	else if (f->stored.study.n_executions > 1)
		rcc_wrap(out, "", 2,
			 "sd: of single runs; the interval of random layouts "
			 "is from the means of layouts");
}

void rcc_report_ratio(const struct rcc_ratio *r, const char *what, FILE *out)
{
	const double half = (r->hi - r->lo) / 2;
	const struct rcc_scale one = {1, ""};
	char est[48];
	char lo[48];
	char hi[48];

	if (r->set != RCC_RATIO_BOUNDED) {
		rcc_wrapf(out, "", 2,
			  "%s cannot be told from these runs: its confidence "
			  "set is not bounded (Fieller).",
			  what);
		return;
	}
	rcc_format_number(one, r->estimate, half, est, sizeof(est));
	rcc_format_number(one, r->lo, half, lo, sizeof(lo));
	rcc_format_number(one, r->hi, half, hi, sizeof(hi));
	rcc_wrapf(out, "", 2,
		  "%s: %s (%.0f %% interval %s to %s; Fieller, %s degrees of "
		  "freedom).",
		  what, est, 100 * r->level, lo, hi,
		  rcc_ratio_method_name(r->method));
}
