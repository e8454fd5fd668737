/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The confidence levels of a study that grows after its result was read. */
#include "stats/rcc_claims.h"

#include <math.h>

#include "common/error.h"
#include "stats/distribution.h"
#include "stats/draw.h"

double rcc_look_spent(enum rcc_looks_kind kind, double n, double n_first,
		      double alpha)
{
	const double part = n_first / n;

	if (kind == RCC_LOOKS_PLANNED)
		return rcc_spending_open(n, n_first, alpha);
	if (!(n_first > 0) || !(n >= n_first) || !(alpha > 0 && alpha < 1))
		return NAN;
	return alpha * (1 + RCC_LOOKS_EXTRA * (1 - part * part));
}

/* Compute the level of each look. */
static int compute_levels(enum rcc_looks_kind kind, const size_t *n_layouts,
			  size_t n, double alpha, double *scratch,
			  double *levels)
{
	double *information = scratch;
	double *spent = scratch + n;

	for (size_t i = 0; i < n; i++) {
		information[i] = (double)n_layouts[i];
		spent[i] = rcc_look_spent(kind, information[i], information[0],
					  alpha);
	}
	return rcc_interim_levels(information, spent, n, spent + n, levels);
}

int rcc_look_level(enum rcc_looks_kind kind, const size_t *n_layouts, size_t n,
		   double level, double *scratch, double *out)
{
	const int result =
		n == 0 ? RCC_EDOM
		       : compute_levels(kind, n_layouts, n, 1 - level,
					scratch + n, scratch);

	*out = result == 0 ? scratch[n - 1] : NAN;
	/* One unplanned look has exactly the requested level; numerical
	 * integration gives it with a rounding error. */
	if (result == 0 && n == 1 && kind == RCC_LOOKS_UNPLANNED)
		*out = level;
	return result;
}

/* ---- Simulation -------------------------------------------------------- */

/* Draw normal values and add them to the sums until there are n values. */
static void draw_up_to(size_t n, struct rcc_random *random, size_t *drawn,
		       double *sum, double *squares)
{
	for (; *drawn < n; ++*drawn) {
		const double x = rcc_draw_normal(random);

		*sum += x;
		*squares += x * x;
	}
}

static double half_width(double level, size_t n, double sum, double squares)
{
	const double count = (double)n;
	const double s2 = (squares - sum * sum / count) / (count - 1);

	return rcc_quantile_two_sided(level, count - 1) * sqrt(s2 / count);
}

size_t rcc_simulate_looks(enum rcc_looks_kind kind, const size_t *n_layouts,
			  size_t n_looks, double level, size_t n,
			  struct rcc_random *random, double *scratch,
			  double *width)
{
	double *levels = scratch;
	const size_t last = n_layouts[n_looks - 1];
	size_t n_false = 0;

	*width = NAN;
	if (compute_levels(kind, n_layouts, n_looks, 1 - level,
			   scratch + n_looks, levels) != 0)
		return 0;
	*width = rcc_quantile_two_sided(levels[n_looks - 1], (double)last - 1) /
		 rcc_quantile_two_sided(level, (double)last - 1);
	for (size_t k = 0; k < n; k++) {
		double sum = 0;
		double squares = 0;
		size_t drawn = 0;
		bool is_claimed = false;

		for (size_t i = 0; i < n_looks && !is_claimed; i++) {
			draw_up_to(n_layouts[i], random, &drawn, &sum,
				   &squares);
			is_claimed = fabs(sum / (double)drawn) >
				     half_width(levels[i], drawn, sum, squares);
		}
		n_false += is_claimed;
	}
	return n_false;
}
