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

/* Return the i-th file that is laid out for a system: the program if i is 0,
 * else a library.  Returns NULL if there is no such file. */
const struct rcc_linked *rcc_moved_program_file(const struct rcc_experiment *x,
						size_t system, size_t i);

/* Link the program and the libraries of a random layout again, into the new
 * folder `folder`.  moves[i] is the argument of --move for file i; NULL moves
 * nothing in this file.  If `moves` itself is NULL, nothing is moved in any
 * file.  Returns 0, or RCC_EUNSUP with *problem set to the first line that
 * randld printed (caller frees). */
int rcc_moved_program_make(const struct rcc_experiment *x, int64_t layout,
			   char *const *moves, const char *folder,
			   char **problem);

/* Link the program and the libraries of any layout into `folder`.  The layout
 * need not be in the study's table.  The caller must set the system in *record,
 * and either the seed or is_original.  `factors` is a list as in
 * RANDCC_FACTORS; NULL for the default factors.  The parameter `moves`, the
 * result and *problem are as in rcc_moved_program_make(). */
int rcc_moved_program_link(const struct rcc_experiment *x,
			   const struct rcc_layout_record *record,
			   const char *factors, char *const *moves,
			   const char *folder, char **problem);

/* Link the program and the libraries of a system into `folder`, with their
 * functions in given orders.  order[i] is the path of file i's list of symbols
 * (RANDCC_ORDER); NULL if the order is not given for this file.  The other
 * parameters and the result are as in rcc_moved_program_link(). */
int rcc_moved_program_link_ordered(const struct rcc_experiment *x,
				   const struct rcc_layout_record *record,
				   const char *factors, char *const *order,
				   const char *folder, char **problem);

/* Read the order of the functions in file i of a layout.
 * rcc_moved_program_link() must have linked the layout into `folder` with the
 * same factors.  *text is what `randld --list-order` prints.  Returns 0, or
 * RCC_EUNSUP with *problem set; caller frees *text and *problem. */
int rcc_moved_program_order(const struct rcc_experiment *x,
			    const struct rcc_layout_record *record,
			    const char *factors, size_t i, const char *folder,
			    char **text, char **problem);

/* Copy a folder with linked programs to a new folder.  An older folder of this
 * name is replaced.  Returns 0 or RCC_ESYS. */
int rcc_moved_program_copy(const struct rcc_experiment *x, size_t system,
			   const char *from, const char *to);

#endif
