/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The records of a study: one per layout and one per run.
 *
 * A run is one execution of one laid-out program (or a few in a row, with
 * --tune).  The schedule numbers all runs of a study from 0; that number is a
 * run's `order`, and the key under which it is stored, so that no run is
 * stored twice.  Times are integer nanoseconds.
 */
#ifndef RCC_HARNESS_STORE_RECORDS_H
#define RCC_HARNESS_STORE_RECORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "harness/study/metric.h"

/* How a run ended.  Only RCC_OUTCOME_OK is counted.  The texts of
 * rcc_outcome_text() are stored and exported: do not change them. */
enum rcc_outcome {
	RCC_OUTCOME_OK = 0,
	RCC_OUTCOME_WRONG_OUTPUT, /* differs from the expected output */
	RCC_OUTCOME_BAD_EXIT,	  /* another exit status than expected */
	RCC_OUTCOME_SIGNAL,	  /* killed by a signal that we did not send */
	RCC_OUTCOME_TIMEOUT,	  /* killed by us at the time limit */
	RCC_OUTCOME_TOO_MUCH_OUTPUT, /* killed by us at the output limit */
	RCC_OUTCOME_NO_METRIC,	     /* did not print what --metric looks for */
	RCC_N_OUTCOMES
};

const char *rcc_outcome_text(enum rcc_outcome outcome);
/* -1 for an unknown text. */
int rcc_outcome_parse(const char *text);

/* A shared library that is laid out with its program. */
struct rcc_library_record {
	char *name;	   /* soname, and the name of its file */
	uint64_t checksum; /* XXH64 of the file */
	int64_t size;
	char *digest; /* the layout's digest, from the library's note */
};

/* A laid-out program.  It owns its strings. */
struct rcc_layout_record {
	int64_t id;	 /* also the name of its directory under layouts/ */
	unsigned system; /* index into the study's systems */
	unsigned arm;	 /* index into the study's arms */
	unsigned layout; /* number within its arm, from 0 */
	bool is_original;
	uint64_t seed;	   /* 0 if original */
	uint64_t checksum; /* XXH64 of the program */
	int64_t size;
	int64_t link_ns; /* time to make it, libraries included */
	char *digest;	 /* the layout's digest, from the program's note */
	/* The libraries in the study's order; NULL if there are none, or none
	 * yet. */
	struct rcc_library_record *library;
	size_t n_libraries;
};

void rcc_layout_record_release(struct rcc_layout_record *layout);

struct rcc_run_record {
	/* How many executions in a row the times and counts below are the sum
	 * of; 0 means 1.  A study stores it once (tuning.h). */
	unsigned executions_per_run;
	int64_t order;	    /* number in the schedule, from 0 */
	int64_t layout;	    /* rcc_layout_record.id */
	unsigned execution; /* number among the runs of this layout, from 0 */
	int64_t session;    /* the call of `randstudy run` that made it */
	int64_t start_ns;   /* since 1970, UTC */
	int64_t wall_ns;
	int64_t user_ns;
	int64_t system_ns;
	int64_t max_rss_kib; /* -1 if unknown: less than randstudy's own */
	int64_t minor_faults;
	int64_t major_faults;
	int64_t voluntary_switches;
	int64_t involuntary_switches;
	int64_t env_bytes; /* added to the environment */
	int64_t output_bytes;
	int exit_status;   /* -1 if killed by a signal */
	int signal;	   /* 0 if it exited */
	int n_left_behind; /* processes that outlived it and that we killed */
	/* How many runs shared the CPU at the same time, itself included
	 * (run/tandem.h); 0: it was made in turn. */
	unsigned n_sharers;
	enum rcc_outcome outcome;
};

/* A built-in metric of one execution: seconds, bytes or a count.  NaN if the
 * run does not have it. */
double rcc_run_record_metric(const struct rcc_run_record *run,
			     enum rcc_builtin_metric metric);

#endif
