/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A search in a measured study: what `randstudy explain` and `randstudy best`
 * have in common.
 *
 * A search links programs and runs them in blocks.  A trial is one run of such
 * a program.  Each block is stored before the next one is run.  So the same
 * command continues an interrupted search.  The database, DIR/explain.db or
 * DIR/best.db, has the tables of store/trials.h.
 *
 * The functions that return an int print what is wrong, and return an exit code
 * (enum rcc_exit).
 */
#ifndef RCC_HARNESS_SESSION_TRIAL_SEARCH_H
#define RCC_HARNESS_SESSION_TRIAL_SEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <jansson.h>

#include "harness/build/experiment.h"
#include "harness/findings/findings.h"
#include "harness/run/execute.h"
#include "harness/run/trial_runs.h"

/* The caller sets the first three members, which are borrowed. */
struct rcc_trial_search {
	const char *name; /* the subcommand */
	const char *file; /* name of the database in the study's directory */
	const char *dir;  /* the study's directory */
	struct rcc_findings findings;
	const struct rcc_cell *cell; /* the system's random layouts */
	struct rcc_experiment x;
	struct rcc_store *store;
	/* The next two members are set only during
	 * rcc_trial_search_measure(). */
	struct rcc_executor executor;
	struct rcc_trial_runs runs;
};

/* Analyse the study's stored runs for `metric`, and find the random layouts of
 * `system`.  If `metric` is NULL, the metric is the one that the study names,
 * or CPU time if the study names none.  If `system` is NULL, the first system
 * is taken.  Prints what is wrong and returns an exit code (enum rcc_exit).
 * The caller must call rcc_trial_search_close() in any case. */
int rcc_trial_search_find(struct rcc_trial_search *t, const char *metric,
			  const char *system);
/* Open the study and the search's database.  Remove the folders that an earlier
 * call left because it was killed. */
int rcc_trial_search_open(struct rcc_trial_search *t);
void rcc_trial_search_close(struct rcc_trial_search *t);

/* Return the name of the system. */
const char *rcc_trial_search_system(const struct rcc_trial_search *t);
/* Return whether `setup`, the settings of an earlier search, has the same
 * system and metric as this search. */
bool rcc_trial_search_is_about(const struct rcc_trial_search *t,
			       const json_t *setup);

/* Store `json` under a key of the search's database, and release `json`. */
int rcc_trial_search_store_json(struct rcc_trial_search *t, const char *key,
				json_t *json);
/* Print that the search's database failed.  Returns the exit code. */
int rcc_trial_search_store_failed(const struct rcc_trial_search *t);

/* Return the system's program (i = 0) or its library number i - 1, as
 * rcc_moved_program_file() does. */
const struct rcc_linked *
rcc_trial_search_linked(const struct rcc_trial_search *t, size_t i);
/* Return the path of the folder `name` of this search; caller frees. */
char *rcc_trial_search_path(const struct rcc_trial_search *t, const char *name);
/* Remove all folders of this search. */
void rcc_trial_search_clear(const struct rcc_trial_search *t);

/* Prepare to run programs, call measure(self), and clean up.  *stop_signal is
 * set to the signal that asked to stop; 0 if none did.  Refuses if the database
 * has trials of another processor. */
int rcc_trial_search_measure(struct rcc_trial_search *t,
			     int (*measure)(void *self), void *self,
			     int *stop_signal);
/* Return whether the user asked to stop. */
bool rcc_trial_search_must_stop(const struct rcc_trial_search *t);

/* Run n <= RCC_TOGETHER_MAX programs as a block, in random order, and store the
 * trials.  The last n_alone programs never share the CPU: they run one by one,
 * before or after all others.  The record of run[i] (struct rcc_trial_record)
 * gets the text moves[i]. */
int rcc_trial_search_block(struct rcc_trial_search *t, unsigned phase,
			   unsigned block, struct rcc_trial_run *run,
			   char *const *moves, size_t n, size_t n_alone);
/* Return RCC_EXIT_OK if the search can go on after n_failed failed runs.  If
 * too many runs have failed, print an error and return RCC_EXIT_FAILED. */
int rcc_trial_search_check_failed(size_t n_failed);

#endif
