/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Ratios from runs that were made in blocks, and the correlation of the runs of
 * a block.  rcc_stats.h describes every result.  In the code, for block b:
 *
 *	d[b]	ln(now[b] / old[b])
 *	unit[b]	the number of the layout that ran
 *
 * The blocks of a layout form a unit.  Without layouts, each block is a unit.
 */
#include "stats/rcc_stats.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "common/error.h"
#include "stats/distribution.h"
#include "stats/rcc_blocks.h"

/* ---- Log ratios -------------------------------------------------------- */

/* Return ln(now / old).  Blocks with equal ratios must get exactly equal
 * results.  The logarithm of the quotient has this property, but a difference
 * of logarithms does not.  The difference is used only if the quotient
 * overflows or underflows. */
static double log_ratio(double old, double now)
{
	const double ratio = now / old;

	if (ratio > DBL_MIN && ratio < DBL_MAX)
		return log(ratio);
	return log(now) - log(old);
}

static bool is_positive(double x)
{
	return x > 0 && isfinite(x);
}

/* Compute d[b] of all blocks. */
static int compute_logs(const struct rcc_block_pairs *pairs, double *d)
{
	for (size_t b = 0; b < pairs->n; b++) {
		if (!is_positive(pairs->old[b]) || !is_positive(pairs->now[b]))
			return RCC_EDOM;
		d[b] = log_ratio(pairs->old[b], pairs->now[b]);
	}
	return 0;
}

static double mean_of(const double *x, size_t n)
{
	long double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += x[i];
	return (double)(sum / (long double)n);
}

/* Return the sum of the squares of x - center. */
static double squares_about(const double *x, size_t n, double center)
{
	long double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += ((long double)x[i] - center) *
		       ((long double)x[i] - center);
	return (double)sum;
}

/* Return whether n values are equal within rounding.  `squares` is the sum of
 * their squared deviations. */
static bool is_rounding(double squares, size_t n, const double *x)
{
	double largest = 1;

	for (size_t i = 0; i < n; i++)
		largest = fmax(largest, fabs(x[i]));
	return sqrt(squares / (double)n) <= 8 * DBL_EPSILON * largest;
}

/* ---- Units ------------------------------------------------------------- */

/*
 * For each unit, compute the sum of d[b] - center over its blocks b.  If
 * `is_mean` is set, compute the mean of d[b] instead; `center` must then be 0.
 *
 * The results are written to the beginning of `scratch`.  Units without blocks
 * are left out.  Returns the number of results.
 */
static size_t sum_units(const double *d, const size_t *unit, size_t n,
			size_t n_units, double center, bool is_mean,
			double *scratch)
{
	double *sum = scratch;
	double *count = scratch + n_units;
	size_t n_found = 0;

	memset(scratch, 0, 2 * n_units * sizeof(*scratch));
	for (size_t b = 0; b < n; b++) {
		sum[unit[b]] += d[b] - center;
		count[unit[b]]++;
	}
	for (size_t u = 0; u < n_units; u++)
		if (count[u] > 0)
			sum[n_found++] = is_mean ? sum[u] / count[u] : sum[u];
	return n_found;
}

size_t rcc_block_ratio_scratch(const struct rcc_block_pairs *pairs)
{
	const size_t most =
		pairs->n_layouts > pairs->n ? pairs->n_layouts : pairs->n;

	return (pairs->n + 3 * most + 1) * sizeof(double);
}

/* ---- Intervals --------------------------------------------------------- */

static void set_undefined(struct rcc_block_ratio *out, double level)
{
	memset(out, 0, sizeof(*out));
	out->ratio.method = RCC_RATIO_BLOCKS;
	out->ratio.set = RCC_RATIO_LINE;
	out->ratio.estimate = out->ratio.lo = out->ratio.hi = NAN;
	out->ratio.gap_lo = out->ratio.gap_hi = out->ratio.df = NAN;
	out->ratio.level = level;
	out->log_se = out->log_sd = out->log_sd_most = NAN;
	out->hodges_lehmann.estimate = out->hodges_lehmann.lo = NAN;
	out->hodges_lehmann.hi = out->hodges_lehmann.df = NAN;
	out->hodges_lehmann.level = level;
}

static int set_interval(double log_ratio, struct rcc_block_ratio *out)
{
	const double half =
		rcc_quantile_two_sided(out->ratio.level, out->ratio.df) *
		out->log_se;

	if (!isfinite(half) || !(half > 0))
		return RCC_EDOM;
	out->ratio.set = RCC_RATIO_BOUNDED;
	out->ratio.lo = exp(log_ratio - half);
	out->ratio.hi = exp(log_ratio + half);
	return 0;
}

static void set_hodges_lehmann(const double *x, size_t n, double *scratch,
			       struct rcc_block_ratio *out)
{
	struct rcc_interval *i = &out->hodges_lehmann;

	rcc_hodges_lehmann(x, n, out->ratio.level, scratch, i);
	i->estimate = exp(i->estimate);
	i->lo = exp(i->lo);
	i->hi = exp(i->hi);
}

/* Compute log_sd_most from the means x[n] of the units. */
static void set_most(const double *x, size_t n, double *scratch,
		     struct rcc_block_ratio *out)
{
	double df;

	if (rcc_kurtosis_df(x, n, scratch, &df) != 0)
		df = (double)n - 1;
	out->log_sd_most = sqrt(rcc_variance_limit(out->log_sd * out->log_sd,
						   df, out->ratio.level));
}

/* Compute the ratio from x[n], the mean of d of each unit. */
static int ratio_of_units(const double *x, size_t n, double *scratch,
			  struct rcc_block_ratio *out)
{
	const double mean = mean_of(x, n);
	const double squares = squares_about(x, n, mean);

	out->n_units = n;
	out->ratio.estimate = exp(mean);
	if (n < 2 || is_rounding(squares, n, x))
		return RCC_EDOM;
	out->ratio.df = (double)n - 1;
	out->log_sd = sqrt(squares / out->ratio.df);
	out->log_se = out->log_sd / sqrt((double)n);
	set_most(x, n, scratch, out);
	set_hodges_lehmann(x, n, scratch, out);
	return set_interval(mean, out);
}

/* Return the variance of the mean of d over all blocks.  Blocks with the same
 * unit[b] may depend on each other.  If the number of units that have blocks is
 * smaller than *fewest, set *fewest to this number. */
static double clustered(const double *d, const size_t *unit, size_t n,
			size_t n_units, double mean, double *scratch,
			size_t *fewest)
{
	const size_t found =
		sum_units(d, unit, n, n_units, mean, false, scratch);
	const double squares = squares_about(scratch, found, 0);

	if (found < *fewest)
		*fewest = found;
	return squares / ((double)n * (double)n) * (double)found /
	       ((double)found - 1);
}

/* Compute the ratio of crossed blocks with the variance of Cameron, Gelbach &
 * Miller (struct rcc_block_ratio).  This variance allows blocks with the same
 * old layout to depend on each other, and also blocks with the same new
 * layout. */
static int ratio_crossed(const struct rcc_block_pairs *pairs, const double *d,
			 double *scratch, struct rcc_block_ratio *out)
{
	const size_t n = pairs->n;
	const double mean = mean_of(d, n);
	const double squares = squares_about(d, n, mean);
	size_t fewest = n;
	double old;
	double now;
	double each;

	out->ratio.method = RCC_RATIO_CROSSED_BLOCKS;
	out->ratio.estimate = exp(mean);
	old = clustered(d, pairs->old_layout, n, pairs->n_layouts, mean,
			scratch, &fewest);
	now = clustered(d, pairs->now_layout, n, pairs->n_layouts, mean,
			scratch, &fewest);
	out->n_units = fewest;
	if (fewest < 2 || is_rounding(squares, n, d))
		return RCC_EDOM;
	each = squares / ((double)n * ((double)n - 1));
	out->ratio.df = (double)fewest - 1;
	/* Take at least the variance that independent blocks would have,
	 * because dependence on layouts can only increase the variance. */
	out->log_se = sqrt(fmax(old + now - each, each));
	return set_interval(mean, out);
}

/* Return whether some layout unit[b] is in several blocks. */
static bool has_repeats(const size_t *unit, size_t n, size_t n_units,
			double *count)
{
	memset(count, 0, n_units * sizeof(*count));
	for (size_t b = 0; b < n; b++)
		if (++count[unit[b]] > 1)
			return true;
	return false;
}

/* Return whether each old layout is compared with only one new layout, and each
 * new layout with only one old layout. */
static bool are_partners(const struct rcc_block_pairs *pairs, double *scratch)
{
	/* For each layout, the index of the layout that it is compared with,
	 * plus 1; 0 if there is none yet. */
	double *now_of = scratch;
	double *old_of = scratch + pairs->n_layouts;

	memset(scratch, 0, 2 * pairs->n_layouts * sizeof(*scratch));
	for (size_t b = 0; b < pairs->n; b++) {
		const size_t old = pairs->old_layout[b];
		const size_t now = pairs->now_layout[b];

		if (now_of[old] == 0 && old_of[now] == 0) {
			now_of[old] = (double)now + 1;
			old_of[now] = (double)old + 1;
		}
		if (now_of[old] != (double)now + 1)
			return false;
	}
	return true;
}

int rcc_block_ratio(const struct rcc_block_pairs *pairs, double level,
		    void *scratch, struct rcc_block_ratio *out)
{
	const size_t n = pairs->n;
	const size_t *unit = pairs->now_layout != NULL ? pairs->now_layout
						       : pairs->old_layout;
	double *d = scratch;
	double *rest = d + n;
	size_t n_units = n;

	set_undefined(out, level);
	out->n_blocks = n;
	if (n == 0 || compute_logs(pairs, d) != 0)
		return RCC_EDOM;
	if (pairs->old_layout != NULL && pairs->now_layout != NULL &&
	    !are_partners(pairs, rest) &&
	    (has_repeats(pairs->old_layout, n, pairs->n_layouts, rest) ||
	     has_repeats(pairs->now_layout, n, pairs->n_layouts, rest)))
		return ratio_crossed(pairs, d, rest, out);
	if (unit != NULL) {
		n_units =
			sum_units(d, unit, n, pairs->n_layouts, 0, true, rest);
		/* ratio_of_units() needs only the means of the units. */
		memcpy(d, rest, n_units * sizeof(*d));
	}
	return ratio_of_units(d, n_units, rest, out);
}

int rcc_block_ratio_equal(const struct rcc_block_pairs *pairs, double level,
			  void *scratch, struct rcc_block_ratio *out)
{
	const size_t n = pairs->n;
	double *d = scratch;
	double mean;

	set_undefined(out, level);
	out->n_blocks = n;
	if (n == 0 || pairs->old_layout != NULL || pairs->now_layout != NULL ||
	    compute_logs(pairs, d) != 0)
		return RCC_EDOM;
	mean = mean_of(d, n);
	out->n_units = n;
	out->ratio.estimate = exp(mean);
	if (!(pow(2, 1 - (double)n) <= 1 - level) ||
	    !is_rounding(squares_about(d, n, mean), n, d))
		return RCC_EDOM;
	out->log_se = out->log_sd = 0;
	out->ratio.set = RCC_RATIO_BOUNDED;
	out->ratio.lo = out->ratio.hi = out->ratio.estimate;
	return 0;
}

/* Set *mean to the mean of ln(b / a). */
static int mean_log_ratio(const double *a, const double *b, size_t n,
			  double *mean)
{
	long double sum = 0;

	for (size_t i = 0; i < n; i++) {
		if (!is_positive(a[i]) || !is_positive(b[i]))
			return RCC_EDOM;
		sum += log_ratio(a[i], b[i]);
	}
	*mean = (double)(sum / (long double)n);
	return n != 0 ? 0 : RCC_EDOM;
}

int rcc_block_unshare(const double *old, const double *now, const double *alone,
		      size_t n, double *corrected)
{
	double ratio;
	double cost;
	double log_alone; /* ln of the ratio of the times alone */
	double by_ratio;  /* derivative of log_alone by `ratio` */
	double by_cost;	  /* derivative of log_alone by `cost` */

	if (mean_log_ratio(old, now, n, &ratio) != 0 ||
	    mean_log_ratio(alone, old, n, &cost) != 0)
		return RCC_EDOM;
	log_alone = log1p(exp(cost) * expm1(ratio));
	by_ratio = exp(cost + ratio - log_alone);
	by_cost = exp(cost - log_alone) * expm1(ratio);
	if (!isfinite(by_ratio) || !isfinite(by_cost))
		return RCC_EDOM;
	for (size_t i = 0; i < n; i++)
		corrected[i] =
			old[i] *
			exp(log_alone +
			    by_ratio * (log_ratio(old[i], now[i]) - ratio) +
			    by_cost * (log_ratio(alone[i], old[i]) - cost));
	return 0;
}

int rcc_block_ratio_detectable(const struct rcc_block_ratio *r, double level,
			       double power, double *difference)
{
	*difference = NAN;
	if (!(r->log_se > 0) || !(power > 0.5 && power < 1))
		return RCC_EDOM;
	*difference = expm1((rcc_quantile_two_sided(level, r->ratio.df) +
			     rcc_quantile_t(power, r->ratio.df)) *
			    r->log_se);
	return isfinite(*difference) ? 0 : RCC_EDOM;
}

/* ---- Are the runs of a block alike? ------------------------------------ */

/* Subtract each cell's mean.  Then compute the sums of squares between blocks
 * and within blocks.  A cell is an arm of a system, with one run in each
 * block. */
static void split_squares(const double *x, size_t n_blocks, size_t n_cells,
			  double *cell_mean, double *blocks, double *within)
{
	long double grand = 0;
	long double of_blocks = 0;
	long double of_rest = 0;

	for (size_t c = 0; c < n_cells; c++) {
		long double sum = 0;

		for (size_t b = 0; b < n_blocks; b++)
			sum += x[b * n_cells + c];
		cell_mean[c] = (double)(sum / (long double)n_blocks);
		grand += cell_mean[c];
	}
	grand /= (long double)n_cells;
	for (size_t b = 0; b < n_blocks; b++) {
		const double mean = mean_of(x + b * n_cells, n_cells);
		const double off = mean - (double)grand;

		of_blocks += (long double)off * off;
		for (size_t c = 0; c < n_cells; c++) {
			const double rest =
				x[b * n_cells + c] - cell_mean[c] - off;

			of_rest += (long double)rest * rest;
		}
	}
	*blocks = (double)(of_blocks * (long double)n_cells);
	*within = (double)of_rest;
}

int rcc_block_correlation(const double *x, size_t n_blocks, size_t n_cells,
			  double *scratch, struct rcc_block_correlation *out)
{
	const double others = (double)n_cells - 1;
	double between; /* mean squares between and within blocks */
	double within;

	out->correlation = out->sd = out->sd_within = NAN;
	out->f = out->p = out->df_between = out->df_within = NAN;
	out->is_seen = false;
	for (size_t i = 0; i < n_blocks * n_cells; i++)
		if (!isfinite(x[i]))
			return RCC_EDOM;
	if (n_blocks < 2 || n_cells < 2)
		return RCC_EDOM;
	split_squares(x, n_blocks, n_cells, scratch, &between, &within);
	out->df_between = (double)n_blocks - 1;
	out->df_within = out->df_between * others;
	between /= out->df_between;
	within /= out->df_within;
	out->sd = sqrt((between + others * within) / (double)n_cells);
	out->sd_within = sqrt(within);
	if (!(between + others * within > 0))
		return RCC_EDOM;
	out->correlation = (between - within) / (between + others * within);
	out->f = between / within;
	out->p = isinf(out->f) ? 0
			       : rcc_f_upper_p(out->f, out->df_between,
					       out->df_within);
	out->is_seen = out->p <= RCC_BLOCKS_SIGNIFICANCE;
	return 0;
}
