/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The rules that lengthen a study while it runs: a second round where the first was
 * not calm, and layouts whose blocks are run again.  Neither rule sees which of two
 * arms was faster, so neither shifts a comparison (doc/STATISTICS.md has counts).
 * rcc_stats.h has the conventions, rcc_blocks.h says what rounds and blocks are.
 */
#ifndef RCC_STATS_RCC_ROUNDS_H
#define RCC_STATS_RCC_ROUNDS_H

#include <stdbool.h>
#include <stddef.h>

/* The fewest layouts with which either rule can decide anything. */
#define RCC_ROUNDS_FEWEST 8
/* How often a layout's blocks may be run again. */
#define RCC_ROUNDS_PASSES 3

/*
 * Were the runs of a round calm, so that one run of each layout is enough?  x[i] is
 * the logarithm of run i, in the order in which they were made, and cell[i] < n_cells
 * says which of the compared programs (a system's arm) it executed.  Every number is
 * taken after the middle of each cell was taken off, so differences of the cells do
 * not count.
 *
 * autocorrelation
 *	at lag 1, of the runs less their cell's mean
 * bound	1.645 / sqrt(n): independent runs exceed it once in 20 studies
 * n_far	runs whose distance from their cell's median is over 7.413 times the
 *	median of these distances (Iglewicz & Hoaglin's modified z-score above 5; a
 *	report names runs above 10, which would leave too many disturbed rounds
 *	alone)
 * is_calm	neither the autocorrelation is above its bound, nor is any run far off
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
 * The limit of a layout's range over its m rounds, max D_ir - min D_ir, beyond which
 * its blocks are run again: 4 * 1.4826 times the median range.  With two rounds the
 * range is |D_i1 - D_i2|.  The rule sees differences between rounds only, so it never
 * removes a layout that is slow in all of them.  It is for independent rounds: the
 * limit is computed once, before any block is run again.
 * d[n * m] as in rcc_blocks.h; scratch: n doubles.
 * NaN: n < 8, m < 2, or a value is not finite.
 */
double rcc_repeat_limit(const double *d, size_t n, size_t m, double *scratch);
/* max - min of m values. */
double rcc_rounds_range(const double *d, size_t m);

#endif
