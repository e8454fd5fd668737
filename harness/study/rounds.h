/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The decisions about further runs that a study made while it ran.
 *
 * A round is one run of every layout.  There are two such decisions:
 *
 *   - A study may add a second round.  It does so if successive runs of the
 *     first round depended on each other, or if a run was far off
 *     (rcc_calm_judge() in stats/rcc_rounds.h).
 *   - A study may run the blocks of a layout again.  It does so if the layout's
 *     results differ too much, or if a session ended within one of the blocks.
 *
 * The study's database has the decisions as a JSON object with these members:
 *
 *	judged	{layouts, autocorrelation, bound, far-off, calm}: the latest
 *		result of rcc_calm_judge() for the first round.  `layouts` is
 *		the number of layouts at that time.  null unless the setting
 *		`executions` is "auto"
 *	limits	array with a number for each contrast: how much the contrast of
 *		a layout may differ between rounds (rcc_repeat_limit()); null if
 *		undefined.  A contrast is a log ratio of two runs of a block
 *		(rcc_further_limits()).  The limits are computed once, as soon
 *		as there are enough layouts and rounds
 *	stages	array of the stages that were added to the plan, in order.  A
 *		stage is one of
 *			{kind: "round", batches, layouts: NUMBER}
 *			{kind: "repeat", batches, layouts: ARRAY, far, torn}
 *		`batches` is the number of batches of layouts before the stage.
 *		`far` and `torn` count the layouts by the reason why they are
 *		run again:
 *		  far	their values lie far off
 *		  torn	a session ended within one of their blocks
 *	settled	the number of layouts whose plan is complete
 *
 * A study without this object has decided nothing yet.
 */
#ifndef RCC_HARNESS_STUDY_ROUNDS_H
#define RCC_HARNESS_STUDY_ROUNDS_H

#include <stdbool.h>
#include <stddef.h>
#include <jansson.h>

#include "harness/study/schedule.h"
#include "harness/study/study.h"

/* Return whether the study may add rounds or repeats to its plan while it
 * runs. */
bool rcc_rounds_may_follow(const struct rcc_study *study);

/* The key under which the study's database has the object. */
#define RCC_ROUNDS_KEY "rounds"

/* A stage that was added while the study ran. */
struct rcc_added_stage {
	enum rcc_stage_kind kind; /* RCC_STAGE_ROUND or RCC_STAGE_REPEAT */
	unsigned n_batches;	  /* number of batches before the stage */
	/* Layouts that are run again; NULL for a round. */
	unsigned *layout;
	unsigned n_layouts;
	/* The reasons for a repeat.  n_far layouts differed far too much
	 * between rounds or from the other layouts.  n_torn layouts had a torn
	 * block: its runs were made in several sessions. */
	unsigned n_far, n_torn;
};

struct rcc_rounds {
	bool is_judged; /* if false, the next five fields are undefined */
	unsigned judged_layouts;
	double autocorrelation, bound;
	unsigned n_far;
	bool is_calm;
	double *limit; /* the array `limits`; NaN for an undefined limit */
	size_t n_limits;
	struct rcc_added_stage *stage;
	size_t n_stages;
	unsigned settled_layouts;
};

/* Parse the stored object.  *r is zeroed if `text` is NULL or malformed. */
void rcc_rounds_read(const char *text, struct rcc_rounds *r);
/* Return the object to store; caller frees. */
json_t *rcc_rounds_json(const struct rcc_rounds *r);
/* Release the arrays; accepts a zeroed struct. */
void rcc_rounds_release(struct rcc_rounds *r);

/* Append a zeroed stage and return it.  It is borrowed until the next call. */
struct rcc_added_stage *rcc_rounds_add(struct rcc_rounds *r);
/* Return the number of added stages of a kind (RCC_STAGE_ROUND or
 * RCC_STAGE_REPEAT). */
unsigned rcc_rounds_count(const struct rcc_rounds *r, enum rcc_stage_kind kind);

#endif
