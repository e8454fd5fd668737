/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Decisions about further rounds that a study took while it ran: the stored
 * object.
 *
 *	judged	{layouts, autocorrelation, bound, far-off, calm}: the first round of
 *		a study with `executions` auto, when it was last looked at
 *	limits	array: the limit of each contrast of a block (stats/rcc_rounds.h),
 *		fixed when blocks are first looked at for repeats; null if undefined
 *	stages	array of what was added to the plan, in order:
 *		{kind: "round", batches, layouts: NUMBER} or
 *		{kind: "repeat", batches, layouts: ARRAY, far, torn}, where batches
 *		counts the batches of layouts that it follows, and far and torn the
 *		layouts that are run again for these reasons
 *	settled	the number of layouts for which nothing more is to be added
 *
 * A study without the object has none of it.
 */
#ifndef RCC_HARNESS_STUDY_ROUNDS_H
#define RCC_HARNESS_STUDY_ROUNDS_H

#include <stdbool.h>
#include <stddef.h>
#include <jansson.h>

#include "harness/study/schedule.h"
#include "harness/study/study.h"

/* Whether the study may add to its plan by itself. */
bool rcc_rounds_may_follow(const struct rcc_study *study);

/* The key in the store. */
#define RCC_ROUNDS_KEY "rounds"

/* A stage that was added while the study ran. */
struct rcc_added_stage {
	enum rcc_stage_kind kind; /* a round, or repeats */
	unsigned n_batches;	  /* the batches before it */
	unsigned *layout;	  /* NULL unless these are repeats */
	unsigned n_layouts;
	unsigned n_far, n_torn; /* repeats: layouts, by reason */
};

struct rcc_rounds {
	bool is_judged; /* if not, the next five are undefined */
	unsigned judged_layouts;
	double autocorrelation, bound;
	unsigned n_far;
	bool is_calm;
	double *limit; /* NaN: undefined */
	size_t n_limits;
	struct rcc_added_stage *stage;
	size_t n_stages;
	unsigned settled_layouts;
};

/* A zeroed struct if `text` is NULL or not such an object. */
void rcc_rounds_read(const char *text, struct rcc_rounds *r);
/* The object; caller frees. */
json_t *rcc_rounds_json(const struct rcc_rounds *r);
/* Accepts a zeroed struct. */
void rcc_rounds_release(struct rcc_rounds *r);

/* Append a zeroed stage. */
struct rcc_added_stage *rcc_rounds_add(struct rcc_rounds *r);
/* The number of rounds and of repeats that were added. */
unsigned rcc_rounds_count(const struct rcc_rounds *r, enum rcc_stage_kind kind);

#endif
