/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whether the programs of a study can run in tandem: each must be one thread
 * that computes (study/tandem.h), and no metric may be measured by the wall
 * clock.
 */
#ifndef RCC_HARNESS_RUN_TANDEM_CHECK_H
#define RCC_HARNESS_RUN_TANDEM_CHECK_H

#include "harness/run/runner.h"
#include "harness/study/tandem.h"

/* Load how the study's tandem runs are made.  If nothing is stored, run each
 * system's original layout and check that it is a single thread that computes.
 * If it is not and the study may take turns, warn and store the reason;
 * setup->is_settled is then false.  If the study may not take turns, return
 * RCC_EXIT_USAGE.  Prints what is wrong and returns an exit code (enum
 * rcc_exit). */
int rcc_tandem_settle(struct rcc_runner *r, struct rcc_tandem_setup *setup);

#endif
