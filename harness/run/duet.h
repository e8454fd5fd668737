/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Find the CPUs for duet runs (study/duet.h).  tandem.c makes the runs. */
#ifndef RCC_HARNESS_RUN_DUET_H
#define RCC_HARNESS_RUN_DUET_H

#include "harness/run/runner.h"
#include "harness/study/duet.h"

/* Load the division of the CPUs among the runs of a block.  If none is stored,
 * divide the CPUs that both this process and --cpu allow, and store the
 * division.  `root` is prepended to the kernel's paths; it is "" except in
 * tests.  Prints what is wrong and returns an exit code (enum rcc_exit), which
 * is RCC_EXIT_USAGE if there are too few cores. */
int rcc_duet_settle(const struct rcc_runner *r, const char *root,
		    struct rcc_duet_setup *setup);

#endif
