/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Check the options of sbatch that the user adds for the site's cluster, such
 * as a partition.
 */
#ifndef RCC_HARNESS_FLEET_SLURM_OPTIONS_H
#define RCC_HARNESS_FLEET_SLURM_OPTIONS_H

#include <stdbool.h>

#include "common/strvec.h"

/* Refuse options that randstudy must choose itself (--array, --wrap).  If
 * shares_nodes is false, also refuse options that let other jobs use the nodes.
 * Prints what is wrong and returns an exit code (enum rcc_exit). */
int rcc_slurm_check_options(const struct rcc_strvec *options,
			    bool shares_nodes);

#endif
