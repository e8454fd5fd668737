/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The factor `units` within an archive.  It is for mold, which takes members in
 * the order of the archive.  Other linkers take them in the order in which they
 * are needed.  randld gives mold a copy of the archive, in which the members
 * are in a new order, and the symbol index has their new offsets.
 *
 * The order of members can affect what a program does.  Therefore these members
 * keep their order among themselves:
 *
 *	- members with constructors
 *	- members with entries of a linker set (link_order.h)
 *	- members with a symbol that another member defines too; the linker
 *	  takes the first definition
 *
 * Members without ranked functions never move.
 */
#ifndef RCC_WRAPPER_ORDER_MEMBER_ORDER_H
#define RCC_WRAPPER_ORDER_MEMBER_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wrapper/elf/object.h"

/* Return whether the members of an archive can move.  They can if the archive
 * has a symbol index. */
bool rcc_member_order_is_possible(const struct rcc_file_map *map);

/* Shuffle the members.  (*order)[i] becomes the index of the member that takes
 * place i (caller frees), or *order becomes NULL if no member moved.  Sets the
 * field `place` of each object.  Returns how many members moved. */
size_t rcc_member_order_shuffle(struct rcc_object_file *f, uint64_t seed,
				size_t **order);

/* Write the archive with its members in the order from
 * rcc_member_order_shuffle().  Returns 0 or RCC_ESYS. */
int rcc_member_order_write(int fd, const struct rcc_object_file *f,
			   const size_t *order);

#endif
