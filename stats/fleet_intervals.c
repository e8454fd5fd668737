/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Intervals of the variances of machines and layouts, and of the portable
 * share.  rcc_fleet.h says how limits at zero are treated.
 */
#include "stats/fleet.h"

#include <math.h>
#include <string.h>

#include "stats/mean_squares.h"

#define LAYOUTS RCC_FLEET_LAYOUTS
#define CELLS RCC_FLEET_LAYOUT_MACHINE
#define RUNS RCC_FLEET_RUNS
#define N_PARTS RCC_N_FLEET_COMPONENTS

/* The number of bisection steps of find_share(). */
enum { N_HALVINGS = 40 };

/* The constants of rcc_mean_squares_init() for limits.  `two` is for the limits
 * of a two-sided interval: each of them is on the wrong side of the true value
 * with probability α / 2.  `one` is for a single limit, which is on the wrong
 * side with probability α. */
struct constants {
	struct rcc_mean_squares two, one;
};

/* Return the estimate of a variance: the sum of coefficient c[i] times mean
 * square s[i]. */
static double sum_of(const double *c, const double *s)
{
	double sum = 0;

	for (size_t i = 0; i < N_PARTS; i++)
		if (c[i] != 0)
			sum += c[i] * s[i];
	return sum;
}

/* Set the mean square s[leading] so that the estimate sum_of(c, s) is 0.  With
 * `only_raise`, do that only if the estimate is negative. */
static void set_to_zero(double *s, const double *c, size_t leading,
			bool only_raise)
{
	const double estimate = sum_of(c, s);

	if (!only_raise || estimate < 0)
		s[leading] -= estimate / c[leading];
}

/* Compute the interval of a variance, whose estimate is sum_of(c, mean_square).
 * `leading` is the index of the variance's component, and of the mean square of
 * this component. */
static void variance_interval(const struct constants *k, const double *c,
			      const double *mean_square, size_t leading,
			      struct rcc_interval *out)
{
	double raised[N_PARTS];
	double zero[N_PARTS];
	double least; /* the upper limit if the estimate were 0 */
	double two;
	double one;

	memcpy(raised, mean_square, sizeof(raised));
	memcpy(zero, mean_square, sizeof(zero));
	set_to_zero(raised, c, leading, true);
	set_to_zero(zero, c, leading, false);
	least = rcc_mean_squares_upper(&k->two, c, zero);
	two = rcc_mean_squares_lower(&k->two, c, mean_square);
	one = rcc_mean_squares_lower(&k->one, c, mean_square);
	out->lo = fmax(0, fmax(two, fmin(one, least)));
	out->hi = rcc_mean_squares_upper(&k->two, c, raised);
}

/* ---- The portable share ------------------------------------------------ */

/* The coefficients of the mean squares in the estimates of σ²_L and σ²_LM. */
struct share {
	double layouts[N_PARTS], cells[N_PARTS];
};

/* Return the upper or the lower limit of (1 - share) σ²_L - share σ²_LM.  This
 * difference is 0 at the true share. */
static double limit_at(const struct share *it, double share,
		       const struct rcc_mean_squares *m, const double *s,
		       bool is_upper)
{
	double c[N_PARTS];

	for (size_t i = 0; i < N_PARTS; i++)
		c[i] = (1 - share) * it->layouts[i] - share * it->cells[i];
	return is_upper ? rcc_mean_squares_upper(m, c, s)
			: rcc_mean_squares_lower(m, c, s);
}

/* Return the share at which limit_at() is 0.  The limit falls as the share
 * grows. */
static double find_share(const struct share *it,
			 const struct rcc_mean_squares *m, const double *s,
			 bool is_upper)
{
	double lo = 0;
	double hi = 1;

	if (!(limit_at(it, 0, m, s, is_upper) > 0))
		return 0;
	if (!(limit_at(it, 1, m, s, is_upper) < 0))
		return 1;
	for (int i = 0; i < N_HALVINGS; i++) {
		const double middle = (lo + hi) / 2;

		if (limit_at(it, middle, m, s, is_upper) > 0)
			lo = middle;
		else
			hi = middle;
	}
	return (lo + hi) / 2;
}

static void share_interval(const struct constants *k, const struct share *it,
			   const double *mean_square, struct rcc_interval *out)
{
	double s[N_PARTS];
	double no_layouts[N_PARTS]; /* mean squares that estimate σ²_L as 0 */
	double no_cells[N_PARTS]; /* mean squares that estimate σ²_LM as 0 */
	double least; /* the upper limit if the estimate of σ²_L were 0 */
	double most;  /* the lower limit if the estimate of σ²_LM were 0 */

	memcpy(s, mean_square, sizeof(s));
	set_to_zero(s, it->cells, CELLS, true);
	set_to_zero(s, it->layouts, LAYOUTS, true);
	memcpy(no_layouts, s, sizeof(s));
	set_to_zero(no_layouts, it->layouts, LAYOUTS, false);
	memcpy(no_cells, s, sizeof(s));
	set_to_zero(no_cells, it->cells, CELLS, false);
	least = find_share(it, &k->two, no_layouts, true);
	most = find_share(it, &k->two, no_cells, false);
	out->lo = fmax(find_share(it, &k->two, s, false),
		       fmin(find_share(it, &k->one, s, false), least));
	out->hi = fmin(find_share(it, &k->two, s, true),
		       fmax(find_share(it, &k->one, s, true), most));
}

/* ---- All --------------------------------------------------------------- */

/* Make the interval contain the estimate.  The estimate is by REML, and the
 * limits are from mean squares, so in unbalanced data the estimate can lie
 * outside them. */
static void include_estimate(struct rcc_interval *it)
{
	if (isnan(it->estimate) || isnan(it->lo) || isnan(it->hi))
		return;
	it->lo = fmin(it->lo, it->estimate);
	it->hi = fmax(it->hi, it->estimate);
}

void rcc_fleet_intervals(const struct rcc_fleet_square *square, double level,
			 struct rcc_interval *component,
			 struct rcc_interval *share)
{
	struct constants k;
	struct share parts;
	double s[N_PARTS];
	double df[N_PARTS];

	for (size_t i = 0; i < N_PARTS; i++) {
		s[i] = square[i].value;
		df[i] = isnan(s[i]) ? NAN : square[i].tails_df;
	}
	rcc_mean_squares_init(&k.two, df, N_PARTS, (1 - level) / 2);
	rcc_mean_squares_init(&k.one, df, N_PARTS, 1 - level);
	for (size_t i = 0; i < N_PARTS; i++) {
		double c[N_PARTS];

		rcc_fleet_coefficients(square, (enum rcc_fleet_component)i, c);
		if (i == RUNS) {
			component[i].lo = rcc_mean_squares_lower(&k.two, c, s);
			component[i].hi = rcc_mean_squares_upper(&k.two, c, s);
		} else if (i != CELLS || !isnan(s[RUNS])) {
			variance_interval(&k, c, s, i, &component[i]);
		}
		component[i].df = square[i].df;
		include_estimate(&component[i]);
	}
	if (isnan(s[RUNS]))
		return;
	rcc_fleet_coefficients(square, LAYOUTS, parts.layouts);
	rcc_fleet_coefficients(square, CELLS, parts.cells);
	share_interval(&k, &parts, s, share);
	include_estimate(share);
}
