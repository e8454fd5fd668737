/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Find the shared libraries of the build that the program opens by dlopen(3):
 * plugins, and the modules of an interpreter.  No file of the build needs them
 * by name (DT_NEEDED).
 *
 * The first reference run shows which of these libraries the program loads.  It
 * also shows whether the program loads a library from its own path although it
 * is laid out.  In either case, the session ends its runs and the layouts are
 * made again with these libraries.  All runs are then at the program's own
 * path, since a plugin is opened by its path.
 */
#ifndef RCC_HARNESS_RUN_OPENED_H
#define RCC_HARNESS_RUN_OPENED_H

#include "harness/build/experiment.h"

/* Set x->finds_opened to whether the first reference run must be examined: the
 * build linked libraries that may be opened, and the user did not choose
 * libraries. */
void rcc_opened_expect(struct rcc_experiment *x);

/* Add to a system's x->linked the libraries that its logged run loaded.  Set
 * x->has_opened if the layouts must be made again. */
void rcc_opened_add(struct rcc_experiment *x, size_t system);

#endif
