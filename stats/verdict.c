/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/rcc_stats.h"

#include <float.h>
#include <math.h>

#include "stats/least_n.h"

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

static bool is_constant(const struct rcc_mean *m)
{
	const double rounding = 8 * DBL_EPSILON * fabs(m->mean);

	return !(m->s2 > rounding * rounding);
}

enum rcc_obstacle rcc_verdict_obstacle(const struct rcc_mean *old,
				       const struct rcc_mean *now)
{
	if (!(old->mean > 0) || !(now->mean > 0))
		return RCC_OBSTACLE_NOT_POSITIVE;
	return is_constant(old) && is_constant(now) ? RCC_OBSTACLE_CONSTANT
						    : RCC_OBSTACLE_NONE;
}

const char *rcc_verdict_name(enum rcc_verdict verdict)
{
	switch (verdict) {
	case RCC_VERDICT_FASTER:
		return "smaller";
	case RCC_VERDICT_SLOWER:
		return "larger";
	case RCC_VERDICT_NO_DIFFERENCE:
		return "no difference larger than the threshold";
	case RCC_VERDICT_UNDECIDED:
		return "undecided";
	}
	return NULL;
}

struct comparison {
	const struct rcc_mean *old, *now;
	enum rcc_ratio_method method;
	double level, delta;
};

static bool decides(size_t n, const void *context)
{
	const struct comparison *c = context;
	struct rcc_mean old = *c->old;
	struct rcc_mean now = *c->now;
	struct rcc_ratio ratio;

	old.n = now.n = n;
	return rcc_ratio_interval(&old, &now, c->method, c->level, &ratio) ==
		       0 &&
	       rcc_verdict_of(&ratio, c->delta) != RCC_VERDICT_UNDECIDED;
}

int rcc_verdict_plan(const struct rcc_mean *old, const struct rcc_mean *now,
		     enum rcc_ratio_method method, double level, double delta,
		     size_t *n_each)
{
	const struct comparison comparison = {old, now, method, level, delta};

	/* More repetitions only narrow the interval. */
	return rcc_least_n(2, decides, &comparison, n_each);
}
