/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Phase 1 of a study: build each system (version of the program) once by its
 * build command, and find the record of the program's link.
 */
#ifndef RCC_HARNESS_BUILD_BUILD_H
#define RCC_HARNESS_BUILD_BUILD_H

#include "harness/build/experiment.h"

/* Build all systems and set x->linked.  If an earlier call of randstudy has
 * built a system, its build is read from the study's database. */
int rcc_build_all(struct rcc_experiment *x);

/* Write the list of the libraries in x->linked to the study's database.  Prints
 * what is wrong and returns an exit code. */
int rcc_build_store_libraries(struct rcc_experiment *x);

#endif
