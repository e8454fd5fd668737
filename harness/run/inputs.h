/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The files that a study's runs read, as far as they are known: standard input
 * and what of the command's words is a file.  (--expect is copied.)
 */
#ifndef RCC_HARNESS_RUN_INPUTS_H
#define RCC_HARNESS_RUN_INPUTS_H

#include "harness/build/experiment.h"

/* In the study's directory: keep the inputs' checksums with the study, or, when
 * it goes on, see that they are the same.  Prints what is wrong and returns an
 * exit code (enum rcc_exit). */
int rcc_inputs_check(struct rcc_experiment *x);

#endif
