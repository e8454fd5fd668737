/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * After a link: do the functions stand where their ranks put them?  Linker
 * scripts, options and libraries found in unforeseen ways can all undo a
 * layout, and a note must not say "randomised" of such a program.
 */
#ifndef RCC_WRAPPER_LINK_VERIFY_H
#define RCC_WRAPPER_LINK_VERIFY_H

#include <stdbool.h>
#include <stdio.h>

#include "wrapper/elf/object.h"
#include "wrapper/elf/output.h"
#include "wrapper/link/link.h"

/* Of objects that come out of LTO: a line for each function, where it should
 * stand and its name. */
void rcc_verify_write(FILE *out, const struct rcc_object *o);

/*
 * Whether so many neighbours that stand the wrong way round, of `n`, are still
 * an order.  One or two may be another's namesake.  Of functions that the linker
 * took as they came, one of 24 or more do: our copies hold them in runs of
 * neighbours, last to first, for GNU ld's sake (rcc_object_arrange()).
 */
bool rcc_verify_is_order(size_t n_wrong, size_t n);

/*
 * Compares the order of addresses with the order of ranks, over the functions
 * whose names are unique among the inputs and in the program.  True also when
 * there is nothing to compare.
 */
bool rcc_verify_order(const struct rcc_link *l, const struct rcc_output *out);

/* The same for variables, within each output section (verify_data.c); those of
 * LTO are not among the inputs. */
bool rcc_verify_variables(const struct rcc_link *l,
			  const struct rcc_output *out);

#endif
