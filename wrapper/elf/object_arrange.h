/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RCC_WRAPPER_ELF_OBJECT_ARRANGE_H
#define RCC_WRAPPER_ELF_OBJECT_ARRANGE_H

#include <stdbool.h>

#include "wrapper/elf/object.h"
#include "wrapper/elf/pivots.h"

/*
 * Put the headers and the bytes of what has ranked names in an order by which
 * GNU ld is fast if it has these pivots too.  Its place in the program goes by
 * the names, and stays; that of variables does so only where the linker sorts
 * them: with_data.
 */
void rcc_object_arrange(struct rcc_object_file *f, struct rcc_object *o,
			bool with_data, struct rcc_pivots *pivots);

#endif
