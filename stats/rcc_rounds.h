/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The rules that lengthen a study while it runs: one adds a second round if the
 * first was not calm, the other runs blocks of a layout again.  Neither rule
 * sees which of two arms was faster, so neither shifts a comparison of arms
 * whose runs vary alike (doc/STATISTICS.md has counts).  If a program is slow
 * at times by itself, running blocks again removes some of its slow runs.
 * Therefore the second rule is for the arms of one program, not for two
 * programs.
 *
 * rcc_stats.h has the conventions; rcc_blocks.h defines rounds and blocks.
 */
#ifndef RCC_STATS_RCC_ROUNDS_H
#define RCC_STATS_RCC_ROUNDS_H

#include <stdbool.h>
#include <stddef.h>

/* The smallest number of layouts with which the two rules can decide. */
#define RCC_ROUNDS_FEWEST 8
/* The largest number of times that a layout's blocks are run again. */
#define RCC_ROUNDS_PASSES 3

/*
 * Judge whether a round was calm, so that one run of each layout is enough.
 * x[i] is the logarithm of the time of run i, in the order of the runs.
 * cell[i] < n_cells says which of the compared programs (a system's arm) run i
 * executed.  The mean or the median of each cell is subtracted first, so
 * differences between cells do not count.
 *
 * autocorrelation
 *	autocorrelation at lag 1, after each cell's mean is subtracted
 * bound	1.645 / sqrt(n): independent runs exceed it once in 20 studies
 * n_far	the number of runs whose distance from their cell's median
 *	exceeds 7.413 times the median of these distances: Iglewicz & Hoaglin's
 *	modified z-score is above 5.  (A report lists runs above 10.  With that
 *	limit too many disturbed rounds would pass as calm.)
 * is_calm	the autocorrelation is at most its bound, and n_far is 0
 *
 * scratch: 2 n doubles.
 * RCC_EDOM: a cell has fewer than 8 runs, x is not finite, or nothing varies.
 */
struct rcc_calm {
	double autocorrelation, bound;
	size_t n_far;
	bool is_calm;
};
int rcc_calm_judge(const double *x, const size_t *cell, size_t n,
		   size_t n_cells, double *scratch, struct rcc_calm *out);

/*
 * Return the range beyond which a layout's blocks are run again: 4 * 1.4826
 * times the median range of all layouts.  The range of layout i is max D_ir -
 * min D_ir over its m rounds, with two rounds |D_i1 - D_i2|.  The rule uses
 * only differences between rounds, so it never removes a layout that is slow in
 * all of them; rcc_repeat_reach() is for these.  Compute the limit once, before
 * any block is run again, because it assumes independent rounds.  d[n * m] as
 * in rcc_blocks.h; scratch: n doubles. NaN: n < 8, m < 2, or a value is not
 * finite.
 */
double rcc_repeat_limit(const double *d, size_t n, size_t m, double *scratch);
/* Return the range, max - min, of a layout's m values. */
double rcc_rounds_range(const double *d, size_t m);

/*
 * The distance beyond which a layout is run again although its rounds agree: a
 * run may have been disturbed in every round.  `center` is the median of the
 * layouts' means over rounds, and `distance` is 7 * 1.4826 times the median
 * distance of these means from it.  A layout that is really so far off is
 * measured again, once, and found there again, so that it counts as it should.
 * Compute both once, before any block is run again. Both are NaN: n < 8, m < 2,
 * a value is not finite, or half of the means are equal. scratch: 2 n doubles.
 */
struct rcc_repeat_reach {
	double center, distance;
};
struct rcc_repeat_reach rcc_repeat_reach(const double *d, size_t n, size_t m,
					 double *scratch);

/* Return whether a layout's blocks are to be run again: the range of its m
 * values is larger than `limit`, from rcc_repeat_limit(), or their mean is
 * beyond the reach. `reach` is NULL if they were run again already.  What is
 * NaN makes no layout run again. */
bool rcc_repeat_is_wanted(const double *d, size_t m, double limit,
			  const struct rcc_repeat_reach *reach);

#endif
