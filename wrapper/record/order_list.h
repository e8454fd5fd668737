/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A list that tells a plain linker how to repeat a layout: the functions of a
 * program in order of address, and the section that plain gcc gives each of
 * them with -ffunction-sections.
 */
#ifndef RCC_WRAPPER_RECORD_ORDER_LIST_H
#define RCC_WRAPPER_RECORD_ORDER_LIST_H

#include <stdio.h>

#include "common/refusal.h"
#include "wrapper/link/link.h"
#include "wrapper/record/recipe.h"

/*
 * Print a line for each address that has a function, in order of address.
 * `program` is the result of the recorded link with the settings of `link`.
 * `link` must be open.
 *
 *	ADDRESS<TAB>SYMBOL<TAB>SECTION<TAB>OBJECT
 *
 * ADDRESS is hexadecimal.  SECTION is "-" if layouts do not move the function.
 * OBJECT is the object as the linker's command line has it, or
 * "ARCHIVE:MEMBER".  A leading "./" is left out, and so is the working
 * directory of the link.  OBJECT is "-" for a temporary file of gcc, and for an
 * object that LTO made.
 *
 * Several objects may have a section with the name SECTION.  Then the ranks
 * show which of these objects is meant: the rank of its section must be between
 * the ranks of the functions before it and behind it.
 *
 * Returns 0, RCC_ESYS, or RCC_EFORMAT if the program or an object of LTO is
 * malformed.
 */
int rcc_order_list_print(FILE *out, const struct rcc_link *link,
			 const struct rcc_recipe *recipe, const char *program,
			 struct rcc_refusal *why);

#endif
