/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Everything that a study's database holds: its settings (study/study.h), the
 * rows of its tables (layouts, runs, values ...; store/records.h), and the
 * texts stored under keys (store/store.h).  They are read once, and do not
 * change afterwards.
 */
#ifndef RCC_HARNESS_FINDINGS_STORED_H
#define RCC_HARNESS_FINDINGS_STORED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <jansson.h>

#include "common/strvec.h"
#include "harness/store/records.h"
#include "harness/store/stages.h"
#include "harness/store/store.h"
#include "harness/study/study.h"
#include "harness/study/duet.h"
#include "harness/study/tandem.h"
#include "harness/study/tuning.h"

struct rcc_stored {
	char *dir; /* the path as the user gave it */
	struct rcc_study study;
	struct rcc_layout_record *layout; /* indexed by id */
	size_t n_layouts;
	/* Batches of layouts, in the order in which they were planned. */
	struct rcc_batch_record *batch;
	size_t n_batches;
	struct rcc_stages stages;   /* the plan of runs */
	struct rcc_run_record *run; /* sorted by order */
	size_t n_runs;
	/* is_replaced[i] is set if estimates leave out run[i].  They leave out
	 * a run if a repeat replaced the run's block, or if the run belongs to
	 * a repeat that is not used (repeats.h). */
	bool *is_replaced;
	size_t n_replaced; /* number of runs that is_replaced marks */
	/* Number of layouts whose blocks were run again.  A layout is counted
	 * once for each of its repeats that replaced blocks. */
	size_t n_repeated;
	/* values of the metrics that the study asks for, sorted by run, metric
	 * and iteration */
	struct rcc_value_record *value;
	size_t n_values;
	/* counts by valgrind, sorted by layout and metric */
	struct rcc_valgrind_record *valgrind;
	size_t n_valgrind;
	/* JSON object: for each tool of valgrind, the machine that it simulated
	 * (study/simulation.h). */
	json_t *simulation;
	/* refused[i] is the reason why metric i of the study could not be
	 * measured; NULL if a run has it. */
	char **refused;
	struct rcc_session_record *session;
	size_t n_sessions;
	/* The number of machines on which the sessions were: a machine has a
	 * host name and a model of processor. */
	size_t n_machines;
	/* The keys of facts about the machine (run/host.h) that differ between
	 * two sessions, such as "kernel". */
	struct rcc_strvec changed;
	/* The machine's description (run/host.h) from the last session, which
	 * is the last call of randstudy that made runs.  NULL if there was
	 * none. */
	json_t *host;
	/* JSON object {path: checksum} of the input files; NULL before the
	 * first run */
	json_t *inputs;
	char *compiler;
	/* The number of functions from each compiler (build/program_note.h);
	 * NULL if randcc's plugin of gcc gave the names of all functions. */
	char *compilers;
	char *linker;
	/* How each system was built, as JSON (study/toolchains.h); NULL if all
	 * systems were built alike.  The three texts above are then those of
	 * the first system. */
	json_t *toolchains;
	/* "yes" if randstudy found that the programs must run at the path to
	 * which the build linked them (run/own_path.h); else NULL. */
	char *in_place;
	char *randcc;
	char *program; /* the first system's program; NULL before it is built */
	struct rcc_tuning tuning;
	/* If tandem.is_settled is set, the runs of a block shared a CPU. */
	struct rcc_tandem_setup tandem;
	/* If duet.is_settled is set, the runs of a block ran at the same
	 * time. */
	struct rcc_duet_setup duet;
	/* The runs made alone that repeat runs in tandem (tandem_cost.h),
	 * sorted by the order of the runs that they repeat. */
	struct rcc_run_record *alone;
	size_t n_alone;
	/* JSON array with an array for each system: the compiler options
	 * (study/compile_options.h).  The inner array is empty if the options
	 * are unknown. */
	json_t *compile_options;
	/* JSON array: for each system, its use of CPU time (study/code_share.h)
	 * or null. */
	json_t *code_share;
	/* For each system, the path of the record of its link (for randld
	 * --replay), relative to dir. */
	char **record;
	char *interim_analyses; /* text for study/interim.h, or NULL */
	/* The expected last number of layouts (RCC_INTERIM_END_KEY); 0 if the
	 * study has none, or if it awaits its first analysis. */
	double n_end;
	bool awaits_end;
	bool decides_late; /* RCC_INTERIM_LATE_KEY is stored */
};

/* Read the study in `dir`.  In a study of several machines, read only the rows
 * of the machine with the number `machine`, which must not be 0.  In any other
 * study, `machine` must be 0.  Prints what is wrong and returns an exit code
 * (enum rcc_exit).  The caller must release *s in any case. */
int rcc_stored_read(const char *dir, unsigned machine, struct rcc_stored *s);
void rcc_stored_release(struct rcc_stored *s);

/* The pointers that the following functions return belong to *s. */

/* Return the layout with this id; NULL if there is none, because the database
 * is inconsistent. */
const struct rcc_layout_record *rcc_stored_layout(const struct rcc_stored *s,
						  int64_t id);
/* Return the first record of a system's original layout; NULL if there is none.
 * The record lists the libraries that are laid out with the program. */
const struct rcc_layout_record *rcc_stored_original(const struct rcc_stored *s,
						    size_t system);
/* Return the values of a metric in a run.  `order` is the run's order.  The
 * metric has the number `own` in the study, from 0.  *n is set to the number of
 * values. */
const struct rcc_value_record *rcc_stored_values(const struct rcc_stored *s,
						 int64_t order, size_t own,
						 size_t *n);
/* Like rcc_stored_values(), but return only the values that reports use.  If
 * the metric has iterations, --skip-iterations leaves out the first values, and
 * --only-iteration leaves out all values but one. */
const struct rcc_value_record *
rcc_stored_used_values(const struct rcc_stored *s, int64_t order, size_t own,
		       size_t *n);
/* Return the count by valgrind of a metric in a layout; NULL if there is none.
 * `layout` is the id of the layout, and `own` is the number of the metric in
 * the study, from 0. */
const struct rcc_valgrind_record *
rcc_stored_valgrind(const struct rcc_stored *s, int64_t layout, size_t own);
/* Return the description of the machine that valgrind simulated for the metric
 * (study/simulation.h).  The object is borrowed.  Returns NULL if it is
 * unknown, or if the metric is not simulated. */
const json_t *rcc_stored_simulation(const struct rcc_stored *s,
				    const struct rcc_metric *metric);
/* Return whether randcc's plugin of gcc compiled functions of the system with
 * this name. */
bool rcc_stored_has_plugin(const struct rcc_stored *s, const char *system);
/* Return whether runs were made without the kernel's address space
 * randomization. */
bool rcc_stored_aslr_is_off(const struct rcc_stored *s);

/* Return the number of planned runs. */
size_t rcc_stored_n_planned(const struct rcc_stored *s);
/* Return whether estimates leave out the i-th stored run (is_replaced). */
bool rcc_stored_is_replaced(const struct rcc_stored *s, size_t i);
/* Return the round of a planned run, from 0.  A run of a repeat has the round
 * of the run that it repeats.  *is_repeat says whether the run is of a repeat;
 * the pointer may be NULL. */
size_t rcc_stored_round(const struct rcc_stored *s,
			const struct rcc_run_record *run, bool *is_repeat);

/* Return the start of the first run and the end of the last run, in ns since
 * 1970.  The study must have a run. */
int64_t rcc_stored_begin_ns(const struct rcc_stored *s);
int64_t rcc_stored_end_ns(const struct rcc_stored *s);

/* Return the share of the time of all CPUs, idle time included, that was stolen
 * during the sessions (run/steal.h).  Sessions that were killed, were made by an
 * earlier version, or whose kernel does not count it, do not take part.  Returns
 * NaN if no session is left. */
double rcc_stored_steal(const struct rcc_stored *s);

#endif
