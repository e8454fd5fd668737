/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shared libraries of the build that no file names and that the program opens
 * by dlopen(3): plugins, and the modules of an interpreter.
 *
 * The first reference run shows which of them it loads, and whether it loads one
 * that is laid out from its own path instead.  The session then ends
 * its runs, the layouts are made again with these libraries, and all runs are at
 * the program's own path, since a plugin is opened by its path.
 */
#ifndef RCC_HARNESS_RUN_OPENED_H
#define RCC_HARNESS_RUN_OPENED_H

#include "harness/build/experiment.h"

/* Set x->finds_opened: the build linked libraries that are not laid out, and the
 * user has not chosen them. */
void rcc_opened_expect(struct rcc_experiment *x);

/* Add the libraries that the logged run of a system loaded to its `linked`, and
 * set x->has_opened if there are any. */
void rcc_opened_add(struct rcc_experiment *x, size_t system);

#endif
