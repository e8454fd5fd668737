/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Layouts may move other memory besides functions.  The place of this memory
 * may then be the cause of an effect.  The factors of an arm (what its layouts
 * vary) decide which memory moves:
 *
 *	units		the variables, because this factor changes the order of
 *			the object files, which is also the variables' order
 *	data		the variables
 *	padding		the variables, because they begin behind the code
 *	offset		the variables, likewise
 *	stack		the stack
 *
 * The heap begins behind the variables.  If the kernel moves the heap at random
 * in each run, the place of the heap is noise and not a cause.
 */
#ifndef RCC_HARNESS_FINDINGS_MOVED_TOO_H
#define RCC_HARNESS_FINDINGS_MOVED_TOO_H

#include "harness/findings/findings.h"

/* The kinds of memory that layouts move, as bits of a set. */
enum rcc_moved_too {
	RCC_MOVED_VARIABLES = 1,
	RCC_MOVED_HEAP = 2,
	RCC_MOVED_STACK = 4
};

/* Return the factors of an arm (enum rcc_factor). */
unsigned rcc_moved_factors(const struct rcc_findings *f,
			   const struct rcc_cell *random);

/* Return the kinds of memory that the layouts of an arm may have moved, a set
 * of enum rcc_moved_too. */
unsigned rcc_moved_too(const struct rcc_findings *f,
		       const struct rcc_cell *random);

#endif
