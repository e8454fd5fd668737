/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A study or suite, measured from and to the same working directory. */
#ifndef RCC_HARNESS_CLI_RUN_HERE_H
#define RCC_HARNESS_CLI_RUN_HERE_H

#include "harness/options/study_options.h"

/* Begin or resume the suite or study in options->dir.  The signal that ended it
 * goes to *stop_signal, or 0.  Measuring changes the working directory; this
 * changes it back.  Prints what is wrong and returns an exit code (enum
 * rcc_exit). */
int rcc_run_here(const struct rcc_run_options *options, int *stop_signal);

#endif
