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
 * ADDRESS is hexadecimal.  SECTION is "-" if layouts do not move the function, or
 * if its section is not known.
 * OBJECT is one of these:
 *
 *	PATH		the object as the linker's command line has it
 *	ARCHIVE:MEMBER	the archive as the command line has it, and the member
 *	-		a temporary file of gcc, an object that LTO made, or an
 *			object that is not known
 *
 * A leading "./" of a path is left out, and so is the working directory of the
 * link.
 *
 * Several objects may have a section with the name SECTION.  The list then has
 * the object whose section has a rank between the ranks of the functions before
 * and behind this function.  A linker such as mold keeps the functions of an
 * object together.  Then the list has the object of one of these two functions.
 *
 * Returns 0, RCC_ESYS, or RCC_EFORMAT if the program or an object of LTO is
 * malformed.
 */
int rcc_order_list_print(FILE *out, const struct rcc_link *link,
			 const struct rcc_recipe *recipe, const char *program,
			 struct rcc_refusal *why);

#endif
