/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One study, from its options to its last run.
 *
 *	build/design		open the study and its design (its settings)
 *	build/build		phase 1: build, record links
 *	build/layouts		phase 2: link every layout
 *	run/runs		phase 3: measure
 *	run/valgrind_runs	phase 4: count events with valgrind
 *
 * In harness/session, functions that can fail print what is wrong and return an
 * exit code (enum rcc_exit).
 */
#ifndef RCC_HARNESS_SESSION_RUN_STUDY_H
#define RCC_HARNESS_SESSION_RUN_STUDY_H

#include <stdbool.h>

struct rcc_run_options;

/* Begin or resume the study in options->dir, and run it to its end.  No report
 * is printed.  *stop_signal is set to the signal that ended the study, or 0.
 * This function changes options->given and the working directory. */
int rcc_run_study(const struct rcc_run_options *options, int *stop_signal);

/* Begin or resume the unpacked study in `dir` (fleet/worker.h), and run it to
 * its end.  All of its programs must exist.  `load` is the load of the machine
 * before this process ran anything.  *is_complete is set to whether all planned
 * runs are stored.  *stop_signal is set to the signal that ended the study, or
 * 0.  This function changes the working directory. */
int rcc_run_carried(const char *dir, double load, bool *is_complete,
		    int *stop_signal);

#endif
