/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Find the build's shared libraries that the program opens by dlopen(3):
 * plugins, and the modules of an interpreter.  No file of the build names them
 * in DT_NEEDED.
 *
 * The first reference run shows which of these libraries the program opens.  It
 * also shows whether the program loads the build's own file of a library,
 * although the library is laid out.
 *
 * If the program does either, the session stops its runs.  It makes the layouts
 * again, with the opened libraries laid out too.  All runs are then at the
 * program's own path, because a program opens a plugin by its path.
 */
#ifndef RCC_HARNESS_RUN_OPENED_H
#define RCC_HARNESS_RUN_OPENED_H

#include "harness/build/experiment.h"

/* Set x->finds_opened to whether the first reference run must be examined.  It
 * must be examined if the build linked libraries and the user did not choose
 * among them (--library). */
void rcc_opened_expect(struct rcc_experiment *x);

/* Add to a system's x->linked the build's libraries that the system's reference
 * run has opened, as the dynamic linker's logs (libraries.h) show.  Set
 * x->has_opened if the layouts must be made again. */
void rcc_opened_add(struct rcc_experiment *x, size_t system);

#endif
