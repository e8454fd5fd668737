/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Confirm a suspicion (suspects.h) on new runs, in which one function is moved
 * and all others stay where they are.
 *
 * A block has a run for each *dose*, which is one offset of the function.  At
 * some doses the suspicion holds.  The result is the ratio
 *	geometric mean of these doses / geometric mean of the other doses
 * with the interval of rcc_block_ratio(), a unit being a block.  Runs that the
 * machine disturbed are limited before (rcc_limit_table()).
 *
 *	modulo 64	all offsets at which the function can begin
 *	modulo 4096	eight offsets, 512 bytes apart
 *	two functions	both in one cache set at two places; and four programs
 *			in which they are apart, either function moved
 *
 * The runs may be looked at while they are made.  The looks share the error
 * probability (stats/rcc_claims.h), and all suspicions of a study together
 * share 5 % (Bonferroni).
 */
#ifndef RCC_HARNESS_FINDINGS_CONFIRMATION_H
#define RCC_HARNESS_FINDINGS_CONFIRMATION_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/findings/suspects.h"
#include "stats/rcc_stats.h"

#define RCC_DOSES_MAX 8
/* The probability that a program without a cause gets one named. */
#define RCC_EXPLAIN_ALPHA 0.05

struct rcc_dose {
	unsigned offset; /* modulo the suspicion's modulus */
	unsigned other;	 /* offset of the second function */
	bool is_suspect; /* whether the suspicion holds */
};

/* Write the doses of a suspicion to `dose`.  The functions are at the offsets
 * at[function] in the layout as it is.  Return the number of doses; 0 if the
 * function cannot be moved as is necessary. */
size_t rcc_doses_of(const struct rcc_suspect *s, const unsigned *at,
		    const unsigned *alignment,
		    struct rcc_dose dose[RCC_DOSES_MAX]);

enum rcc_confirmed {
	RCC_CONFIRM_OPEN, /* undecided */
	RCC_CONFIRM_YES,  /* the ratio is not 1, and precise enough */
	RCC_CONFIRM_NO,	  /* no effect larger than the threshold */
};

struct rcc_confirmation {
	struct rcc_suspect suspect;
	struct rcc_dose dose[RCC_DOSES_MAX];
	size_t n_doses;
	size_t n_blocks; /* complete blocks of good runs */
	enum rcc_confirmed verdict;
	/* The ratio, at a level for this many suspicions and looks. */
	struct rcc_ratio ratio;
	bool is_seen; /* whether the interval excludes 1 */
	double level;
	/* Each dose relative to the mean of the doses at which the suspicion
	 * does not hold: a ratio with its interval at 95 %. */
	struct rcc_ratio each[RCC_DOSES_MAX];
};

/* The number of blocks at look i: 6, 9, 14, 21, ... */
size_t rcc_confirmation_look(size_t i);

/* Compute the result.  c->suspect, c->dose and c->n_doses are set.  value[] has
 * the values of n_blocks complete blocks, one per dose.  All of n_suspects are
 * tested.  Effects below `threshold` (a fraction) do not matter. */
void rcc_confirmation_compute(struct rcc_confirmation *c, const double *value,
			      size_t n_blocks, size_t n_suspects,
			      double threshold);

#endif
