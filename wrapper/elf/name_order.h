/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sorting functions and variables by their section names. */
#ifndef RCC_WRAPPER_ELF_NAME_ORDER_H
#define RCC_WRAPPER_ELF_NAME_ORDER_H

#include <stdbool.h>
#include <stddef.h>

#include "wrapper/elf/object.h"

/* Sort functions and variables by section name, as GNU ld does.  Functions of
 * one object that have equal section names keep their order. */
void rcc_name_order_sort(struct rcc_ranked_section **fn, size_t n);

/* Return whether two functions or variables have the same section name. */
bool rcc_name_order_is_equal(const struct rcc_ranked_section *x,
			     const struct rcc_ranked_section *y);

#endif
