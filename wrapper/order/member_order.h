/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The factor `units` within an archive, for a linker that takes members in the
 * order of the archive and not of need (mold).  The private copy of the
 * archive gets its members in another order, and the same symbol index.
 *
 * The order of members has a meaning too.  Members that define a symbol which
 * another member defines as well (the first one is pulled), that construct, or
 * that contribute to a linker set keep their order among themselves; members
 * without functions of ours never move.
 */
#ifndef RCC_WRAPPER_ORDER_MEMBER_ORDER_H
#define RCC_WRAPPER_ORDER_MEMBER_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wrapper/elf/object.h"

/* Whether an archive has a symbol index, by which that is known. */
bool rcc_memberorder_can(const struct rcc_file_map *map);

/* order[i] is the member that comes to stand at i (caller frees); sets
 * object[].place.  Returns how many members moved; with 0, *order is NULL. */
size_t rcc_memberorder_shuffle(struct rcc_object_file *f, uint64_t seed,
			       size_t **order);

/* Write the archive in that order.  0 or RCC_ESYS. */
int rcc_memberorder_write(int fd, const struct rcc_object_file *f,
			  const size_t *order);

#endif
