/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The settings of a study: everything that the user decided, as one JSON
 * object.
 *
 * The keys are the names of the options of `randstudy run`.  The object is
 * stored with the study, so that a study continues without options.  Later
 * options that contradict the object are refused.
 *
 *	seed		master seed, a string (64 bits)
 *	systems		array of {name, build, program, directory} or {name,
 *			build, program, git}.  `directory` is the path of the
 *			build; absent: the key `directory` of the study.  `git`
 *			is {repository, commit, subdir, changes}: the build is
 *			in a worktree of this commit
 *	arms		array of {name, factors, env}.  `factors` is null for
 *			the original layout.  `env` is "random" or "fixed";
 *			absent: the key `env` of the study
 *	layouts		number of layouts of each arm with random layouts
 *	warmup		number of unmeasured runs at the start of a session
 *	exit-status	the expected exit status
 *	output-limit	bytes; a run that prints more is killed
 *	iterations	number of values of each metric that a run prints; the
 *			first is iteration 1
 *	executions	the number of rounds; "auto": one round, and a second
 *			one if the first was not calm (rounds.h)
 *	redo		"on": run a layout's blocks again if its results differ
 *			too much, or if a session ended within one of the
 *			blocks (rounds.h); "off" or absent: never
 *	schedule	the version of the schedule (schedule.h); absent: 1
 *	skip-iterations	number of iterations at the beginning of each run that
 *			reports leave out; absent: none
 *	only-iteration	number, from 1, of the only iteration that reports use;
 *			0 or absent: reports use all
 *	metrics		array of {name, unit, source, better} (metric_spec.h);
 *			optional
 *	timeout		seconds; a run that takes longer is killed; 0: ten times
 *			the reference run
 *	command		array of strings
 *	directory	directory in which the commands run
 *	stdin		file with the standard input; optional
 *	expect		file with the expected output; optional
 *	verify		shell command that checks the output; optional
 *	ignore-output	boolean: accept any output
 *	independent-layouts
 *			boolean: each system has layouts of its own; absent or
 *			false: layout number N of every system has the same seed
 *			(rcc_study_has_common_layouts())
 *	rebuild		boolean: run the build command for each layout
 *	library		array of "[SYSTEM=]LIBRARY": libraries to lay out with
 *			the program; optional
 *	on-wrong	"stop" or "go-on"
 *	keep-layouts	"none": remove programs after their last run; "all" or
 *			absent: keep programs
 *	env		"random" or "fixed"
 *	aa		boolean: both systems are the same program, built once
 *	precision	the study ends when half the width of its interval is at
 *			most this fraction of the estimate; absent: it ends
 *			after `layouts`
 *	budget		seconds that the study may take in all; absent: no
 *			limit
 *	decide		threshold, a fraction: the study ends when every
 *			comparison with the first system is decided at this
 *			threshold; absent: the study waits for no decision
 *	max-layouts	largest number of layouts in a study with `precision`,
 *			`budget` or `decide`
 *	may-grow	boolean: layouts may be added after a report was read
 *	aslr, cpu, nice, sched	process_control.h; absent: unchanged
 *	cool-down	seconds before each run; absent: none
 *	tune		boolean: a run of a short program is several executions
 *			in a row (tuning.h)
 *	runs		"tandem": the runs of a block share one CPU (tandem.h);
 *			"tandem-if-possible": tandem if the program allows it,
 *			else turns; "duet": the runs of a block run at the same
 *			time, each on its own CPUs (duet.h); "turns" or absent:
 *			one run at a time
 *	in-place	boolean: programs run at the path to which the build
 *			linked them, not in the study's directory
 *	prepare, cleanup	shell commands before and after each run
 *	setup, conclude	shell commands before the first run and after the last
 *	shell		boolean: the command is a command for /bin/sh
 *	fresh-cwd	boolean: run in a new directory
 *	template	directory whose files are copied into the new directory;
 *			absent: the new directory is empty
 *	machine		the number of the machine that makes the runs, from 1;
 *			absent: a study of one machine
 *	machines	the number of machines; absent: unknown
 *	padding-max, pin
 *			the environment variables RANDCC_PADDING_MAX and
 *			RANDCC_PIN when the study was begun; absent: not set
 *
 * In this directory, functions that can fail return 0 or a negative enum
 * rcc_error, unless their comment says otherwise.  Functions that parse return
 * RCC_EFORMAT with *problem set, a message that the caller frees.
 */
#ifndef RCC_HARNESS_STUDY_STUDY_H
#define RCC_HARNESS_STUDY_STUDY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <jansson.h>

#include "harness/study/process_control.h"
#include "harness/study/metric_spec.h"

/* The largest number of cells in a study of tandem runs.  A cell is one arm of
 * one system. */
#define RCC_STUDY_TANDEM_MAX 32

/* The largest number of layouts, of executions, of iterations and of warm-up
 * runs. */
#define RCC_STUDY_MAX 100000

/* The argument of --library for laying out no library. */
#define RCC_LIBRARY_NONE "none"

struct rcc_system {
	const char *name;
	const char *build;
	/* The program's path as the user wrote it.  NULL if the user gave no
	 * path.  The program is then the only one that the build makes. */
	const char *program;
	/* The directory in which the system is built; NULL if none was given.
	 * The system is then built in a worktree of `commit` or, without a
	 * commit, in the study's directory. */
	const char *directory;
	/* NULL if the system is not built from a commit. */
	const char *repository;
	const char *commit;
	/* The files with uncommitted changes: an array, which may be empty or
	 * NULL. */
	const json_t *changes;
	/* Directory in the worktree in which to build; "" for its top. */
	const char *subdir;
	/* Shared libraries as the user wrote them; the array is owned. */
	const char **library;
	size_t n_libraries;
};

struct rcc_arm {
	const char *name;
	const char *factors; /* NULL for the original layout */
	bool has_random_env;
};

/* The largest number of machines. */
#define RCC_STUDY_MACHINES_MAX 100000

/* The parsed settings.  All strings are borrowed from the JSON object. */
struct rcc_study {
	json_t *json; /* owned */
	uint64_t master_seed;
	/* The number of the machine, from 1; 0 in a study of one machine. */
	unsigned machine;
	unsigned n_machines; /* 0 if unknown */
	unsigned n_layouts;
	/* The number of rounds that are planned from the beginning.  In the
	 * analysis of a stored study, it is the number of rounds that were made
	 * (findings/stored.h). */
	unsigned n_executions;
	bool chooses_rounds; /* whether a second round may be added */
	bool repeats_blocks;
	unsigned schedule; /* the version of the schedule */
	unsigned n_iterations;
	unsigned skip_iterations; /* number of first iterations to ignore */
	unsigned only_iteration;  /* number from 1; 0 to use all */
	struct rcc_metric_spec *metric;
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
	const char *padding_max; /* NULL if not set */
	const char *pin;	 /* NULL if not set */
	const char *prepare;	 /* NULL if none */
	const char *cleanup;	 /* NULL if none */
	const char *setup;	 /* NULL if none */
	const char *conclude;	 /* NULL if none */
	const char *template_dir;
	struct rcc_process_control control;
	double cool_down; /* seconds before each run */
	bool has_shell;
	bool has_fresh_cwd;
	double timeout;	  /* seconds; 0 for ten times the reference run */
	double precision; /* half-width over estimate; 0 if not requested */
	double budget;	  /* seconds; 0 if not requested */
	double decide;	  /* threshold; 0 if not requested */
	unsigned max_layouts;
	int64_t output_limit; /* bytes */
	unsigned warmup;
	int exit_status;
	bool ignore_output;
	bool is_rebuilt;
	/* --in-place: programs run at the path to which the build linked
	 * them */
	bool is_in_place;
	bool removes_layouts;
	bool has_libraries;    /* --library names at least one library */
	bool leaves_libraries; /* --library=none: lay out no library */
	bool continues_after_failure;
	bool has_random_env;
	bool is_tuned;	/* --tune: a run is several executions */
	bool is_tandem; /* the runs of a block share one CPU */
	/* the runs take turns if tandem runs are impossible */
	bool may_take_turns;
	/* The runs of a block run at the same time, each on its own CPUs. */
	bool is_duet;
	bool is_aa;		      /* both systems are one program */
	bool has_independent_layouts; /* --independent-layouts */
	bool may_grow; /* layouts may be added after a report was read */
};

/* Return whether the study adds layouts until it is precise enough, its
 * question is decided, or its time is up.  The setting `layouts` of such a
 * study is the number of layouts that are planned so far. */
bool rcc_study_grows(const struct rcc_study *study);

/* Return whether a study that begins with these settings estimates at its first
 * look how many layouts it will have (RCC_INTERIM_END_KEY). */
bool rcc_study_plans_end(const struct rcc_study *study);

/* Return whether an arm has the original layout.  With --no-original, none
 * does. */
bool rcc_study_has_original(const struct rcc_study *study);

/* Return whether the study has several systems whose layouts have common seeds:
 * layout number N of every system has the same seed.  The functions that the
 * systems share are then in the same order.  In simulation studies this is
 * called common random numbers (Law 2015, "Simulation modeling and analysis",
 * 11.2).  What a layout does to all systems alike cancels in the ratio of two
 * systems.
 *
 * The systems of `randstudy aa` are one program, so their common layouts would
 * be the same files.  They have layouts of their own. */
bool rcc_study_has_common_layouts(const struct rcc_study *study);

/* Parse the object of settings.  *study holds a reference to the object.  After
 * an error, *study needs no release. */
int rcc_study_parse(json_t *json, struct rcc_study *study, char **problem);
void rcc_study_release(struct rcc_study *study);

/* Return the first key that has different values in `given` and in `stored`;
 * NULL if there is none. */
const char *rcc_study_conflict(const json_t *stored, const json_t *given);

/* Return a stored value as the argument of an option, for messages; caller
 * frees. */
char *rcc_study_value_text(const json_t *value);

/* Return the seed of the order of runs and of the sizes of the environment.  It
 * differs between the machines of a study. */
uint64_t rcc_study_schedule_seed(const struct rcc_study *study);

/* A cell is one arm of one system.  A block runs each cell once.  Return how
 * many cells a study has, and the index (from 0) of the cell of a system and an
 * arm. */
size_t rcc_study_n_cells(const struct rcc_study *study);
size_t rcc_study_cell(const struct rcc_study *study, size_t system, size_t arm);

/* Return whether the layouts of a cell also belong to a cell before it: a
 * random arm of any system but the first, in a study with common layouts.  The
 * runs of two such cells are alike within a block because of their layouts.
 * Whoever asks whether runs depend on when they were made leaves the later
 * cells out. */
bool rcc_study_cell_repeats_layouts(const struct rcc_study *study, size_t cell);

#endif
