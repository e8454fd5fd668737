/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A list of the functions of a linked program: whether its layouts move them,
 * and which objects they come from.
 *
 * The program alone does not show this, because the linker has merged the
 * sections that the plugin named.  Therefore each function is looked up in the
 * objects of the recorded link.
 */
#ifndef RCC_WRAPPER_RECORD_CODE_LIST_H
#define RCC_WRAPPER_RECORD_CODE_LIST_H

#include <stdio.h>

#include "wrapper/link/link.h"
#include "wrapper/record/recipe.h"

/*
 * Print a line for each function of a program, in order of address.  `recipe`
 * is the record of the program's link, and `link` is the same link, opened
 * again.
 *
 *	ADDRESS<TAB>NAME<TAB>OFFSET<TAB>SIZE<TAB>HOW<TAB>ORIGIN
 *
 * ADDRESS and OFFSET (in the file) are hexadecimal, SIZE is decimal.  HOW is
 * one of these words:
 *
 *	moved	layouts move the function
 *	system	layouts do not move it, and its object belongs to the system
 *	fixed	layouts do not move it, for example because its object was
 *		compiled without a section for each function
 *	linker	no object has the function
 *
 * ORIGIN is the object, "ARCHIVE(MEMBER)", or "-" if no object has the
 * function.  Returns 0, or RCC_ESYS with errno set.
 */
int rcc_code_list_print(FILE *out, const struct rcc_link *link,
			const struct rcc_recipe *recipe, const char *program);

#endif
