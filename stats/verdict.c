/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/rcc_stats.h"

#include <float.h>
#include <math.h>

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
	if (old->n < 2 || now->n < 2)
		return RCC_OBSTACLE_FEW;
	return is_constant(old) || is_constant(now) ? RCC_OBSTACLE_CONSTANT
						    : RCC_OBSTACLE_NONE;
}

const char *rcc_verdict_name(enum rcc_verdict verdict)
{
	switch (verdict) {
	case RCC_VERDICT_SMALLER:
		return "smaller";
	case RCC_VERDICT_LARGER:
		return "larger";
	case RCC_VERDICT_NO_DIFFERENCE:
		return "no difference larger than the threshold";
	case RCC_VERDICT_UNDECIDED:
		return "undecided";
	}
	return NULL;
}
