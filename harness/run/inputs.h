/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The files that a study's runs are known to read: standard input, and each
 * word of the command that names a file.  (--expect is copied.)
 */
#ifndef RCC_HARNESS_RUN_INPUTS_H
#define RCC_HARNESS_RUN_INPUTS_H

#include "harness/build/experiment.h"

/* Store the inputs' checksums with a new study; check them when it is resumed.
 * The working directory must be the study's.  Prints what is wrong and returns
 * an exit code (enum rcc_exit). */
int rcc_inputs_check(struct rcc_experiment *x);

#endif
