/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Checking after a link that functions and variables are in the order of their
 * ranks, and where functions begin in their cache lines.  A linker script, an
 * option, or a library found in an unexpected place can undo a layout.  Then
 * the program's note must not say "randomised".
 */
#ifndef RCC_WRAPPER_LINK_VERIFY_H
#define RCC_WRAPPER_LINK_VERIFY_H

#include <stdbool.h>
#include <stdio.h>

#include "wrapper/elf/object.h"
#include "wrapper/elf/output.h"
#include "wrapper/link/inputs.h"
#include "wrapper/link/placement.h"
#include "wrapper/order/filler.h"

/* The order that a program should have.  All fields are borrowed. */
struct rcc_expected {
	/* the inputs, after they were ranked */
	const struct rcc_inputs *inputs;
	/* For each input, its place on the linker's command line. */
	const size_t *position;
	const struct rcc_placement *placement;
	size_t n_functions; /* number of ranked functions; includes LTO's */
	/* LTO compiled the bytecode of the objects.  So the machine code in fat
	 * objects is not in the program. */
	bool uses_ir;
	/* The path of the list from the stand-in for lto-wrapper
	 * (lto_link.h). */
	const char *lto_ranked;
};

/* Write a line for each function of an object that LTO made: its place in the
 * order, and its name.  rcc_verify_functions() reads these lines
 * (lto_ranked). */
void rcc_verify_list_functions(FILE *out, const struct rcc_object *o);

/*
 * Return whether the linker sorted the functions.  n functions were compared,
 * and n_wrong of them come right after a function that should follow them.
 *
 * A few may be wrong, because a program can contain other functions with the
 * same names.  If the linker had not sorted, about one function in 24 would be
 * wrong, or more: rcc_object_arrange() divides the functions into sequences of
 * at most 24, and reverses the order of the sequences.
 */
bool rcc_verify_is_order(size_t n_wrong, size_t n);

/*
 * Compare the order of addresses with the order of ranks.  A function counts
 * only if its name is unique in the inputs and unique in the program.  Returns
 * true if the orders agree, or if there is nothing to compare.
 */
bool rcc_verify_functions(const struct rcc_expected *expected,
			  const struct rcc_output *out);

/* Check the order of variables within each output section, as
 * rcc_verify_functions() checks functions.  LTO's variables are left out,
 * because the inputs do not list them. */
bool rcc_verify_variables(const struct rcc_inputs *inputs,
			  const struct rcc_output *out);

/* Return how many functions do not begin where the factor `offset` puts them,
 * and set *n to how many were compared.  These are the functions whose names
 * are unique in the plan and in the program.  A function whose alignment is
 * larger than 16 may begin at the next multiple of it.  *n_fixed is the number of
 * functions that begin a cache line although their offset is another.  The
 * linker may have folded identical functions into one; these are not
 * compared. */
size_t rcc_verify_offsets(const struct rcc_filler_plan *plan,
			  const struct rcc_output *out, size_t *n,
			  size_t *n_fixed);

#endif
