/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The order of section names. */
#ifndef RCC_WRAPPER_ELF_NAME_ORDER_H
#define RCC_WRAPPER_ELF_NAME_ORDER_H

#include <stdbool.h>
#include <stddef.h>

#include "wrapper/elf/object.h"

/* Sort functions and variables by section name, as GNU ld does.  Those of one
 * object with equal names keep the object's order. */
void rcc_name_order_sort(struct rcc_function **fn, size_t n);

/* Whether two have the same section name. */
bool rcc_name_order_is_equal(const struct rcc_function *x,
			     const struct rcc_function *y);

#endif
