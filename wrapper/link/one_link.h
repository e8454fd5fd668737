/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One run of the linker, and the layout object that it gets.  Some layouts need
 * several runs (several_links.h).
 */
#ifndef RCC_WRAPPER_LINK_ONE_LINK_H
#define RCC_WRAPPER_LINK_ONE_LINK_H

#include "common/refusal.h"
#include "wrapper/link/layout.h"

/* Write the layout object.  It is for the same machine as the first input
 * object.  If there is no input object, no layout object is made.  Returns 0,
 * or a negative RCC_E… as rcc_layout_parts_write() does. */
int rcc_one_link_write_object(struct rcc_layout *lay, struct rcc_refusal *why);

/* Run the linker once.  The program goes to `output`, or to the path on the
 * command line if `output` is NULL.  If `map` is not NULL, the linker writes
 * its map there, and prints nothing if it succeeds.  Returns its exit status,
 * or a negative RCC_E…. */
int rcc_one_link_run(const struct rcc_layout *lay, const char *output,
		     const char *map, struct rcc_refusal *why);

#endif
