/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Check whether the programs of a study can run in tandem.  Each must be one
 * thread that computes (study/tandem.h), and no metric may be measured by the
 * wall clock.
 */
#ifndef RCC_HARNESS_RUN_TANDEM_CHECK_H
#define RCC_HARNESS_RUN_TANDEM_CHECK_H

#include "harness/run/runner.h"
#include "harness/study/tandem.h"

/*
 * Load the settings of the study's tandem runs from its database.  If the
 * database has none, run each system's original layout, and check the programs
 * and the metrics.
 *
 * If a check fails, the result depends on the study:
 *
 *	--tandem-if-possible	warn, store the reason, and leave
 *				setup->is_settled false; the runs take turns
 *	otherwise		return RCC_EXIT_USAGE
 *
 * Prints what is wrong and returns an exit code (enum rcc_exit).
 */
int rcc_tandem_settle(struct rcc_runner *r, struct rcc_tandem_setup *setup);

#endif
