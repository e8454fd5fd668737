/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Find the CPUs for duet runs.  These are runs of a block that begin together,
 * each on CPUs of its own (study/duet.h).  tandem.c makes the runs. */
#ifndef RCC_HARNESS_RUN_DUET_H
#define RCC_HARNESS_RUN_DUET_H

#include "harness/run/runner.h"
#include "harness/study/duet.h"

/* Load from the study's database how the CPUs are divided among the runs of a
 * block.  If the database does not say, divide the CPUs that this process may
 * use and --cpu allows, and store the result.  `root` is prepended to paths
 * such as /sys/devices; it is "" except in tests.  Prints what is wrong and
 * returns an exit code (enum rcc_exit), which is RCC_EXIT_USAGE if there are
 * too few cores. */
int rcc_duet_settle(const struct rcc_runner *r, const char *root,
		    struct rcc_duet_setup *setup);

#endif
