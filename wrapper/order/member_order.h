/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The factor `units` within an archive, for a linker that takes members in the
 * order of the archive and not as they are needed (mold).  The private copy of
 * the archive gets its members in another order, and the same symbol index.
 *
 * The order of members has a meaning too.  Members that define a symbol which
 * another member defines as well (the linker takes the first), that construct,
 * or that contribute to a linker set keep their order among themselves.
 * Members without ranked functions never move.
 */
#ifndef RCC_WRAPPER_ORDER_MEMBER_ORDER_H
#define RCC_WRAPPER_ORDER_MEMBER_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wrapper/elf/object.h"

/* Whether an archive has a symbol index, without which its members cannot be
 * moved. */
bool rcc_member_order_is_possible(const struct rcc_file_map *map);

/* Set (*order)[i] to the member that comes to stand at i (caller frees), and
 * object[].place.  Returns how many members moved; if 0, *order is NULL. */
size_t rcc_member_order_shuffle(struct rcc_object_file *f, uint64_t seed,
				size_t **order);

/* Write the archive in that order.  0 or RCC_ESYS. */
int rcc_member_order_write(int fd, const struct rcc_object_file *f,
			   const size_t *order);

#endif
