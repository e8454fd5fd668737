/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Use the statistics library for measurements of one's own.  Three layouts of a
 * program were executed four times each, before a change and after it.
 *
 *	cc layouts.c $(pkg-config --cflags --libs randcc-stats)
 */
#include <stdio.h>

#include "stats/rcc_stats.h"

#define N_LAYOUTS 3
#define N_EXECUTIONS 4

static const double before[N_LAYOUTS * N_EXECUTIONS] = {
	1.02, 1.03, 1.02, 1.04, /* the first layout */
	1.09, 1.08, 1.09, 1.10, /* the second */
	1.05, 1.05, 1.04, 1.06, /* the third */
};
static const double after[N_LAYOUTS * N_EXECUTIONS] = {
	0.98, 0.99, 0.98, 0.98, 1.03, 1.03, 1.04, 1.03, 1.01, 1.00, 1.01, 1.02,
};

/* Print the mean, its interval and the layouts' variation.  Returns the mean
 * for comparisons. */
static struct rcc_mean describe(const char *name, const double *seconds)
{
	const struct rcc_sample sample =
		rcc_sample_2(seconds, N_LAYOUTS, N_EXECUTIONS);
	struct rcc_levels levels;
	struct rcc_interval interval;
	struct rcc_mean mean;

	rcc_levels_compute(&sample, &levels);
	mean = rcc_mean_of(&levels);
	rcc_interval_mean(&mean, 0.95, &interval);
	printf("%s: %.3f s (%.3f to %.3f); variance between layouts %.2g, "
	       "within %.2g\n",
	       name, interval.estimate, interval.lo, interval.hi,
	       levels.level[1].t2, levels.level[0].t2);
	return mean;
}

int main(void)
{
	struct rcc_mean old, now;
	struct rcc_ratio ratio;

	rcc_stats_init();
	old = describe("before", before);
	now = describe("after", after);
	if (rcc_ratio_interval(&old, &now, RCC_RATIO_WELCH, 0.95, &ratio) !=
		    0 ||
	    ratio.set != RCC_RATIO_BOUNDED) {
		fprintf(stderr, "the ratio has no interval\n");
		return 1;
	}
	printf("after / before: %.3f (%.3f to %.3f)\n", ratio.estimate,
	       ratio.lo, ratio.hi);
	return 0;
}
