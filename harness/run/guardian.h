/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The guardian: a watch (common/watch.h) that cleans up if randstudy is killed.
 *
 * If randstudy is killed (kill -9), programs that it runs would go on and
 * disturb the next measurement.  The guardian therefore kills
 *
 *	- the whole session of each program
 *	- every other process that has an output file of a program open for
 *	  writing
 *
 * The guardian does not find a process that left the session and closed its
 * output.  While randstudy lives, left_behind.c finds such a process.
 *
 * A subreaper cannot replace the guardian.  The kernel gives orphaned processes
 * only to an ancestor, so the subreaper would have to be an ancestor of
 * randstudy.
 */
#ifndef RCC_HARNESS_RUN_GUARDIAN_H
#define RCC_HARNESS_RUN_GUARDIAN_H

#include <limits.h>
#include <stddef.h>
#include <sys/types.h>

#include "common/holders.h"

/* The largest number of programs that run at the same time. */
#define RCC_GUARDIAN_SESSIONS 32
/* The largest number of output files: two for each program of a group that runs
 * together, two for a program that runs alone, and two for its helper. */
#define RCC_GUARDIAN_OUTPUTS (2 * RCC_GUARDIAN_SESSIONS + 4)

/* Memory that the guardian shares with randstudy. */
struct rcc_guarded {
	/* The sessions (setsid(2)) of the running programs, which the guardian
	 * kills; 0 if unused. */
	volatile pid_t session[RCC_GUARDIAN_SESSIONS];
	/* The output files of the programs. */
	struct rcc_file_id output[RCC_GUARDIAN_OUTPUTS];
	volatile size_t n_outputs;
	/* Directory of the study that has put a layout's files in the place of
	 * the build's files (build/exchange.h); "" if no study has done so. */
	char exchanged_in[PATH_MAX];
};

struct rcc_guardian {
	int watch; /* for rcc_watch_end() */
	struct rcc_guarded *guarded;
};

/* Start the guardian.  Call this before this process becomes a subreaper.  A
 * subreaper would become the guardian's parent in place of init.  Returns 0, or
 * RCC_ESYS with errno set. */
int rcc_guardian_start(struct rcc_guardian *guardian);
/* Tell the guardian that `fd` is a file for the output of programs.  There may
 * be at most RCC_GUARDIAN_OUTPUTS such files.  Returns 0, or RCC_ESYS with
 * errno set. */
int rcc_guardian_add_output(struct rcc_guardian *guardian, int fd);
/* End the guardian; it cleans nothing up.  Accepts a guardian whose watch is
 * -1. */
void rcc_guardian_end(struct rcc_guardian *guardian);

#endif
