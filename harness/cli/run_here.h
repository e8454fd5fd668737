/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measure a study or suite, and then return to the directory in which randstudy
 * was called. */
#ifndef RCC_HARNESS_CLI_RUN_HERE_H
#define RCC_HARNESS_CLI_RUN_HERE_H

#include "harness/options/study_options.h"

/* Begin or resume the suite or study in options->dir.  Then change back to the
 * present working directory, since measuring changes it.  *stop_signal is set
 * to the signal that stopped the runs, or 0.  Prints what is wrong and returns
 * an exit code (enum rcc_exit). */
int rcc_run_here(const struct rcc_run_options *options, int *stop_signal);

#endif
