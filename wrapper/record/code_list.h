/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which functions of a linked program its layouts move, and where the others
 * come from.
 *
 * A program's own symbols do not say so: the linker has merged the sections
 * that the plugin named.  So each function is looked up in the objects of the
 * program's recorded link.
 */
#ifndef RCC_WRAPPER_RECORD_CODE_LIST_H
#define RCC_WRAPPER_RECORD_CODE_LIST_H

#include <stdio.h>

#include "wrapper/line/ldargs.h"
#include "wrapper/link/inputs.h"
#include "wrapper/record/recipe.h"

/* The recorded link, all borrowed. */
struct rcc_code_list {
	const struct rcc_inputs *inputs;
	const struct rcc_ldargs *args;
	const struct rcc_recipe *recipe;
};

/*
 * Print a line for each function of the program, by address:
 *
 *	ADDRESS<TAB>NAME<TAB>OFFSET<TAB>SIZE<TAB>HOW<TAB>ORIGIN
 *
 * ADDRESS and OFFSET (in the file) are hexadecimal, SIZE is decimal.  HOW is
 * "moved"; "fixed" for an object that randcc has not compiled; "system" for an
 * object of the system's; "linker" if no object has it.  ORIGIN is the object,
 * or "ARCHIVE(MEMBER)"; "-" if there is none.  Returns 0, or RCC_ESYS with errno
 * set.
 */
int rcc_code_list_print(FILE *out, const struct rcc_code_list *list,
			const char *program);

#endif
