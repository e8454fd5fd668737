/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The results of `randstudy best`.  It searches the layouts of a program for
 * the winner, the layout with the best values of a metric.  It then compares
 * these programs with the original layout:
 *
 *	- the winner
 *	- the same program with its functions in the order by heat (see below)
 *	- the program that the compiler builds with a profile of its runs
 *
 * The database DIR/best.db has the tables of store/trials.h: texts stored under
 * keys, and trials.  A trial is one run.
 *
 * Texts in the database, as JSON:
 *	setup	{system, metric, asked, layouts, blocks, threshold, together,
 *		tandem, targeted: {seeds: [TEXT, ...], tried}}
 *		- asked is the argument of --metric, or `metric` if it was not
 *		  given
 *		- layouts is the number of layouts in the search
 *		- blocks is the number of blocks in which the winner is measured
 *		  again
 *		- together is the number of layouts in a block of the search,
 *		  without the original one
 *		- targeted.seeds are the seeds of layouts that are searched
 *		  besides the random ones.  They were chosen among `tried`
 *		  seeds, because they put the functions that `randstudy explain`
 *		  names at good places
 *	also	[COMMAND, ...]: other commands for which the winner was measured
 *	heat	{samples, calls, files: [[SYMBOL, ...], ...]}: the order by heat
 *		of the functions of the program and of its libraries; {why} if
 *		there is none; not present in searches of older versions
 *	profile	{built}: the program was built with a profile; {why} if it was
 *		not; not present if it was not asked for
 *	host	the machine that made the trials (run/host.h)
 *
 * Each trial is of one phase:
 *
 *	0, 1, ...		the rounds of the search (halving.h)
 *	RCC_BEST_CONFIRM	the winner, measured again.  These runs decide
 *				whether it is worth shipping: whether it is
 *				better than the original layout by at least the
 *				threshold
 *	RCC_BEST_CONFIRM + k	the winner with the k-th other command, k >= 1
 *	RCC_BEST_HEAT_PHASE	the order by heat
 *	RCC_BEST_PROFILE_PHASE	the program built with a profile
 *	RCC_BEST_STATE_PHASE	the winner, measured once more.  These runs
 *				state the gain.  They are made only if the
 *				winner is worth shipping
 *
 * A trial (struct rcc_trial_record) has these fields, among others:
 *
 *	moves	"original", "heat", "profile", "alone", or the seed of the
 *		trial's layout
 *	dose	the trial's position in its block, 0 for the original layout.
 *		In the search, the other layouts follow in the order of
 *		rcc_halving_next()
 *
 * A block outside the search has two trials.  If they share a CPU, the block
 * has a third trial, which is stored last.  In the third trial the original
 * layout ran alone on that CPU, before or after the other two.  This trial
 * shows what sharing costs, and the intervals of the comparisons allow for this
 * cost.  Searches of older versions do not have third trials.
 *
 * run/call_order.h computes the order by heat from samples and calls.  Samples
 * do not show who called a function.  Calls are therefore read from the machine
 * code of the hot functions.  The weight of a call is the number of samples
 * near the call instruction, in the function that calls.
 *
 * The gain is measured three times, for these reasons:
 *
 *	the search		The winner was picked because it looked fast, so
 *				the runs of the search exaggerate its gain.
 *	RCC_BEST_CONFIRM	These runs are new, and decide whether the
 *				winner is worth shipping.  A winner with a small
 *				gain passes only with some luck, so these runs
 *				may exaggerate the gain too.
 *	RCC_BEST_STATE_PHASE	These runs state the gain.  No decision depends
 *				on their result.
 *
 * If the winner is not worth shipping, the runs of RCC_BEST_CONFIRM state the
 * result.
 *
 * The interval comes only from the runs that state the gain.  The estimate from
 * these runs is shrunken toward the mean of all layouts (stats/rcc_shrink.h),
 * but not if this makes the gain larger.  The amount of shrinking depends on
 * how much layouts differ.  How much they differ is estimated from the first
 * round of the search, because no layout had been picked before that round.
 *
 * The stated gains are therefore not too large on average, for any program that
 * has a faster layout: over many searches, their mean is at most the mean of
 * the true gains.  This also holds if only searches with a layout to ship are
 * counted.  The reasons:
 *
 *	- Given all earlier runs, the expected log ratio of the runs that state
 *	  the gain is the true one.
 *	- Shrinking never makes the gain larger.
 *	- Sharing a CPU makes a gain look smaller, not larger.  So does what the
 *	  slower program saves by ending last.
 */
#ifndef RCC_HARNESS_FINDINGS_BEST_LAYOUT_H
#define RCC_HARNESS_FINDINGS_BEST_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <jansson.h>

#include "harness/findings/halving.h"
#include "harness/store/store.h"
#include "harness/findings/trials_span.h"
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
/* The value of the field `moves` in trials of the original layout. */
#define RCC_BEST_ORIGINAL "original"
/* The value of `moves` in trials of the original layout that ran alone. */
#define RCC_BEST_ALONE "alone"
/* The factors that the layouts of the search vary: the order of all functions
 * of the program, and nothing else.  A plain linker can repeat this order. */
#define RCC_BEST_FACTORS "functions,program"
#define RCC_BEST_LEVEL 0.95

/* One program compared with the original layout, block by block: the winner
 * with one command, the program in the order by heat, or the program built with
 * a profile. */
struct rcc_best_comparison {
	/* the command that was run; NULL: that of the study */
	const char *command;
	unsigned phase; /* phase of its trials */
	/* blocks so far, including those with failed runs */
	unsigned n_blocks;
	struct rcc_block_ratio result;
	bool is_known;	/* whether `result` is defined and has an interval */
	bool is_shared; /* whether runs of a block shared a CPU */
	/* If has_alone is set, some runs of the original layout were made alone
	 * on their CPU.  The fields are then:
	 *
	 *	cost	the original's time when it shares the CPU, divided by
	 *		its time alone
	 *	shared	the ratio to the original layout as measured
	 *	alone	the ratio that rcc_block_unshare() computes for runs
	 *		alone
	 *
	 * The estimate of `result` is that of `shared`.  The interval of
	 * `result` contains the intervals of `shared` and `alone`. */
	bool has_alone;
	struct rcc_block_ratio shared, alone, cost;
	bool is_cost_known; /* whether `cost` has an interval */
	/* If runs of a block shared a CPU: RCC_TANDEM_END_NS as a share of the
	 * CPU time of the faster program.  The slower program ends last and may
	 * save this time, so the programs may differ by this share more than
	 * was measured.  The limit of the interval of `result` that is further
	 * from 1 is moved away from 1 by this share.  0 if the runs took
	 * turns. */
	double end_share;
};

enum rcc_best_verdict {
	RCC_BEST_OPEN, /* undecided: more runs are to be made, or too many failed */
	RCC_BEST_YES, /* the winner is worth shipping */
	RCC_BEST_NO,  /* no gain that matters was shown */
	/* the winner gains, but is worse with another command */
	RCC_BEST_HARM,
};

/* The results of a search.  A zeroed struct is empty. */
struct rcc_best {
	json_t *setup, *also, *heat, *profile;
	json_t *host; /* the machine; NULL if unknown */
	size_t n_layouts, n_blocks;
	double threshold;
	double sign; /* 1 if lower values are better, -1 if higher ones are */
	struct rcc_halving halving;
	bool is_searched;
	/* Number of blocks so far in the present round of the search. */
	unsigned n_round_blocks;
	/* comparison[0] is the winner with the study's own command.  The winner
	 * with each other command follows.  These are the first n_commands
	 * comparisons.  After them come the order by heat and the program built
	 * with a profile, if they exist. */
	struct rcc_best_comparison *comparison;
	size_t n_commands;
	size_t n_comparisons;
	/* The comparison of the winner in phase RCC_BEST_STATE_PHASE.  It has
	 * blocks only if is_worth is set. */
	struct rcc_best_comparison stating;
	/* Whether comparison[0] is complete and shows that the winner is worth
	 * shipping. */
	bool is_worth;
	/* The stated result: ln(winner / original), shrunken. */
	struct rcc_shrunken shrunken;
	bool is_shrunken;	     /* whether `shrunken` is defined */
	struct rcc_trials_span runs; /* all runs of the search */
	struct rcc_trial_record
		*trial; /* [runs.n], sorted by phase and block */
	size_t n_failed;
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

/* Return the seed of the layout with this index in the search: first the random
 * layouts, then the targeted ones. */
uint64_t rcc_best_layout_seed(const struct rcc_best *b, size_t layout);
/* Return the number of targeted layouts (see `setup` above), which were chosen
 * by a rule instead of at random.  Their indices come after those of the random
 * layouts. */
size_t rcc_best_n_targeted(const struct rcc_best *b);

/* Set the fields is_worth, `shrunken` and is_shrunken of *b.  Call this only
 * after the search has ended.  The function reads the search, its settings,
 * comparison[0] and `stating`. */
void rcc_best_conclude(struct rcc_best *b);

/* Return whether a comparison has all of its blocks. */
bool rcc_best_is_complete(const struct rcc_best *b,
			  const struct rcc_best_comparison *c);

/* Return the comparison that states the result: `stating` if the winner is
 * worth shipping, else comparison[0]. */
const struct rcc_best_comparison *rcc_best_stating(const struct rcc_best *b);
/* Return the ratio winner / original that is printed in reports: the shrunken
 * estimate.  NaN if the estimate is undefined. */
double rcc_best_stated(const struct rcc_best *b);

/* Return the next comparison to measure: the first that has too few blocks.
 * Return NULL if all comparisons are complete.  The comparisons with other
 * commands come last. */
const struct rcc_best_comparison *rcc_best_unfinished(const struct rcc_best *b);

/* Return the comparison whose trials have this phase; NULL if there is none. */
const struct rcc_best_comparison *rcc_best_find(const struct rcc_best *b,
						unsigned phase);

/* Return whether a comparison shows that its layout is worse, or is better,
 * than the original layout. */
bool rcc_best_is_worse(const struct rcc_best *b,
		       const struct rcc_best_comparison *c);
bool rcc_best_is_better(const struct rcc_best *b,
			const struct rcc_best_comparison *c);

#endif
