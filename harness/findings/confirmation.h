/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Confirm on new runs that the place of a function changes a program's time.
 * A suspicion (suspects.h) names one function or two, and the places at which
 * they would make the program slower or faster.  In the new runs, only these
 * functions are moved.  All other functions stay where they are.
 *
 * A *dose* is one placement of these functions.  A block has one run for each
 * dose.  At some doses the suspicion holds: the functions lie where it says.
 * The result is the ratio
 *
 *	geometric mean of the runs at the doses at which the suspicion holds
 *	--------------------------------------------------------------------
 *	geometric mean of the runs at the other doses
 *
 * Each block gives the pair of these two means.  rcc_block_ratio() computes the
 * ratio's interval from all pairs, or rcc_block_ratio_equal() if all pairs have
 * the same ratio.  Before the means are computed, outliers are replaced by less
 * extreme values (rcc_limit_table()), because the machine disturbs single runs.
 *
 * The doses depend on the kind of suspicion (enum rcc_property):
 *
 *	LINE		all offsets modulo 64 at which the function can begin
 *	PAGE		eight offsets modulo 4096, 512 bytes apart
 *	DISTANCE	one function at eight places, 512 bytes apart; the other
 *			function stays
 *	SET		two doses with both functions in one cache set, and four
 *			with the functions in different sets; in three of the
 *			four the first function is moved, in one the second
 *
 * If none of these doses is the layout with no function moved, this layout is
 * added as one more dose.  The suspicion may or may not hold at this dose.
 *
 * The result may be looked at while the runs are made, but only after planned
 * numbers of blocks.  Blocks after the last look do not count until the next
 * look.
 *
 * The probability of an error is limited to 5 % for a whole study.  Each
 * suspicion has an equal part of the 5 % (Bonferroni).  The looks at one
 * suspicion share its part (stats/rcc_claims.h).
 */
#ifndef RCC_HARNESS_FINDINGS_CONFIRMATION_H
#define RCC_HARNESS_FINDINGS_CONFIRMATION_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/findings/suspects.h"
#include "stats/rcc_stats.h"

/* The largest number of doses: eight places, and the layout with no function
 * moved. */
#define RCC_DOSES_MAX 9
/* The probability that a cause is named although no function's place changes
 * the program's time. */
#define RCC_EXPLAIN_ALPHA 0.05

struct rcc_dose {
	/* offset of the function, modulo the suspicion's modulus */
	unsigned offset;
	unsigned other;	 /* offset of the second function */
	bool is_suspect; /* whether the suspicion holds */
	bool is_unmoved; /* whether this is the layout with nothing moved */
};

/* Write to `dose` the offsets that a test of the suspicion must compare.
 * Return the number of doses; 0 if the alignment of a function allows no such
 * test.  at[i] is the offset of function number i before any function is moved,
 * and alignment[i] the alignment that it needs. */
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
	size_t n_measured; /* complete blocks of good runs */
	size_t n_blocks;   /* blocks up to the last look; only these count */
	enum rcc_confirmed verdict;
	/* The mean of the runs for which the suspicion holds, divided by the
	 * mean of the other runs.  The interval has the confidence level
	 * `level` (below), which allows for several suspicions and looks. */
	struct rcc_ratio ratio;
	/* Whether the function's place is seen to matter.  It is if the
	 * interval excludes 1.  If all blocks have the same ratio, the interval
	 * has no width, and the place matters if the effect exceeds the
	 * threshold. */
	bool is_seen;
	double level;
	/* For each dose, the ratio of its value to the mean value of the doses
	 * for which the suspicion does not hold.  The interval has a level of
	 * 95 %. */
	struct rcc_ratio each[RCC_DOSES_MAX];
};

/* A look is an interim analysis.  Return the number of blocks at look i, where
 * i counts from 0: 6, 9, 14, 21, ...  With fewer blocks than at the first look,
 * there is no result. */
size_t rcc_confirmation_look(size_t i);

/* Compute the result of the new runs.  The caller has set c->suspect, c->dose
 * and c->n_doses.  value[] has n_measured complete blocks.  Each block has a
 * value for each dose.  n_suspects is the number of suspicions that the study
 * tests.  Effects below `threshold` (a fraction) do not matter. */
void rcc_confirmation_compute(struct rcc_confirmation *c, const double *value,
			      size_t n_measured, size_t n_suspects,
			      double threshold);

#endif
