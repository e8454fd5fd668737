/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The reference run: one run of each system's original layout, before all
 * others.  It shows that the command works, and its output is what later runs
 * must print.
 */
#ifndef RCC_HARNESS_RUN_REFERENCE_H
#define RCC_HARNESS_RUN_REFERENCE_H

#include <stdbool.h>
#include <stdint.h>

#include "harness/run/runner.h"

struct rcc_reference {
	int64_t slowest_ns; /* wall time of the slowest */
	/* It failed, and will fail again unless something is changed. */
	bool fails_again;
};

/* Make them; sets the runner's reference and time limit.  Prints what is wrong
 * and returns an exit code (enum rcc_exit), as does the next. */
int rcc_reference_run_all(struct rcc_runner *r, struct rcc_reference *result);

/* --warmup: run the systems' original layouts in turn; nothing is stored. */
int rcc_reference_warm_up(struct rcc_runner *r);

#endif
