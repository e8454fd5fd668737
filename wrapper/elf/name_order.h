/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RCC_WRAPPER_ELF_NAME_ORDER_H
#define RCC_WRAPPER_ELF_NAME_ORDER_H

#include <stddef.h>

#include "wrapper/elf/object.h"

/* Sort functions and variables by section name, as GNU ld does.  They must be
 * those of one array (struct rcc_object), or of several whose order among equal
 * names does not matter. */
void rcc_name_order_sort(struct rcc_function **fn, size_t n);

/* Whether two have the same section name. */
bool rcc_name_order_is_equal(const struct rcc_function *x,
			     const struct rcc_function *y);

#endif
