/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a study is: everything the user decided, as one JSON object.
 *
 * The keys are the names of the options of `randstudy run`.  The object is
 * stored with the study, so that going on needs no options again, and options
 * that contradict it are noticed.
 *
 *	seed		master seed, a string (64 bits)
 *	systems		array of {name, build, program}
 *	arms		array of {name, factors, env}, factors null: the original;
 *			env "random", "fixed" or absent, which is `env` below
 *	layouts, executions, iterations, warmup, exit-status, output-limit
 *			integers
 *	metrics		array of {name, unit, source} (metric_spec.h), or absent
 *	timeout		seconds; 0: derived from the reference run
 *	command		array of strings
 *	directory	where the commands run
 *	stdin, expect, verify	strings or absent
 *	ignore-output	boolean
 *	rebuild		boolean: the build command for each layout
 *	library		array of "[SYSTEM=]LIBRARY", or absent: what is laid
 *			out together with the program
 *	on-wrong	"stop" or "go-on"
 *	keep-layouts	"none": programs go when their runs are done; absent or
 *			"all": they stay
 *	env		"random" or "fixed"
 *	aa		boolean: the second system is the first again, from
 *			the same build
 *	precision	relative half-width at which the study ends; absent: it
 *			ends after `layouts`
 *	budget		seconds that it may take in all; absent: any
 *	max-layouts	where it ends in any case, if it has one of these two
 *	aslr, cpu, nice, sched	process_control.h; absent: as randstudy found it
 *	cool-down	seconds before each run; absent: none
 *	tune		boolean: a run is a sample of as many executions as a
 *			short program needs (tuning.h)
 *	prepare, cleanup	shell commands before and after each run
 *	shell		boolean: the command is one for /bin/sh
 *	fresh-cwd	boolean: each run in a new directory
 *	template	what is copied there; absent: it is empty
 *	padding-max, pin	RANDCC_PADDING_MAX and RANDCC_PIN as they were
 *			when the study was begun; absent: not set
 */
#ifndef RCC_HARNESS_STUDY_STUDY_H
#define RCC_HARNESS_STUDY_STUDY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <jansson.h>

#include "harness/study/process_control.h"
#include "harness/study/metric_spec.h"

/* The most layouts, executions and warm-up runs. */
#define RCC_STUDY_MAX 100000

struct rcc_system {
	const char *name;
	const char *build;
	const char *program; /* as the user wrote it; NULL: the only one */
	/* Shared libraries, as the user wrote them; the array is owned. */
	const char **library;
	size_t n_libraries;
};

struct rcc_arm {
	const char *name;
	const char *factors; /* NULL: the original layout */
	bool has_random_env;
};

/* A view of the object: all strings are borrowed from it. */
struct rcc_study {
	json_t *json; /* owned */
	uint64_t master_seed;
	unsigned n_layouts;
	unsigned n_executions;
	unsigned n_iterations;
	struct rcc_metric_spec *metric; /* asked for by --metric */
	size_t n_metrics;
	struct rcc_system *system;
	size_t n_systems;
	struct rcc_arm *arm;
	size_t n_arms;
	const char **command;
	size_t n_command;
	const char *directory;
	const char *stdin_path;
	const char *expect;
	const char *verify;
	const char *padding_max; /* NULL: not set */
	const char *pin;
	const char *prepare; /* NULL: none */
	const char *cleanup;
	const char *template_dir;
	struct rcc_process_control control;
	double cool_down;
	bool has_shell;
	bool has_fresh_cwd;
	double timeout;
	double precision; /* 0: not asked for */
	double budget;	  /* seconds; 0: none */
	unsigned max_layouts;
	int64_t output_limit;
	unsigned warmup;
	int exit_status;
	bool ignore_output;
	bool is_rebuilt;
	bool keeps_no_layouts;
	bool has_libraries; /* of any system */
	bool goes_on_when_wrong;
	bool has_random_env;
	bool is_tuned; /* executions per sample */
	bool is_aa; /* two systems that are the same program */
};

/* The two arms: layouts that vary in `factors`, and the original. */
json_t *rcc_study_arms(const char *factors);

/* Whether the study adds layouts until it is precise enough or its time is
 * up; its `layouts` are those planned so far then. */
bool rcc_study_grows(const struct rcc_study *study);

/* Fill in what `given` leaves open.  *given is changed. */
void rcc_study_defaults(json_t *given);

/* Add the variables that decide on layouts, as they are now: later sessions may
 * have another environment, but must not have another treatment.  Returns the
 * name of one that is not UTF-8, or NULL. */
const char *rcc_study_add_variables(json_t *given);

/* Take the object apart; *study holds a reference to it.  Returns 0, or
 * RCC_EFORMAT with *problem set (caller frees): what is wrong, by option. */
int rcc_study_parse(json_t *json, struct rcc_study *study, char **problem);
void rcc_study_release(struct rcc_study *study);

/* The first key of `given` whose value differs from `stored`, or NULL. */
const char *rcc_study_conflict(const json_t *stored, const json_t *given);

/* A stored value as an option's argument, for messages; caller frees. */
char *rcc_study_value_text(const json_t *value);

/* A cell is one arm of one system: what a block runs once. */
size_t rcc_study_n_cells(const struct rcc_study *study);
size_t rcc_study_cell(const struct rcc_study *study, size_t system, size_t arm);

#endif
