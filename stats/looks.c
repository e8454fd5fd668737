/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The confidence levels of a study that grows after its result was read.  A
 * look is an analysis whose result was read before the study went on. */
#include "stats/rcc_claims.h"

#include <math.h>

#include "common/error.h"
#include "common/random.h"
#include "stats/distribution.h"
#include "stats/draw.h"
#include "stats/noise.h"

double rcc_look_spent(const struct rcc_looks_plan *plan, double n,
		      double n_first, double alpha)
{
	const double part = n_first / n;

	if (!(n_first > 0) || !(n >= n_first) || !(alpha > 0 && alpha < 1))
		return NAN;
	if (plan->kind == RCC_LOOKS_PLANNED)
		return rcc_spending_open(n, n_first, alpha);
	if (plan->kind == RCC_LOOKS_LIMITED)
		return rcc_spending_toward(n, plan->n_end, alpha);
	return alpha * (1 + RCC_LOOKS_EXTRA * (1 - part * part));
}

/* Compute levels[n], the confidence level of each look. */
static int compute_levels(const struct rcc_looks_plan *plan,
			  const size_t *n_layouts, size_t n, double alpha,
			  double *scratch, double *levels)
{
	double *information = scratch;
	double *spent = scratch + n;

	for (size_t i = 0; i < n; i++) {
		information[i] = (double)n_layouts[i];
		spent[i] = rcc_look_spent(plan, information[i], information[0],
					  alpha);
	}
	return rcc_interim_levels(information, spent, n, spent + n, levels);
}

int rcc_look_level(const struct rcc_looks_plan *plan, const size_t *n_layouts,
		   size_t n, double level, double *scratch, double *out)
{
	const int result =
		n == 0 ? RCC_EDOM
		       : compute_levels(plan, n_layouts, n, 1 - level,
					scratch + n, scratch);

	*out = result == 0 ? scratch[n - 1] : NAN;
	/* Numerical integration would give the requested level with a rounding
	 * error. */
	if (result == 0 && n == 1 && plan->kind == RCC_LOOKS_UNPLANNED)
		*out = level;
	return result;
}

/* ---- Simulation -------------------------------------------------------- */

/* A simulated study, and the sums over its values so far. */
struct growing {
	const struct rcc_block_simulation *runs; /* NULL: normal values */
	struct rcc_random *random;
	struct rcc_noise machine;
	size_t n;
	double sum, squares;
};

static void growing_start(struct growing *g)
{
	g->n = 0;
	g->sum = g->squares = 0;
	if (g->runs == NULL)
		return;
	rcc_noise_start_study(&g->machine, g->runs, g->random);
}

/* Draw the next value of the study: a normal value, or the log ratio of a
 * block. */
static double draw(struct growing *g)
{
	if (g->runs == NULL)
		return rcc_draw_normal(g->random);
	return rcc_noise_block(&g->machine, g->runs);
}

/* Draw more values until the study has n of them. */
static void grow_to(struct growing *g, size_t n)
{
	for (; g->n < n; g->n++) {
		const double x = draw(g);

		g->sum += x;
		g->squares += x * x;
	}
}

/* Return whether Student's interval does not contain 0. */
static bool is_claimed(const struct growing *g, double level)
{
	const double count = (double)g->n;
	const double s2 = (g->squares - g->sum * g->sum / count) / (count - 1);

	return fabs(g->sum / count) >
	       rcc_quantile_two_sided(level, count - 1) * sqrt(s2 / count);
}

size_t rcc_simulate_looks(const struct rcc_looks_plan *plan,
			  const size_t *n_layouts, size_t n_looks, double level,
			  const struct rcc_block_simulation *runs, size_t n,
			  struct rcc_random *random, double *scratch,
			  double *width)
{
	struct growing study = {.runs = runs, .random = random};
	double *levels = scratch;
	const size_t last = n_layouts[n_looks - 1];
	size_t n_false = 0;

	*width = NAN;
	if (compute_levels(plan, n_layouts, n_looks, 1 - level,
			   scratch + n_looks, levels) != 0)
		return 0;
	*width = rcc_quantile_two_sided(levels[n_looks - 1], (double)last - 1) /
		 rcc_quantile_two_sided(level, (double)last - 1);
	for (size_t k = 0; k < n; k++) {
		bool is_false = false;

		growing_start(&study);
		for (size_t i = 0; i < n_looks && !is_false; i++) {
			grow_to(&study, n_layouts[i]);
			is_false = is_claimed(&study, levels[i]);
		}
		n_false += is_false;
	}
	return n_false;
}
