/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A study directory that is open for work.  The phases of `randstudy run` share
 * it.
 *
 *	DIR/study.db		design, layouts, runs, sessions
 *	DIR/lock		held while a process works on the study
 *	DIR/build-0.log		output of the build command, by system
 *	DIR/record/0/		the files needed to repeat each link
 *	DIR/layouts/000007/	a program and its --library's (discard.c)
 *	DIR/loaded/		the dynamic linker's logs of a reference run
 *	DIR/tool/		files of the valgrind tool that is running
 *	DIR/cwd			working directory of the current run
 *	DIR/exchange		files that a run exchanges (exchange.h)
 *	DIR/reference		expected output, from the first reference run
 *	DIR/failed/000012.*	output of failed runs
 *
 * Every layout has a separate file, and the original layout has one for each
 * time it is run.  Thus both arms use equally varied physical memory, and all
 * paths have the same length.
 *
 * Results in this room: each function that can fail prints a message and
 * returns an exit code (enum rcc_exit).
 */
#ifndef RCC_HARNESS_BUILD_EXPERIMENT_H
#define RCC_HARNESS_BUILD_EXPERIMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <jansson.h>

#include "harness/build/linked.h"
#include "harness/build/place.h"
#include "harness/store/records.h"
#include "harness/store/store.h"
#include "harness/study/study.h"

struct rcc_experiment {
	char *dir;    /* absolute path */
	char *bindir; /* the directory of randcc and randld */
	int lock_fd;  /* file descriptor of the lock; -1 if not locked */
	/* The directory of a study whose builds may be taken over (adopt.h);
	 * borrowed; may be NULL. */
	const char *built_in;
	/* Path of the store of builds (baseline.h); absolute; borrowed; may be
	 * NULL. */
	const char *baseline;
	struct rcc_store *store;
	struct rcc_study study;	   /* set by design.h */
	struct rcc_linked *linked; /* one per system; set by build.h */
	/* Whether the reference run looks for libraries of the build that the
	 * program opens, and whether it has added some to `linked`
	 * (run/opened.h). */
	bool finds_opened;
	bool has_opened;
	enum rcc_place_mode place;	  /* set by run/own_path.h */
	struct rcc_layout_record *layout; /* indexed by id (layout_table.h) */
	size_t n_layouts;
};

/* Lock the directory for this process.  Returns a file descriptor, which holds
 * the lock; -1 after a message. */
int rcc_experiment_lock(const char *dir);

/* Refuse to put a new study into a directory that holds other files.  A missing
 * directory is accepted.  Prints what is wrong and returns an exit code. */
int rcc_experiment_check_empty(const char *dir);

/* Open the study in `dir`: lock the directory and open the store.  If
 * `may_create`, make what is missing. */
int rcc_experiment_open(struct rcc_experiment *x, const char *dir,
			bool may_create);
/* Close the store and release the lock.  Accepts an experiment that is not
 * completely open. */
void rcc_experiment_close(struct rcc_experiment *x);

/* Return the path of a file in the study's directory; caller frees. */
char *rcc_experiment_path(const struct rcc_experiment *x, const char *name);

/* Print that the store could not do what `doing` says, for example "read the
 * runs", with the remedy.  Returns the exit code. */
int rcc_experiment_store_failed(const struct rcc_experiment *x,
				const char *doing);

/* Load the JSON object that is stored under `key`.  *json becomes NULL if there
 * is none; the caller releases it. */
int rcc_experiment_load_json(const struct rcc_experiment *x, const char *key,
			     json_t **json);
/* Store a JSON object under `key`, and release the object. */
int rcc_experiment_store_json(const struct rcc_experiment *x, const char *key,
			      json_t *json);

#endif
