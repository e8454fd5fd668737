/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Link a layout again with some functions moved (randld --move).  All other
 * functions keep their addresses.
 */
#ifndef RCC_HARNESS_BUILD_MOVED_PROGRAM_H
#define RCC_HARNESS_BUILD_MOVED_PROGRAM_H

#include <stddef.h>
#include <stdint.h>

#include "harness/build/experiment.h"

/* Return the i-th file of a system that layouts move: the program if i is 0,
 * else a library.  NULL if there is no such file. */
const struct rcc_linked *rcc_moved_program_file(const struct rcc_experiment *x,
						size_t system, size_t i);

/* Link the program and the libraries of a random layout again, into the new
 * folder `folder`.  moves[i] is the argument of --move for file i, or NULL.
 * Returns 0, or RCC_EUNSUP with *problem set to the first line that randld
 * printed (caller frees). */
int rcc_moved_program_make(const struct rcc_experiment *x, int64_t layout,
			   char *const *moves, const char *folder,
			   char **problem);

/* Link the program and the libraries of a layout that need not be in the study's
 * table to `folder`.  The record has its system, and its seed or is_original.
 * `factors` are those of RANDCC_FACTORS; NULL for the default ones.  Otherwise
 * like rcc_moved_program_make(). */
int rcc_moved_program_link(const struct rcc_experiment *x,
			   const struct rcc_layout_record *record,
			   const char *factors, char *const *moves,
			   const char *folder, char **problem);

/* Copy the files of a folder that these two functions filled to a new folder,
 * which replaces an older one.  Returns 0 or RCC_ESYS. */
int rcc_moved_program_copy(const struct rcc_experiment *x, size_t system,
			   const char *from, const char *to);

#endif
