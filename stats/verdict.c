/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/rcc_stats.h"

#include <math.h>

#include "common/diag.h"

#define MOST_REPETITIONS ((size_t)1000000000)

enum rcc_verdict rcc_verdict_of(const struct rcc_ratio *ratio, double delta)
{
	if (ratio->set != RCC_RATIO_BOUNDED || !(delta >= 0))
		return RCC_VERDICT_UNDECIDED;
	if (ratio->hi < 1 - delta)
		return RCC_VERDICT_FASTER;
	if (ratio->lo > 1 + delta)
		return RCC_VERDICT_SLOWER;
	if (ratio->lo >= 1 - delta && ratio->hi <= 1 + delta)
		return RCC_VERDICT_NO_DIFFERENCE;
	return RCC_VERDICT_UNDECIDED;
}

const char *rcc_verdict_name(enum rcc_verdict verdict)
{
	switch (verdict) {
	case RCC_VERDICT_FASTER:
		return "faster";
	case RCC_VERDICT_SLOWER:
		return "slower";
	case RCC_VERDICT_NO_DIFFERENCE:
		return "no difference larger than the threshold";
	case RCC_VERDICT_UNDECIDED:
		return "undecided";
	}
	return NULL;
}

static bool decides(const struct rcc_mean *old, const struct rcc_mean *now,
		    enum rcc_ratio_method method, double level, double delta,
		    size_t n)
{
	struct rcc_mean old_n = *old;
	struct rcc_mean now_n = *now;
	struct rcc_ratio ratio;

	old_n.n = now_n.n = n;
	return rcc_ratio_interval(&old_n, &now_n, method, level, &ratio) == 0 &&
	       rcc_verdict_of(&ratio, delta) != RCC_VERDICT_UNDECIDED;
}

int rcc_verdict_plan(const struct rcc_mean *old, const struct rcc_mean *now,
		     enum rcc_ratio_method method, double level, double delta,
		     size_t *n_each)
{
	size_t few = 1; /* does not decide */
	size_t many = 2;

	*n_each = 0;
	while (!decides(old, now, method, level, delta, many)) {
		if (many >= MOST_REPETITIONS)
			return RCC_EDOM;
		few = many;
		many *= 2;
	}
	/* More repetitions only narrow the interval, so halving finds the
	 * first that decides. */
	while (many - few > 1) {
		size_t middle = few + (many - few) / 2;

		if (decides(old, now, method, level, delta, middle))
			many = middle;
		else
			few = middle;
	}
	*n_each = many;
	return 0;
}
