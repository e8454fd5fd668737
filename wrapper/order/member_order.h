/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The factor `units` within an archive, for mold, which takes members in the
 * order of the archive.  Other linkers take them in the order in which they are
 * needed.  In the private copy of the archive the members have another order,
 * and its symbol index has their new offsets.
 *
 * The order of members has a meaning too.  These members keep their order among
 * themselves: those that define a symbol which another member also defines (the
 * linker takes the first), those with constructors, and those that contribute
 * to a linker set.  Members without ranked functions never move.
 */
#ifndef RCC_WRAPPER_ORDER_MEMBER_ORDER_H
#define RCC_WRAPPER_ORDER_MEMBER_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wrapper/elf/object.h"

/* Return whether an archive has a symbol index.  Without one its members cannot
 * be moved. */
bool rcc_member_order_is_possible(const struct rcc_file_map *map);

/* Shuffle the members.  (*order)[i] becomes the index of the member that takes
 * place i (caller frees); each object's field `place` is set to its new place.
 * Returns how many members moved.  If none did, *order is NULL. */
size_t rcc_member_order_shuffle(struct rcc_object_file *f, uint64_t seed,
				size_t **order);

/* Write the archive with its members in the order that
 * rcc_member_order_shuffle() returned.  Returns 0 or RCC_ESYS. */
int rcc_member_order_write(int fd, const struct rcc_object_file *f,
			   const size_t *order);

#endif
