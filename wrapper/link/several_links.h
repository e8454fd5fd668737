/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The links besides the one that makes the user's program.  They write
 * temporary programs, with all symbols, and maps:
 *
 *	before it	with filler (wrapper/order/filler.h) or moved functions
 *			(move_factor.h), one link shows which functions are in
 *			the program.  With both, a second link shows where the
 *			windows are
 *	after it	if the program has no symbols, the same link with
 *			symbols shows what the check needs
 */
#ifndef RCC_WRAPPER_LINK_SEVERAL_LINKS_H
#define RCC_WRAPPER_LINK_SEVERAL_LINKS_H

#include <stdbool.h>

#include "common/refusal.h"
#include "wrapper/link/layout.h"

/* Return whether the layout needs links before the one that makes the
 * program. */
bool rcc_several_links_are_needed(const struct rcc_layout *lay);

/* Make the links before the one that makes the program.  Plan the filler
 * between functions, and write the layout object with it.  Returns 0, the
 * linker's exit status, or a negative RCC_E…. */
int rcc_several_links_plan(struct rcc_layout *lay, struct rcc_refusal *why);

/* Link the program once more, with its symbols.  Sets *program to the path of
 * this temporary program (caller frees).  Returns 0, the linker's exit status,
 * or a negative RCC_E…. */
int rcc_several_links_keep_symbols(struct rcc_layout *lay, char **program,
				   struct rcc_refusal *why);

#endif
