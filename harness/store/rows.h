/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a study records: one row per layout, one row per run.
 *
 * Times are integer nanoseconds.  A run is one execution of one laid-out
 * program; `order` is its place in the schedule and the key under which it is
 * stored, so that no run is ever stored twice.
 */
#ifndef RCC_HARNESS_STORE_ROWS_H
#define RCC_HARNESS_STORE_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How a run ended.  Only RCC_OUTCOME_OK is ever counted.  The texts of
 * rcc_outcome_text() are stored and exported: do not change them. */
enum rcc_outcome {
	RCC_OUTCOME_OK = 0,
	RCC_OUTCOME_WRONG_OUTPUT,    /* differs from the expected output */
	RCC_OUTCOME_BAD_EXIT,	     /* another exit status than expected */
	RCC_OUTCOME_SIGNAL,	     /* killed by a signal of its own making */
	RCC_OUTCOME_TIMEOUT,	     /* killed by us at the time limit */
	RCC_OUTCOME_TOO_MUCH_OUTPUT, /* killed by us at the output limit */
	RCC_OUTCOME_NO_METRIC,	     /* did not print what --metric looks for */
	RCC_N_OUTCOMES
};

const char *rcc_outcome_text(enum rcc_outcome outcome);
/* -1 for a text that is none. */
int rcc_outcome_parse(const char *text);

/* A shared library that is laid out with its program. */
struct rcc_library_row {
	char *name; /* soname: its file's name, too */
	uint64_t checksum;
	int64_t size;
	char *digest;
};

/* A laid-out program.  Strings belong to the row. */
struct rcc_layout_row {
	int64_t id;	 /* also the name of its folder under layouts/ */
	unsigned system; /* index into the study's systems and arms */
	unsigned arm;
	unsigned layout; /* number within its arm, from 0 */
	bool is_original;
	uint64_t seed;	   /* 0 if original */
	uint64_t checksum; /* XXH64 of the program */
	int64_t size;
	int64_t link_ns; /* what it cost to make, libraries included */
	char *digest;	 /* of the layout, as the program's note says */
	/* In the order of the study; NULL: none, or not made yet. */
	struct rcc_library_row *library;
	size_t n_libraries;
};

void rcc_layout_row_release(struct rcc_layout_row *row);

struct rcc_run_row {
	/* What the times and counts below are the sum of; 0 is 1.  It is the
	 * same in a whole study (tuned.h) and stored once. */
	unsigned n_together;
	int64_t order;	/* place in the schedule, from 0 */
	int64_t layout; /* rcc_layout_row.id */
	unsigned execution;
	int64_t session;  /* which call of `randstudy run` made it */
	int64_t start_ns; /* since 1970, UTC */
	int64_t wall_ns;
	int64_t user_ns;
	int64_t system_ns;
	int64_t max_rss_kib; /* -1: not known, less than randstudy's own */
	int64_t minor_faults;
	int64_t major_faults;
	int64_t voluntary_switches;
	int64_t involuntary_switches;
	int64_t env_bytes; /* by how much the environment was enlarged */
	int64_t output_bytes;
	int exit_status;   /* -1 if killed by a signal */
	int signal;	   /* 0 if it exited */
	int n_left_behind; /* processes that outlived it, killed by us */
	enum rcc_outcome outcome;
};

#endif
