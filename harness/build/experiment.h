/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A study directory that is open for work, and the phases of `randstudy run`.
 *
 *	DIR/study.db		design, layouts, runs, sessions
 *	DIR/lock		held while a process works on the study
 *	DIR/build-0.log		what the build command printed, by system
 *	DIR/record/0/		what each link needs to be repeated
 *	DIR/layouts/000007/	one program each, with its --library's (discard.c)
 *	DIR/loaded/		what the dynamic linker says of a reference run
 *	DIR/tool/		what valgrind's tool in flight writes
 *	DIR/cwd			the working directory of the run in flight
 *	DIR/reference		what the original layout printed at first
 *	DIR/failed/000012.*	output of runs that went wrong
 *
 * Every layout has a file of its own, the original layout too, as often as it
 * is run: so both arms meet the same variety of physical memory, and all
 * paths have the same length.
 *
 * The phases print what is wrong and return an exit code (enum rcc_exit).
 */
#ifndef RCC_HARNESS_BUILD_EXPERIMENT_H
#define RCC_HARNESS_BUILD_EXPERIMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/strvec.h"
#include "harness/run/execute.h"
#include "harness/store/records.h"
#include "harness/store/store.h"
#include "harness/study/study.h"

struct rcc_run_options;

/* Where the record of a link is, and what it makes is called. */
struct rcc_linked {
	char *record; /* path of the record */
	char *name;   /* of its file in a layout's folder */
	char *output; /* where the build writes it */
	/* The shared libraries that are laid out with a program. */
	struct rcc_linked *library;
	size_t n_libraries;
};

/* Accepts what is half filled; zeroes it. */
void rcc_linked_release(struct rcc_linked *linked);

struct rcc_experiment {
	char *dir; /* absolute */
	char *bindir;
	int lock_fd;
	unsigned n_jobs;
	struct rcc_store *store;
	struct rcc_study study;
	struct rcc_linked *linked; /* one per system */
	/* By id; a layout that is not made yet has digest NULL. */
	struct rcc_layout_record *layout;
	size_t n_layouts;
	/* On the executor's clock: when the study's time is up; 0: never. */
	int64_t deadline_ns;
	bool is_out_of_time; /* that is why phase 3 ended */
};

/* A path inside the study; caller frees. */
char *rcc_experiment_path(const struct rcc_experiment *x, const char *name);
/* The folder of a layout, and its program there; caller frees. */
char *rcc_experiment_layout(const struct rcc_experiment *x, int64_t layout);
char *rcc_experiment_binary(const struct rcc_experiment *x, int64_t layout);
/* The original layout of a system that is run first: its id. */
int64_t rcc_experiment_original(const struct rcc_experiment *x, size_t system);

/* The environment of randcc and randld: of the variables that decide on layouts
 * only what the study says; `kept` names others of RANDCC_* that may stay
 * (ends with NULL).  Appended to *env. */
void rcc_experiment_environment(const struct rcc_experiment *x,
				const char *const *kept,
				struct rcc_strvec *env);

/* The right to work in `dir`, as a file descriptor; -1: said why not. */
int rcc_experiment_lock(const char *dir);

/* Open or make the directory, take the lock, open the store. */
int rcc_experiment_open(struct rcc_experiment *x, const char *dir,
			bool may_create);
/* Accepts a half-open experiment. */
void rcc_experiment_close(struct rcc_experiment *x);

/* Say that the store failed, and what to do; gives the exit code. */
int rcc_experiment_store_failed(const struct rcc_experiment *x,
				const char *doing);

/* The table of layouts, from the study, with what is stored of them; again
 * after the study has got more. */
int rcc_layouts_load(struct rcc_experiment *x);

/* The design in the store: begin with what is given, or go on with what is
 * stored unless the two contradict each other. */
int rcc_design_load(struct rcc_experiment *x,
		    const struct rcc_run_options *options);

/* Plan more layouts, up to `n_layouts`, as a batch of their own, and store a text
 * with it: all or nothing.  As many as there are: the text alone. */
int rcc_design_extend(struct rcc_experiment *x, unsigned n_layouts,
		      const char *key, const char *text);

/* One call of the build command. */
struct rcc_build {
	const struct rcc_system *system;
	const char *seed;    /* as RANDCC_SEED has it */
	const char *factors; /* NULL: the default */
	const char *record;  /* NULL: none is made */
	const char *log;     /* gets its output */
};

int rcc_build_run(const struct rcc_experiment *x, const struct rcc_build *b);

/* Phase 1: run the build commands, find the links' records. */
int rcc_build_all(struct rcc_experiment *x);

/* Phase 2: make every layout that is not there; check those that are. */
int rcc_layouts_make(struct rcc_experiment *x);

/* Which layouts something is left to do with, by id: those whose runs are not
 * all stored, and the originals as long as there are such; all, if the study
 * keeps them.  Caller frees; NULL: said why not. */
bool *rcc_layouts_needed(struct rcc_experiment *x);
/* Unless the study keeps them: remove the programs that are not needed any more,
 * but for those of runs that failed.  `is_finished`: the originals too. */
int rcc_layouts_discard(struct rcc_experiment *x, bool is_finished);

/* Phase 3: the reference run, then every planned run that is not stored, as
 * far as time allows. */
int rcc_runs_measure(struct rcc_experiment *x,
		     const struct rcc_executor *executor, int64_t session);

/* Phase 4: metrics of valgrind's tools, of every layout that has none yet. */
int rcc_exact_measure(struct rcc_experiment *x,
		      const struct rcc_executor *executor, int64_t session);
/* Whether none is left to do. */
bool rcc_exact_is_finished(struct rcc_experiment *x);

#endif
