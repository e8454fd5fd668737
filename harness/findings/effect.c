/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/findings/effect.h"

#include <math.h>
#include <stdlib.h>

#include "common/diag.h"
#include "common/mem.h"
#include "common/random.h"
#include "harness/study/simulation.h"
#include "stats/rcc_claims.h"

/* Set e->effect, the effect from the means and variances of the two arms. */
static void compare_variances(const struct rcc_cell *random,
			      const struct rcc_cell *fixed,
			      const struct rcc_question *asked,
			      struct rcc_effect *e)
{
	const struct rcc_sample layouts = rcc_cell_sample(random);
	const struct rcc_sample runs = rcc_cell_sample(fixed);
	double *scratch;
	struct rcc_layout_tails tails;

	e->error = RCC_EDOM;
	if (random->levels_error != 0 || fixed->levels_error != 0)
		return;
	scratch = rcc_mem_calloc(rcc_layout_tails_scratch(&layouts, &runs) + 1,
				 sizeof(*scratch));
	e->error = rcc_layout_tails(&layouts, &runs, scratch, &tails);
	if (e->error == 0)
		e->error = rcc_layout_effect(&random->levels, &fixed->levels,
					     &tails, asked->computed_level,
					     &e->effect);
	free(scratch);
}

/* Set e->spread, which compares the spreads of two sets of means: the means of
 * the random layouts, and the means of the original layout's program files.
 * These program files all have the same layout. */
static void compare_spreads(const struct rcc_cell *random,
			    const struct rcc_cell *fixed, struct rcc_effect *e)
{
	const size_t n = random->n_layouts > fixed->n_layouts
				 ? random->n_layouts
				 : fixed->n_layouts;
	double *scratch = rcc_mem_calloc(n + 1, sizeof(*scratch));

	rcc_spread_compare(random->layout_mean, random->n_layouts,
			   fixed->layout_mean, fixed->n_layouts, scratch,
			   &e->spread);
	free(scratch);
}

/* ---- Variation --------------------------------------------------------- */

/* The number of random arrangements in a test (stats/rcc_blocks.h). */
#define N_DRAWS 9999

/* Test whether layouts differ, and set e->layouts_p.  `blocks` must be the
 * blocks as they were before any block was run again. */
static void test_layouts(const struct rcc_blocks *blocks, struct rcc_effect *e)
{
	const size_t m = blocks->n_rounds;
	double *d = NULL;
	const size_t n = rcc_blocks_rounds(blocks, e->fixed, e->random, &d);
	double *scratch = rcc_mem_calloc(n * m + 1, sizeof(*scratch));
	struct rcc_random random;
	double correlation;

	rcc_random_stream(&random, 0, "layouts differ");
	if (rcc_layouts_test(d, n, m, N_DRAWS, &random, scratch, &correlation,
			     &e->layouts_p) != 0)
		e->layouts_p = NAN;
	free(scratch);
	free(d);
}

static void compare_rounds(const struct rcc_blocks *blocks,
			   const struct rcc_question *asked,
			   struct rcc_effect *e)
{
	const size_t m = blocks->n_rounds;
	double *d = NULL;
	const size_t n = rcc_blocks_rounds(blocks, e->fixed, e->random, &d);
	double *scratch = rcc_mem_calloc(2 * n + 1, sizeof(*scratch));

	e->layouts_p = NAN;
	e->rounds_error = rcc_rounds_effect(d, n, m, asked->computed_level,
					    scratch, &e->rounds);
	/* The test draws many random numbers, which takes time.  It is made
	 * only if its result is used. */
	if (e->by_blocks && e->rounds_error == 0)
		test_layouts(rcc_blocks_before(blocks), e);
	free(scratch);
	free(d);
}

/* ---- Shift ------------------------------------------------------------- */

/* If the p-value for skewed data is larger than shift_p, set shift_p to it.  If
 * all values are equal, or if there are too few, there is no p-value for skewed
 * data, and shift_p does not change. */
static void confirm_shift(const double *random, size_t n_random,
			  const double *fixed, size_t n_fixed,
			  struct rcc_effect *e)
{
	double p;

	if (!isnan(e->shift_p) &&
	    rcc_skewed_p(random, n_random, fixed, n_fixed, &p) == 0)
		e->shift_p = fmax(e->shift_p, p);
}

static void test_shift(const struct rcc_blocks *blocks, struct rcc_effect *e)
{
	double *d = rcc_blocks_layout_means(blocks, e->fixed, e->random);
	struct rcc_random random;
	size_t n = 0;

	for (size_t i = 0; i < blocks->n_layouts; i++)
		if (!isnan(d[i]))
			d[n++] = d[i];
	rcc_random_stream(&random, 0, "shift");
	if (rcc_shift_test(d, n, N_DRAWS, &random, &e->shift_p) != 0)
		e->shift_p = NAN;
	confirm_shift(d, n, NULL, 0, e);
	free(d);
}

/* Compare the means of the two arms to test whether the shift is 1, and set
 * e->shift_p.  Fieller's interval uses the same means. */
static void test_means(const struct rcc_cell *random,
		       const struct rcc_cell *fixed, struct rcc_effect *e)
{
	const struct rcc_mean old = rcc_mean_of(&fixed->levels);
	const struct rcc_mean now = rcc_mean_of(&random->levels);

	if (e->error != 0 || rcc_difference_p(&old, &now, &e->shift_p) != 0)
		e->shift_p = NAN;
	confirm_shift(random->layout_mean, random->n_layouts,
		      fixed->layout_mean, fixed->n_layouts, e);
}

double rcc_effect_variation_p(const struct rcc_effect *e)
{
	const double p = e->by_blocks ? e->layouts_p : e->variation_p;

	return isnan(p) ? NAN : fmin(2 * p, 1);
}

/* Set e->shift_rounding.  If it could change what the interval says, there is no
 * interval.  The values of the original layout may all be equal because of the
 * same steps. */
static void look_at_rounding(const struct rcc_cell *random,
			     const struct rcc_cell *fixed, struct rcc_effect *e)
{
	const double shift =
		fmax(random->rounding.shift, fixed->rounding.shift);

	e->shift_rounding = 0;
	e->is_shift_coarse = false;
	if (e->error != 0)
		return;
	e->shift_rounding = shift / fabs(random->levels.mean) +
			    shift / fabs(fixed->levels.mean);
	e->is_shift_coarse =
		rcc_rounding_matters(rcc_effect_shift(e), e->shift_rounding, 0);
	if (!e->is_shift_coarse)
		return;
	rcc_ratio_drop_interval(&e->effect.shift);
	rcc_ratio_drop_interval(&e->blocks.ratio);
}

/* Test shift and variation together.  The probability of at least one false
 * claim is at most 1 - computed_level. */
static void judge_together(const struct rcc_cell *random,
			   const struct rcc_cell *fixed,
			   const struct rcc_blocks *blocks,
			   const struct rcc_question *asked,
			   struct rcc_effect *e)
{
	double p[2];
	double adjusted[2];
	size_t order[2];

	e->alpha = 1 - asked->computed_level;
	if (e->is_shift_coarse)
		e->shift_p = NAN;
	else if (e->by_blocks)
		test_shift(rcc_blocks_before(blocks), e);
	else
		test_means(random, fixed, e);
	p[0] = rcc_effect_variation_p(e);
	p[1] = e->shift_p;
	rcc_holm(p, 2, adjusted, order);
	e->joint_layouts_p = adjusted[0];
	e->joint_shift_p = adjusted[1];
}

/* ---- The figures to report --------------------------------------------- */

/* Convert a variance of logarithms to a relative standard deviation in percent.
 * The standard deviation of logarithms is approximately the relative one. */
static double percent_of(double variance)
{
	return 100 * sqrt(fmax(variance, 0));
}

bool rcc_effect_sd(const struct rcc_effect *e, struct rcc_interval *percent)
{
	const struct rcc_interval *variance = &e->rounds.variance;

	*percent = e->effect.percent;
	if (!e->by_blocks)
		return e->effect.variance.estimate > 0;
	percent->estimate = percent->lo = percent->hi = NAN;
	if (e->rounds_error != 0 || !(variance->estimate > 0))
		return false;
	percent->estimate = percent_of(variance->estimate);
	percent->lo = percent_of(variance->lo);
	percent->hi = percent_of(variance->hi);
	return true;
}

bool rcc_effect_variation_is_seen(const struct rcc_effect *e)
{
	return e->joint_layouts_p <= e->alpha;
}

bool rcc_effect_is_untested(const struct rcc_effect *e)
{
	return e->by_blocks && isnan(e->layouts_p);
}

bool rcc_effect_is_one_round(const struct rcc_effect *e,
			     const struct rcc_blocks *blocks)
{
	return rcc_effect_is_untested(e) && blocks->n_rounds < 2;
}

static double sd_most(const struct rcc_effect *e)
{
	if (!e->by_blocks)
		return e->error == 0 && (e->effect.random_sd > 0 ||
					 !(e->effect.fixed_sd > 0))
			       ? e->effect.percent.hi
			       : NAN;
	if (e->rounds_error == 0)
		return percent_of(e->rounds.variance.hi);
	return 100 * e->blocks.log_sd_most;
}

void rcc_effect_compute(const struct rcc_cell *random,
			const struct rcc_cell *fixed,
			const struct rcc_blocks *blocks,
			const struct rcc_question *asked, struct rcc_effect *e)
{
	const bool is_exact = rcc_metric_is_simulated(&asked->metric);

	compare_variances(random, fixed, asked, e);
	e->spread = (struct rcc_spread){NAN, NAN, NAN, NAN};
	if (e->error == 0 && e->effect.method == RCC_LAYOUT_TWO_ARMS &&
	    !is_exact)
		compare_spreads(random, fixed, e);
	e->is_coarse = e->error == 0 &&
		       e->effect.method == RCC_LAYOUT_TWO_ARMS &&
		       random->rounding.is_narrow;
	e->variation_p =
		e->error == 0 && !e->is_coarse
			? rcc_variation_p(&e->effect, &e->spread, is_exact)
			: NAN;
	e->variation_holds = e->variation_p <= (1 - asked->computed_level) / 2;
	/* Reports print asked->level, the probability with which the interval
	 * covers the true ratio.  The interval was computed at this level or a
	 * higher one (question.h). */
	e->effect.shift.level = asked->level;
	e->blocks_error = rcc_blocks_ratio(blocks, e->fixed, e->random, asked,
					   &e->blocks);
	e->by_blocks = blocks->are_headline && e->blocks_error == 0;
	compare_rounds(blocks, asked, e);
	look_at_rounding(random, fixed, e);
	judge_together(random, fixed, blocks, asked, e);
	e->sd_most = sd_most(e);
}

const struct rcc_ratio *rcc_effect_shift(const struct rcc_effect *e)
{
	return e->by_blocks ? &e->blocks.ratio : &e->effect.shift;
}

struct rcc_ratio rcc_ratio_as_change(const struct rcc_ratio *ratio,
				     double old_mean)
{
	struct rcc_ratio change = *ratio;

	if (old_mean < 0) {
		change.estimate = 2 - ratio->estimate;
		change.lo = 2 - ratio->hi;
		change.hi = 2 - ratio->lo;
	}
	return change;
}

struct rcc_ratio rcc_effect_change(const struct rcc_effect *e)
{
	return rcc_ratio_as_change(rcc_effect_shift(e),
				   e->effect.fixed_mean.estimate);
}

bool rcc_effect_shift_is_seen(const struct rcc_effect *e)
{
	return e->joint_shift_p <= e->alpha &&
	       rcc_effect_shift(e)->set == RCC_RATIO_BOUNDED;
}

bool rcc_effect_is_undecided(const struct rcc_effect *e)
{
	struct rcc_interval percent;

	return e->by_blocks && !rcc_effect_is_untested(e) &&
	       !rcc_effect_variation_is_seen(e) && rcc_effect_sd(e, &percent) &&
	       percent.lo > 0;
}

bool rcc_effect_is_doubtful(const struct rcc_effect *e)
{
	return e->error == 0 && !e->by_blocks && !e->is_coarse &&
	       e->effect.noise_seen && !e->variation_holds;
}

bool rcc_effect_is_seen_by_spread_alone(const struct rcc_effect *e)
{
	return e->error == 0 && !e->by_blocks && !e->is_coarse &&
	       !e->effect.noise_seen && e->spread.p <= e->alpha / 2;
}

bool rcc_cells_are_constant(const struct rcc_cell *random,
			    const struct rcc_cell *fixed)
{
	return random->interval_error == 0 && fixed->interval_error == 0 &&
	       random->interval.lo == random->interval.hi &&
	       fixed->interval.lo == fixed->interval.hi;
}
