/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The reference runs: one run of each system's original layout, before all
 * other runs.  They show that the command works.  Later runs must print the
 * same output.
 */
#ifndef RCC_HARNESS_RUN_REFERENCE_H
#define RCC_HARNESS_RUN_REFERENCE_H

#include <stdbool.h>
#include <stdint.h>

#include "harness/run/runner.h"

struct rcc_reference {
	int64_t slowest_ns; /* wall time of the slowest reference run */
	/* Whether a reference run failed, and would fail again until the user
	 * changes something. */
	bool fails_again;
};

/* Make the reference runs.  Sets the expected output and the time limit in *r.
 * Prints what is wrong and returns an exit code (enum rcc_exit). */
int rcc_reference_run_all(struct rcc_runner *r, struct rcc_reference *result);

/* Make the runs of --warmup, with the original layouts of the systems in turn.
 * Nothing is stored.  Prints what is wrong and returns an exit code (enum
 * rcc_exit). */
int rcc_reference_warm_up(struct rcc_runner *r);

#endif
