/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which of the links that a build recorded are meant: the program's, and those
 * of the shared libraries that are laid out with it.
 */
#ifndef RCC_HARNESS_BUILD_LINK_RECORDS_H
#define RCC_HARNESS_BUILD_LINK_RECORDS_H

#include "harness/build/experiment.h"

/* Find them in the folder `record`, for the i-th system; *linked is filled.
 * Prints what is wrong and returns an exit code (enum rcc_exit). */
int rcc_records_find(const struct rcc_experiment *x, size_t i,
		     const char *record, struct rcc_linked *linked);

#endif
