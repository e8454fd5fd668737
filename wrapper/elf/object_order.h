/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RCC_WRAPPER_ELF_OBJECT_ORDER_H
#define RCC_WRAPPER_ELF_OBJECT_ORDER_H

#include <stddef.h>

#include "wrapper/elf/object.h"

/*
 * Put the headers of an object's functions in the order of their ranks
 * (object_order.c): all headers but theirs, and all bytes of sections, stay.
 * Returns how many moved.
 */
size_t rcc_object_order_headers(struct rcc_object_file *f,
				struct rcc_object *o);

#endif
