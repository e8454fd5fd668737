/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The results of `randstudy best`, from its database DIR/best.db, which has the
 * tables of store/trials.h.
 *
 * Texts in the database, as JSON:
 *	setup	{system, metric, asked, layouts, blocks, threshold, together,
 *		tandem, targeted: {seeds: [TEXT, ...], tried}}; asked is the
 *		metric as --metric has it; targeted.seeds are the seeds of the
 *		last layouts.  They were chosen among `tried` seeds, because
 *		they put the functions that `randstudy explain` names at good
 *		places.
 *	also	[COMMAND, ...]: other commands for which the winner was measured
 *
 *	heat	{samples, calls, files: [[SYMBOL, ...], ...]}: the order by heat of the
 *		program and its libraries; {why} if there is none; not present
 *		in searches of older versions
 *	profile	{built}: the program built with a profile; {why} if there is
 *		none; not present if it was not asked for
 *
 * Phases of the trials:
 *
 *	0, 1, ...		the rounds of the search (halving.h)
 *	RCC_BEST_CONFIRM	the winner, measured again: these runs decide
 *				whether it is worth shipping
 *	RCC_BEST_CONFIRM + k	the winner with the k-th other command, k >= 1
 *	RCC_BEST_HEAT_PHASE	the order by heat
 *	RCC_BEST_PROFILE_PHASE	the program built with a profile
 *	RCC_BEST_STATE_PHASE	the winner, measured once more: these runs state
 *				the gain.  They are made only if the winner is
 *				worth shipping
 *
 * `moves` of a trial is "original", "heat", "profile", or the seed of its layout.  `dose`
 * is 0 for the original layout.  The other trials of a block follow in the order
 * of rcc_halving_next().
 *
 * run/call_order.h computes the order by heat from samples and calls.  Samples
 * do not show who called a function.  Calls are therefore read from the machine
 * code of the hot functions.  The weight of a call is the number of samples
 * near the call instruction, in the function that calls.
 *
 * The winner was picked because it looked fast.  The runs of the search
 * therefore exaggerate its gain.  New runs decide whether it is worth shipping.
 * If they decide for the winner, they may exaggerate too: for a small gain that
 * takes some luck.  Therefore the gain is stated from further new runs, which
 * nothing depends on.  If the new runs decide against the winner, they state
 * the result themselves.
 *
 * The interval comes from the stating runs alone.  Their estimate is shrunken
 * towards the mean of all layouts (stats/rcc_shrink.h), unless that makes the
 * gain larger.  The amount of shrinking depends on how much layouts differ.  The
 * first round of the search shows how much they differ, because no layout had
 * been picked before that round.
 *
 * So, whatever is true of a program: over many searches, and over those that
 * end with a layout to ship, the mean of the stated gains is at most the mean of
 * the true ones.  (Given all earlier runs, the mean of the stating runs' log
 * ratio is the true one, and the stated gain is at most theirs.)
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

/* The name of the database in the study's directory. */
#define RCC_BEST_FILE "best.db"

#define RCC_BEST_SETUP "setup"
#define RCC_BEST_ALSO "also"
#define RCC_BEST_HEAT "heat"
#define RCC_BEST_PROFILE "profile"

#define RCC_BEST_CONFIRM 1000
#define RCC_BEST_HEAT_PHASE 2000
#define RCC_BEST_PROFILE_PHASE 3000
#define RCC_BEST_STATE_PHASE 4000
/* The value of `moves` in the records of the original layout's trials. */
#define RCC_BEST_ORIGINAL "original"
/* Layouts vary only the order of the functions, because a plain linker can
 * repeat this order. */
#define RCC_BEST_FACTORS "functions,program"
#define RCC_BEST_LEVEL 0.95

/* One program compared with the original layout: the winner with one command,
 * the program in the order by heat, or the program built with a profile. */
struct rcc_best_comparison {
	const char *command; /* NULL: the study's own */
	unsigned phase;	     /* phase of its trials */
	unsigned n_blocks;   /* so far, good or bad */
	struct rcc_block_ratio result;
	bool is_known; /* whether the result has an interval */
};

enum rcc_best_verdict {
	RCC_BEST_OPEN, /* more runs are to be made */
	RCC_BEST_YES,  /* the winner is worth shipping */
	RCC_BEST_NO,   /* no gain that matters was shown */
	RCC_BEST_HARM, /* the winner gains, but is worse with another command */
};

/* A zeroed struct is empty. */
struct rcc_best {
	json_t *setup, *also, *heat, *profile;
	size_t n_layouts, n_blocks;
	double threshold;
	double sign; /* 1 if lower values are better, -1 if higher ones are */
	struct rcc_halving halving;
	bool is_searched;
	/* Number of blocks of the present round so far. */
	unsigned n_round_blocks;
	/* comparison[0] is the winner with the study's own command.  The winner
	 * with each other command follows.  These are the first n_commands
	 * comparisons.  After them come the order by heat and the program built
	 * with a profile, as far as they exist. */
	struct rcc_best_comparison *comparison;
	size_t n_commands;
	size_t n_comparisons;
	/* The winner in the runs that state its gain.  It has blocks only if
	 * is_worth. */
	struct rcc_best_comparison stating;
	/* Whether comparison[0] is complete and shows that the winner is worth
	 * shipping. */
	bool is_worth;
	/* The stated result: ln(winner / original), shrunken. */
	struct rcc_shrunken shrunken;
	bool is_shrunken; /* whether `shrunken` is defined */
	size_t n_runs, n_failed;
	enum rcc_best_verdict verdict;
};

/* Return the seed of the i-th random layout of a search. */
uint64_t rcc_best_seed(uint64_t master_seed, size_t i);

/* Read the database and compute the results.  `master_seed` is the study's.
 * Returns 0 or a negative enum rcc_error.  The caller must release *b in any
 * case. */
int rcc_best_read(struct rcc_store *store, uint64_t master_seed,
		  const struct rcc_metric *metric, struct rcc_best *b);
void rcc_best_release(struct rcc_best *b);

/* Return the seed of a layout. */
uint64_t rcc_best_layout_seed(const struct rcc_best *b, size_t layout);
/* Return the number of layouts that were chosen by a rule instead of at random.
 * Their indices come after those of the random layouts. */
size_t rcc_best_n_targeted(const struct rcc_best *b);

/* Set is_worth, `shrunken` and is_shrunken.  Call this only after the search has
 * ended.  The function reads the search, its settings, comparison[0] and
 * `stating`. */
void rcc_best_conclude(struct rcc_best *b);

/* Return the comparison that states the result: `stating` if the winner is worth
 * shipping, else comparison[0]. */
const struct rcc_best_comparison *
rcc_best_stating(const struct rcc_best *b);
/* Return the ratio winner / original that is printed in reports: the shrunken
 * estimate.  NaN if the estimate is undefined. */
double rcc_best_stated(const struct rcc_best *b);

/* Return a comparison that has too few blocks, or NULL if all are complete.
 * Returns a comparison with another command than the study's only if all
 * comparisons with the study's own command are complete. */
const struct rcc_best_comparison *
rcc_best_unfinished(const struct rcc_best *b);

/* Return the comparison whose trials have this phase; NULL if there is none. */
const struct rcc_best_comparison *rcc_best_find(const struct rcc_best *b,
						unsigned phase);

/* Return whether a comparison shows that its layout is worse than the original
 * one, or better. */
bool rcc_best_is_worse(const struct rcc_best *b,
		       const struct rcc_best_comparison *c);
bool rcc_best_is_better(const struct rcc_best *b,
			const struct rcc_best_comparison *c);

#endif
