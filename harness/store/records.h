/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The records of a study: one per layout and one per run.
 *
 * A run is one execution of one laid-out program; with --tune it may be several
 * executions in a row.  The schedule numbers all runs of a study from 0 in the
 * order in which they are made.  A run's number is its `order`.  It is the
 * primary key of the table of runs, so that no run is stored twice.  Times are
 * integer nanoseconds.
 */
#ifndef RCC_HARNESS_STORE_RECORDS_H
#define RCC_HARNESS_STORE_RECORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "harness/study/metric.h"

/* How a run ended.  Only the times of runs with RCC_OUTCOME_OK are analysed.
 * rcc_outcome_text() returns the texts of the outcomes.  Do not change these
 * texts, since they are stored and exported. */
enum rcc_outcome {
	RCC_OUTCOME_OK = 0,
	RCC_OUTCOME_WRONG_OUTPUT, /* output differs from the expected output */
	/* Exit status differs from the expected one. */
	RCC_OUTCOME_BAD_EXIT,
	/* Killed by a signal that randstudy did not send. */
	RCC_OUTCOME_SIGNAL,
	RCC_OUTCOME_TIMEOUT, /* killed by randstudy at the time limit */
	/* Killed by randstudy at the output limit. */
	RCC_OUTCOME_TOO_MUCH_OUTPUT,
	RCC_OUTCOME_NO_METRIC, /* output lacks the value of a --metric */
	RCC_N_OUTCOMES
};

const char *rcc_outcome_text(enum rcc_outcome outcome);
/* Return the outcome with this text, or -1 if the text is unknown. */
int rcc_outcome_parse(const char *text);

/* A shared library that is laid out with its program. */
struct rcc_library_record {
	char *name;	   /* soname, and name of the file */
	uint64_t checksum; /* XXH64 of the file */
	int64_t size;
	/* The layout's digest, from the ELF note that randld wrote into the
	 * library. */
	char *digest;
};

/* A laid-out program.  It owns its strings. */
struct rcc_layout_record {
	/* The id; it also names the layout's directory in layouts/. */
	int64_t id;
	unsigned system; /* index into the study's systems */
	unsigned arm;	 /* index into the study's arms */
	unsigned layout; /* number within the arm, from 0 */
	bool is_original;
	uint64_t seed;	   /* 0 for the original layout */
	uint64_t checksum; /* XXH64 of the program */
	int64_t size;
	int64_t link_ns; /* time to link the program and its libraries */
	/* The layout's digest, from the ELF note that randld wrote into the
	 * program. */
	char *digest;
	/* The libraries in the study's order; NULL if there are none or they
	 * have not been made yet. */
	struct rcc_library_record *library;
	size_t n_libraries;
};

void rcc_layout_record_release(struct rcc_layout_record *layout);

struct rcc_run_record {
	/* Number of executions in the run; 0 means 1.  The times and counts
	 * below are sums over these executions.  A study stores this number
	 * once, and not for each run (tuning.h). */
	unsigned executions_per_run;
	int64_t order;	    /* number in the schedule, from 0 */
	int64_t layout;	    /* id of the run's layout */
	unsigned execution; /* number among the runs of this layout, from 0 */
	/* Number of the call of `randstudy run` that made the run (struct
	 * rcc_session_record). */
	int64_t session;
	int64_t start_ns; /* start, since 1970, UTC */
	int64_t wall_ns;
	int64_t user_ns;
	int64_t system_ns;
	/* Peak memory.  It is known only if it exceeds randstudy's own peak
	 * memory, and is -1 otherwise. */
	int64_t max_rss_kib;
	int64_t minor_faults;
	int64_t major_faults;
	int64_t voluntary_switches;
	int64_t involuntary_switches;
	int64_t env_bytes; /* bytes added to the environment */
	int64_t output_bytes;
	int exit_status; /* -1 if killed by a signal */
	int signal;	 /* 0 if not killed by a signal */
	/* Number of processes that outlived the run and were killed. */
	int n_left_behind;
	/* Number of runs that shared the CPU at the same time, this one
	 * included (run/tandem.h); 0 for runs in turns and for duet runs. */
	unsigned n_sharers;
	enum rcc_outcome outcome;
};

/* Return the value of a built-in metric for one execution of a run: a time in
 * seconds, a number of bytes, or a count.  Returns NaN if it is unknown. */
double rcc_run_record_metric(const struct rcc_run_record *run,
			     enum rcc_builtin_metric metric);

#endif
