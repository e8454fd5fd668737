/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A study directory that this process has opened to work on it.  The phases of
 * `randstudy run` share it.
 *
 *	DIR/study.db		design, layouts, runs, sessions
 *	DIR/lock		held while a process works on the study
 *	DIR/build-0.log		output of the build command of system 0
 *	DIR/source/0/		the worktree of system 0, if from git (source.h)
 *	DIR/record/0/		the files needed to repeat each link of system 0
 *	DIR/layouts/000007/	a program and its libraries (discard.c)
 *	DIR/layouts.log		output of a link that failed
 *	DIR/loaded/		the dynamic linker's logs of a reference run
 *	DIR/tool/		files of the valgrind tool that is running
 *	DIR/cwd			working directory of the current run
 *	DIR/exchange		files that a run has exchanged (exchange.h)
 *	DIR/reference		expected output, from the first reference run
 *	DIR/failed/000012.*	output of failed runs
 *
 * Each random layout is a file of its own, so its pages are in other physical
 * memory than those of the other layouts.  The original layout is copied into
 * as many files as there are random layouts, so that its physical memory varies
 * as much.  All paths have the same length.
 *
 * In harness/build, a function that can fail prints a message and returns an
 * exit code (enum rcc_exit), unless its comment says otherwise.
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
	/* Directory of a study whose builds may be taken over (adopt.h);
	 * borrowed; may be NULL. */
	const char *built_in;
	/* Directory of kept builds (baseline.h), an absolute path; borrowed;
	 * may be NULL. */
	const char *baseline;
	struct rcc_store *store;   /* the database DIR/study.db */
	struct rcc_study study;	   /* set by design.h */
	struct rcc_linked *linked; /* one per system; set by build.h */
	/* Whether the study was made on another machine and unpacked here
	 * (fleet/worker.h).  It then has its programs but not the records of
	 * their links, so nothing can be linked. */
	bool is_carried;
	/* Whether the first reference run (run/reference.h) looks for libraries
	 * that the build made and that the program opens by dlopen(3)
	 * (run/opened.h). */
	bool finds_opened;
	/* Whether that run found such libraries.  The layouts must then be made
	 * again, with these libraries. */
	bool has_opened;
	enum rcc_place_mode place;	  /* set by run/own_path.h */
	struct rcc_layout_record *layout; /* indexed by id (layout_table.h) */
	size_t n_layouts;
};

/* Lock the directory for this process.  Returns the file descriptor that holds
 * the lock; -1 after a message. */
int rcc_experiment_lock(const char *dir);

/* Refuse to put a new study into a directory that holds other files.  A missing
 * directory is accepted.  Prints what is wrong and returns an exit code. */
int rcc_experiment_check_empty(const char *dir);

/* Open the study in `dir`: lock the directory and open the database.  If
 * `may_create`, make the directory and the database if they are missing. */
int rcc_experiment_open(struct rcc_experiment *x, const char *dir,
			bool may_create);
/* Close the database and release the lock.  Accepts a partly opened
 * experiment. */
void rcc_experiment_close(struct rcc_experiment *x);

/* Return the path of a file in the study's directory; caller frees. */
char *rcc_experiment_path(const struct rcc_experiment *x, const char *name);

/* Print that the study's database could not do what `doing` says, such as "read
 * the runs", and print the remedy.  Returns the exit code. */
int rcc_experiment_store_failed(const struct rcc_experiment *x,
				const char *doing);

/* Load the JSON object that the study's database has under `key`.  *json is
 * NULL if there is none.  The caller releases it. */
int rcc_experiment_load_json(const struct rcc_experiment *x, const char *key,
			     json_t **json);
/* Store a JSON object under `key` in the study's database, and release the
 * object. */
int rcc_experiment_store_json(const struct rcc_experiment *x, const char *key,
			      json_t *json);

#endif
