/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * After a link: whether functions and variables stand where their ranks put
 * them.  Linker scripts, options and libraries found in unforeseen ways can all
 * undo a layout, and a note must not say "randomised" of such a program.
 */
#ifndef RCC_WRAPPER_LINK_VERIFY_H
#define RCC_WRAPPER_LINK_VERIFY_H

#include <stdbool.h>
#include <stdio.h>

#include "wrapper/elf/object.h"
#include "wrapper/elf/output.h"
#include "wrapper/link/inputs.h"
#include "wrapper/link/placement.h"

/* The order that the program should have; all borrowed. */
struct rcc_expected {
	const struct rcc_inputs *inputs; /* the inputs with their ranks */
	const size_t *position; /* each input's place on the linker's line */
	const struct rcc_placement *placement;
	size_t n_functions; /* functions that have ranks */
	/* LTO took the bytecode of the objects that have some, and not the
	 * machine code that fat ones have besides. */
	bool uses_ir;
	/* Path of the list that the stand-in wrote (lto_link.h). */
	const char *lto_ranked;
};

/* Write a line for each function of an object that LTO made: where it should
 * stand and its name.  Such lines make that list. */
void rcc_verify_list_functions(FILE *out, const struct rcc_object *o);

/*
 * Whether `n` functions, of which n_wrong stand before the function that they
 * should follow, are still in order.  A program can have one or two namesakes
 * of inputs' functions.  In a program whose linker took functions as they came,
 * at least one of 24 is wrong: rcc_object_arrange() puts runs of neighbours
 * last to first in the copies for GNU ld.
 */
bool rcc_verify_is_order(size_t n_wrong, size_t n);

/*
 * Compare the order of addresses with the order of ranks, over the functions
 * whose names are unique among the inputs and in the program.  True also if
 * there is nothing to compare.
 */
bool rcc_verify_functions(const struct rcc_expected *expected,
			  const struct rcc_output *out);

/* The same for variables, within each output section (verify_data.c).  Those of
 * LTO are not among the inputs. */
bool rcc_verify_variables(const struct rcc_inputs *inputs,
			  const struct rcc_output *out);

#endif
