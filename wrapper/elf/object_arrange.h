/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Arranging the sections of an object so that GNU ld links it fast.
 *
 * The linker sorts sections by name, so their order in an object does not
 * affect the program.  It does affect the time of the link (pivots.h).  The
 * arrangement pays for many small functions.  It costs a little for few large
 * ones in one object.
 */
#ifndef RCC_WRAPPER_ELF_OBJECT_ARRANGE_H
#define RCC_WRAPPER_ELF_OBJECT_ARRANGE_H

#include <stdbool.h>

#include "wrapper/elf/object.h"
#include "wrapper/elf/pivots.h"

/*
 * Put the headers and the bytes of ranked functions into an order that GNU ld
 * links fast, and choose pivots among them.  Do the same with variables if
 * `with_data`.  In a link without the factor `data`, variables must stay,
 * because the linker places them in the order of the object.
 */
void rcc_object_arrange(struct rcc_object_file *f, struct rcc_object *o,
			bool with_data, struct rcc_pivots *pivots);

#endif
