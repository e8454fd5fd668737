/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Find the CPUs of duet runs (study/duet.h); tandem.c makes the runs. */
#ifndef RCC_HARNESS_RUN_DUET_H
#define RCC_HARNESS_RUN_DUET_H

#include "harness/run/runner.h"
#include "harness/study/duet.h"

/* Recall how the study's CPUs are divided, or divide those that this process and
 * --cpu allow, and store it.  `root` is prepended to the kernel's paths, for tests
 * ("" otherwise).  Prints what is wrong and returns an exit code (enum rcc_exit):
 * RCC_EXIT_USAGE if there are too few cores. */
int rcc_duet_settle(const struct rcc_runner *r, const char *root,
		    struct rcc_duet_setup *setup);

#endif
