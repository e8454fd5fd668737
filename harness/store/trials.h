/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The database of `randstudy explain`, DIR/explain.db.  The database of
 * `randstudy best`, DIR/best.db, has the same tables (findings/best_layout.h).
 *
 * The trials have a separate file, so that the study itself stays as it was
 * measured.  The file has a table of texts, like the study's database, and a
 * table of trials.  A trial is one run of a program in which some functions
 * were moved.
 *
 * This database can also be used with the functions of store.h for texts and
 * errors, and with rcc_store_close().
 */
#ifndef RCC_HARNESS_STORE_TRIALS_H
#define RCC_HARNESS_STORE_TRIALS_H

#include <stddef.h>

#include "harness/store/store.h"

struct rcc_trial_record {
	/* 0 for exploring; k >= 1 for the confirmation of suspect k - 1. */
	unsigned phase;
	unsigned block; /* number within the phase, from 0 */
	unsigned dose;	/* number of the offset or program in the block, from 0 */
	/* The functions that were moved: "FUNCTION@OFFSET/MODULUS ...", where
	 * FUNCTION is the number of a hot function. */
	char *moves;
	struct rcc_run_record run; /* only the measured members are stored */
	double value;		   /* value of the metric; NaN if none */
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
