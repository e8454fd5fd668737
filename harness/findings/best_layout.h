/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The results of `randstudy best`, from its database DIR/best.db, which has the
 * tables of store/trials.h.
 *
 * Texts in the database, as JSON:
 *	setup	{system, metric, asked, layouts, blocks, threshold, together,
 *		tandem}; asked is the metric as --metric has it
 *	also	[COMMAND, ...]: other commands for which the winner was measured
 *
 * Phases of the trials:
 *	0, 1, ...		the rounds of the search (halving.h)
 *	RCC_BEST_CONFIRM	the winner, measured again
 *	RCC_BEST_CONFIRM + k	the winner with the k-th other command, k >= 1
 * `moves` of a trial is "original", or the seed of its layout.  The trials of a
 * block have the dose 0 for the original layout; the others follow in the order
 * of rcc_halving_next().
 *
 * The winner was picked because it looked fast.  The runs of the search
 * therefore exaggerate its gain, and only new runs count for the result.  They
 * give the interval.  Of the search, only the first round is used again: it
 * says how much layouts differ at all, before any was picked, and by that the
 * estimate is shrunken (stats/rcc_shrink.h).
 */
#ifndef RCC_HARNESS_FINDINGS_BEST_LAYOUT_H
#define RCC_HARNESS_FINDINGS_BEST_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <jansson.h>

#include "harness/findings/halving.h"
#include "harness/store/store.h"
#include "harness/study/metric.h"
#include "stats/rcc_shrink.h"
#include "stats/rcc_stats.h"

/* The file in the study's directory. */
#define RCC_BEST_FILE "best.db"

#define RCC_BEST_SETUP "setup"
#define RCC_BEST_ALSO "also"

#define RCC_BEST_CONFIRM 1000
/* `moves` of the original layout's trials. */
#define RCC_BEST_ORIGINAL "original"
/* The factors of the layouts: the order of all functions, which a plain linker
 * can repeat, and nothing else. */
#define RCC_BEST_FACTORS "functions,program"
#define RCC_BEST_LEVEL 0.95

/* The winner against the original layout, with one command. */
struct rcc_best_comparison {
	const char *command; /* NULL: the study's own */
	unsigned n_blocks;   /* so far, good or bad */
	struct rcc_block_ratio result;
	bool is_known; /* whether the result has an interval */
};

enum rcc_best_verdict {
	RCC_BEST_OPEN, /* more runs are to be made */
	RCC_BEST_YES,  /* the winner is worth shipping */
	RCC_BEST_NO,   /* no gain that matters was shown */
	RCC_BEST_HARM, /* it gains, but is worse with another command */
};

/* A zeroed struct is empty. */
struct rcc_best {
	json_t *setup, *also;
	size_t n_layouts, n_blocks;
	double threshold;
	double sign; /* 1 if lower values are better, -1 if higher ones are */
	struct rcc_halving halving;
	bool is_searched;
	/* Number of blocks of the present round so far. */
	unsigned n_round_blocks;
	/* [1 + number of other commands]; the first is the study's own. */
	struct rcc_best_comparison *comparison;
	size_t n_comparisons;
	/* The stated result: ln(winner / original), shrunken. */
	struct rcc_shrunken shrunken;
	bool is_shrunken; /* whether that is defined */
	size_t n_runs, n_failed;
	enum rcc_best_verdict verdict;
};

/* Return the seed of the i-th layout of a search. */
uint64_t rcc_best_seed(uint64_t master_seed, size_t i);

/* Read the database and compute the results.  The study has this master seed.
 * Returns 0 or a negative enum rcc_error.  The caller must release *b in any
 * case. */
int rcc_best_read(struct rcc_store *store, uint64_t master_seed,
		  const struct rcc_metric *metric, struct rcc_best *b);
void rcc_best_release(struct rcc_best *b);

/* Compute the stated result from a search that has ended and the new runs:
 * b->halving, b->sign and comparison[0].  Sets b->shrunken. */
void rcc_best_shrink(struct rcc_best *b);

/* Return the ratio winner / original that is stated; NaN if it is undefined. */
double rcc_best_stated(const struct rcc_best *b);

/* Return the first command with which the winner is to be
 * measured further; n_comparisons if there is none. */
size_t rcc_best_unfinished(const struct rcc_best *b);

/* Return whether a comparison shows that the winner is worse. */
bool rcc_best_is_worse(const struct rcc_best *b, size_t i);

#endif
