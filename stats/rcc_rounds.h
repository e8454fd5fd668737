/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Two rules that lengthen a study while it runs.  The first rule adds a second
 * round if the first round was not calm (struct rcc_calm).  The second rule
 * runs the blocks of a layout again if the layout's results differ too much
 * between rounds, or are too far from the results of other layouts.
 *
 * Neither rule sees which of two arms was faster.  So they do not bias a
 * comparison of arms whose runs have the same variation (doc/STATISTICS.md has
 * counts).
 *
 * If a program itself is slow at times, running blocks again removes some of
 * its slow runs.  Therefore the second rule is for arms of one program, not for
 * two programs.
 *
 * rcc_stats.h has the conventions; rcc_blocks.h defines rounds and blocks.
 */
#ifndef RCC_STATS_RCC_ROUNDS_H
#define RCC_STATS_RCC_ROUNDS_H

#include <stdbool.h>
#include <stddef.h>

/* The smallest number of layouts for which the two rules can decide. */
#define RCC_ROUNDS_FEWEST 8
/* The largest number of times that a layout's blocks are run again. */
#define RCC_ROUNDS_PASSES 3

/*
 * Judge whether a round was calm: whether successive runs were independent, and
 * no run was far off.  If so, one run of each layout is enough.  x[i] is ln of
 * the time of run i, in the order of the runs.  A cell is an arm of a system.
 * cell[i] < n_cells is the cell of run i.  The mean or the median of each cell
 * is subtracted first, so differences between cells do not count.
 *
 * autocorrelation
 *		at lag 1, after each cell's mean is subtracted
 * bound	1.645 / sqrt(n), which independent runs exceed once in 20
 *		studies
 * n_far	the number of runs that lie far from the median of their cell:
 *		their distance exceeds 7.413 times the median distance, so
 *		Iglewicz & Hoaglin's modified z-score is above 5.  (A report
 *		lists runs above 10, but with that limit too many disturbed
 *		rounds would pass as calm.)
 * is_calm	the autocorrelation is at most its bound, and n_far is 0
 *
 * `scratch` must hold 2 n doubles.  Returns RCC_EDOM if a cell has fewer than 8
 * runs, x is not finite, or all values are equal.
 */
struct rcc_calm {
	double autocorrelation, bound;
	size_t n_far;
	bool is_calm;
};
int rcc_calm_judge(const double *x, const size_t *cell, size_t n,
		   size_t n_cells, double *scratch, struct rcc_calm *out);

/*
 * Return the limit for the range of a layout's results.  If the range exceeds
 * the limit, the layout's blocks are run again.  The range of layout i is
 * max D_ir - min D_ir over its m rounds, which is |D_i1 - D_i2| with two
 * rounds.  The limit is 4 * 1.4826 times the median range of all layouts.
 *
 * The rule uses only differences between rounds, so it never removes a layout
 * that is slow in all rounds.  rcc_outlier_limits() is the rule for such
 * layouts.
 *
 * The limit assumes independent rounds, so compute it once, before any block is
 * run again.  d[n * m] is as in rcc_blocks.h.  `scratch` must hold n doubles.
 * Returns NaN if n < 8, m < 2, or a value is not finite.
 */
double rcc_repeat_limit(const double *d, size_t n, size_t m, double *scratch);
/* Return the range, max - min, of d[m], the log ratios of one layout in m
 * rounds. */
double rcc_rounds_range(const double *d, size_t m);

/*
 * The outlier limits of the layouts' means, center - distance and center +
 * distance.  The mean of a layout is the mean of its D_ir over rounds
 * (rcc_blocks.h).  A layout outside these limits is run again even if its
 * rounds agree, because every round may have been disturbed.  If the layout
 * really is that slow or that fast, the repeat gives the same result.
 *
 * `center` is the median of the layouts' means over rounds.  `distance` is
 * 7 * 1.4826 times the median distance of these means from `center`.
 *
 * Compute the limits once, before any block is run again.  `scratch` must hold
 * 2 n doubles.  Both fields are NaN if n < 8, m < 2, a value is not finite, or
 * half of the means are equal.
 */
struct rcc_outlier_limits {
	double center, distance;
};
struct rcc_outlier_limits rcc_outlier_limits(const double *d, size_t n,
					     size_t m, double *scratch);

/* Return whether a layout's blocks must be run again.  d[m] has the layout's
 * log ratios in m rounds.  The result is true if the range of d exceeds
 * `limit`, or if the mean of d is outside `limits`.  `limit` is the result of
 * rcc_repeat_limit().  `limits` must be NULL if the blocks were run again
 * already.  An undefined limit (NaN) is never exceeded. */
bool rcc_repeat_is_wanted(const double *d, size_t m, double limit,
			  const struct rcc_outlier_limits *limits);

#endif
