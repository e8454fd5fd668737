/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How a linker is made to place functions by rank: what each linker can do,
 * and what a link asks of it that it cannot.  All that is special to one
 * linker, but for how it is found (linker.h), is here; doc/LINKERS.md is the
 * same table for users.
 *
 *	by name		the linker sorts sections .text.sorted.* by name, and
 *			ranks are written into the names: GNU ld and gold by
 *			themselves, lld by a script of ours
 *	by header	the linker keeps the order of an object's section
 *			headers, and the headers are put in the order of ranks:
 *			mold, and others under a script that does not sort.
 *			Units stay whole, and nothing stands between functions.
 */
#ifndef RCC_WRAPPER_LINK_PLACEMENT_H
#define RCC_WRAPPER_LINK_PLACEMENT_H

#include "wrapper/link/link.h"

/*
 * Choose l->placement.  Returns why the link cannot be laid out as asked, with
 * what would work in *remedy, or NULL.  In the original layout only what takes
 * away the original order is in the way.  Both strings stay.
 */
const char *rcc_placement_choose(struct rcc_link *l, const char **remedy);

/* Write what the linker needs to sort by name, once there is l->tmp_dir.  0 or
 * RCC_ESYS. */
int rcc_placement_prepare(struct rcc_link *l);

/* Whether members of archives can be moved within them: the linker takes them
 * as they lie there. */
bool rcc_placement_orders_members(const struct rcc_link *l);

/* The first line of a map behind which it lists what is in the program. */
const char *rcc_placement_map_begin(const struct rcc_link *l);

#endif
