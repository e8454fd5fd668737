/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Two rules that lengthen a study while it runs:
 *  - Add a second round if the first round was not calm (struct rcc_calm).
 *  - Run the blocks of a layout again if the layout's results differ too much
 *    between rounds, or are too far from the results of other layouts.
 *
 * Neither rule depends on which of two arms was faster.  So the rules do not
 * bias a comparison of arms whose runs vary equally (doc/STATISTICS.md has
 * counts).
 *
 * A program may itself be slow at times.  The second rule then removes some of
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
/* The level of rcc_autocorrelation_bound() at which successive runs count as
 * dependent.  Independent runs exceed the upper limit of a two-sided interval
 * of this level once in 20 studies. */
#define RCC_ROUNDS_DEPENDENCE_LEVEL 0.9
/* The standard deviation of normal values divided by the median of their
 * distances from their median, as the rules on far values have it. */
#define RCC_ROUNDS_SD_PER_MEDIAN 1.4826
/* The largest number of times that a layout's blocks are run again. */
#define RCC_ROUNDS_PASSES 3

/*
 * Judge whether a round was calm: successive runs were independent, and no run
 * was far off.  If so, one run of each layout is enough.
 *
 * x[i] is ln of the time of run i, in the order of the runs.  cell[i] < n_cells
 * is the cell of run i; a cell is an arm of a system.  Differences between
 * cells do not count, because each cell's mean or median is subtracted first.
 * has_common_layouts[c] says whether the layouts of cell c are also those of
 * another cell.  If it is NULL, no cell has common layouts.
 *
 * autocorrelation
 *		at lag 1, after each cell's mean is subtracted.  Runs of cells
 *		with common layouts are left out, because neighbors of the same
 *		layout are alike on the calmest machine
 * bound	1.645 / sqrt(n), where n counts the runs in `autocorrelation`.
 *		Independent runs exceed it in one study of 20
 * n_far	the number of runs that are far from the median of their cell.
 *		A run is far if its distance from the median exceeds 5 * 1.4826
 *		times the median distance in the cell.  Iglewicz & Hoaglin's
 *		modified z-score is then above 5.  If more than half of a cell's
 *		runs are equal, as clocks with long ticks make them, the median
 *		distance is 0, and no run is far.  (A report lists only runs
 *		above 10.  With 10 here, too many disturbed rounds would pass as
 *		calm.)
 * is_calm	whether the autocorrelation is at most `bound`, and n_far is 0
 *
 * `scratch` must hold 2 n doubles.  Returns RCC_EDOM if a cell has fewer than 8
 * runs, a value is not finite, or no cell has different values.  *out is then
 * undefined.
 */
struct rcc_calm {
	double autocorrelation, bound;
	size_t n_far;
	bool is_calm;
};
int rcc_calm_judge(const double *x, const size_t *cell, size_t n,
		   size_t n_cells, const bool *has_common_layouts,
		   double *scratch, struct rcc_calm *out);

/*
 * Return the limit for the range of a layout's results.  The range of layout i
 * is max D_ir - min D_ir over its m rounds.  The limit is 4 * 1.4826 times the
 * median range of all n layouts.  If a layout's range exceeds the limit, the
 * layout's blocks are run again.
 *
 * A layout that is slow in all rounds has no large range.
 * rcc_outlier_limits() is for such layouts.
 *
 * The limit assumes independent rounds.  So compute it once, before any block
 * is run again.
 *
 * d[n * m] is as in rcc_blocks.h.  `scratch` must hold n doubles.  Returns NaN
 * if n < 8, m < 2, a value is not finite, or the median range is 0.
 */
double rcc_repeat_limit(const double *d, size_t n, size_t m, double *scratch);
/* Return the range, max - min, of d[m], the log ratios of one layout in m
 * rounds. */
double rcc_rounds_range(const double *d, size_t m);

/*
 * The limits outside which a layout is an outlier: center - distance and
 * center + distance.  They apply to the mean of a layout's D_ir over its m
 * rounds (rcc_blocks.h).
 *
 * center	the median of the n layouts' means
 * distance	7 * 1.4826 times the median distance of the means from `center`
 *
 * An outlier is run again even if its rounds agree, because every round may
 * have been disturbed.  If the layout really is that slow or that fast, the
 * repeat gives the same result.
 *
 * Compute the limits once, before any block is run again.  `scratch` must hold
 * 2 n doubles.  Both fields are NaN if n < 8, m < 2, a value is not finite, or
 * more than half of the means are equal.
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
