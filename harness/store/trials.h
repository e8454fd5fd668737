/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The database of `randstudy explain`, DIR/explain.db.  The database of
 * `randstudy best`, DIR/best.db, has the same tables (findings/best_layout.h).
 *
 * A trial is one run of a program in which some functions were moved.
 * `randstudy explain` makes trials in two steps:
 *
 *   - It explores: it runs programs with functions at random places.  From
 *     these trials it derives suspicions (findings/suspects.h), such as "two
 *     functions in one cache set make the program slow".
 *   - It tests each suspicion: it runs programs with a function at a few
 *     offsets.
 *
 * The trials have a separate file, so that the study itself stays as it was
 * measured.  The file has three tables: one of texts (as in the study's
 * database), one of trials, and one of the events that the kernel counted in
 * the trials.
 *
 * This database can also be used with the functions of store.h for texts and
 * errors, and with rcc_store_close().
 */
#ifndef RCC_HARNESS_STORE_TRIALS_H
#define RCC_HARNESS_STORE_TRIALS_H

#include <stddef.h>
#include <jansson.h>

#include "harness/store/store.h"

/* The key of the text that describes the machine which made the trials
 * (run/host.h). */
#define RCC_TRIALS_HOST "host"

struct rcc_trial_record {
	/* In explain.db: 0 for exploring; k >= 1 for the confirmation of
	 * suspicion k - 1.  In best.db: see findings/best_layout.h. */
	unsigned phase;
	unsigned block; /* number within the phase, from 0 */
	/* Which of the block's programs ran, from 0.  When a suspicion is
	 * confirmed, the programs differ in the offset of the function. */
	unsigned dose;
	/* In explain.db: the functions that were moved, as
	 * "FUNCTION@OFFSET/MODULUS ...", where FUNCTION is the number of a hot
	 * function. */
	char *moves;
	/* Only start_ns, wall_ns, user_ns, system_ns, n_sharers and outcome are
	 * stored. */
	struct rcc_run_record run;
	double value; /* value of the metric; NaN if none */
	/* The events that the kernel counted: {NAME: count}.  NULL if none were
	 * counted. */
	json_t *counts;
};

/* Open the database.  *store is set even after an error.  The caller must close
 * it with rcc_store_close() in any case. */
int rcc_trials_open(const char *path, enum rcc_store_mode mode,
		    struct rcc_store **store);
/* Write all trials of a block, or none. */
int rcc_trials_add(struct rcc_store *store,
		   const struct rcc_trial_record *trial, size_t n);
/* Read all trials, sorted by phase, block and dose.  The caller must release
 * them with rcc_trials_free(). */
int rcc_trials_read(struct rcc_store *store, struct rcc_trial_record **trial,
		    size_t *n);
void rcc_trials_free(struct rcc_trial_record *trial, size_t n);

#endif
