/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/rcc_stats.h"

#include <math.h>

#include "common/error.h"

struct rcc_timer rcc_timer_usual(double accuracy_ns, double precision_ns)
{
	const struct rcc_timer timer = {.accuracy_ns = accuracy_ns,
					.precision_ns = precision_ns,
					.a = 0.01 / precision_ns,
					.b = 0.5};

	return timer;
}

/* Return whether a and b are within the limits that rcc_stats.h cites from Chen
 * & Revels, and 0 < precision <= accuracy.  NaN is never within a limit. */
static int is_valid(const struct rcc_timer *timer)
{
	const double a = timer->a * timer->precision_ns;

	return timer->precision_ns > 0 && isfinite(timer->accuracy_ns) &&
	       timer->accuracy_ns >= timer->precision_ns && a > 0.005 &&
	       a < 0.02 && timer->b > 0.4 && timer->b < 0.6;
}

int rcc_minimum_executions(const struct rcc_timer *timer, double t_ns,
			   size_t *n)
{
	double j;

	*n = 0;
	if (!is_valid(timer) || !(t_ns > 0) || !isfinite(t_ns))
		return RCC_EDOM;
	j = ceil(timer->accuracy_ns / timer->precision_ns);
	if (j > 1e9)
		return RCC_EDOM;
	*n = (size_t)floor(
		1 +
		(j - 1) / (1 + exp(timer->a *
				   (t_ns - timer->b * timer->accuracy_ns))));
	return 0;
}

int rcc_minimum_tune(const struct rcc_timer *timer, const double *total_ns,
		     size_t j, double *t_ns, size_t *n)
{
	double least = INFINITY;

	*t_ns = NAN;
	*n = 0;
	for (size_t i = 0; i < j; i++) {
		if (!isfinite(total_ns[i]) || !(total_ns[i] > 0))
			return RCC_EDOM;
		least = fmin(least, total_ns[i] / (double)(i + 1));
	}
	if (isinf(least))
		return RCC_EDOM;
	*t_ns = least;
	return rcc_minimum_executions(timer, least, n);
}
