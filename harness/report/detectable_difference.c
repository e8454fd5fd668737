/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report of a program measured against itself. */
#include "harness/findings/detectable_difference.h"

#include <math.h>

#include "harness/report/format.h"
#include "harness/report/report.h"
#include "harness/report/table.h"
#include "harness/report/wrap.h"

static void print_difference(const struct rcc_detectable_difference *d,
			     FILE *out)
{
	char width[48];
	char detectable[48];

	rcc_format_percent(100 * d->half_width, width, sizeof(width));
	rcc_format_percent(100 * d->detectable, detectable, sizeof(detectable));
	rcc_report_ratio(&d->comparison.ratio, "Side b / side a", out);
	rcc_wrapf(out, "", 2,
		  "On this machine, of this program and with %zu layouts for "
		  "each side, a difference must be seen as more than +-%s to "
		  "be told from none; one of %s in truth would be in %.0f of "
		  "100 such comparisons.",
		  d->comparison.old.random->n_layouts, width, detectable,
		  100 * RCC_DETECTABLE_POWER);
	if (d->is_false_alarm)
		rcc_wrap(out, "", 2,
			 "The two sides were told apart though they are the "
			 "same: a false alarm, as in 5 of 100 studies; or "
			 "something treats the sides differently. Repeat it.");
}

static void print_alarms(const struct rcc_findings *f,
			 const struct rcc_detectable_difference *d, FILE *out)
{
	if (d->n_splits != 0)
		rcc_wrapf(out, "", 2,
			  "False alarms over layouts: all layouts dealt out to "
			  "two sides at random, %.1f %% of %zu times Welch's "
			  "test told the sides apart (%.0f %% are to be "
			  "expected).",
			  100 * (double)d->n_split_alarms / (double)d->n_splits,
			  d->n_splits, 100 * (1 - f->asked.level));
	if (!isnan(d->one_layout_rate))
		rcc_wrapf(out, "", 2,
			  "One build for each side instead, run %zu times, as "
			  "usual: %.0f %% false alarms (simulated from the "
			  "variances found).",
			  d->n_runs, 100 * d->one_layout_rate);
	if (d->n_pairs != 0)
		rcc_wrapf(out, "", 2,
			  "Counted with the %u runs of each layout here: %.0f "
			  "%% of %zu pairs of layouts were told apart.",
			  f->stored.study.n_executions,
			  100 * (double)d->n_pair_alarms / (double)d->n_pairs,
			  d->n_pairs);
}

void rcc_report_floor(const struct rcc_findings *f, FILE *out)
{
	struct rcc_detectable_difference d;

	fputs("\nWhat can be told from nothing? (the program against itself)\n",
	      out);
	rcc_detectable_difference_compute(f, &d);
	if (d.comparison.error != 0) {
		rcc_wrap(out, "", 2,
			 "Not known yet: at least two good layouts of each "
			 "side are needed.");
		return;
	}
	print_difference(&d, out);
	print_alarms(f, &d, out);
}
