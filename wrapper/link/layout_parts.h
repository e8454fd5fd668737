/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writing the layout object, which randld adds to the link.  It has these
 * parts:
 * - the note (layout_note.h)
 * - the entry point of the factor `stack`
 * - the filler of the factors `padding` and `offset`, or else the pivots (elf/pivots.h)
 * - the filler around functions that are moved alone (RANDCC_MOVE)
 */
#ifndef RCC_WRAPPER_LINK_LAYOUT_PARTS_H
#define RCC_WRAPPER_LINK_LAYOUT_PARTS_H

#include "common/refusal.h"
#include "wrapper/elf/layout_object.h"
#include "wrapper/elf/object.h"
#include "wrapper/elf/pivots.h"
#include "wrapper/link/stack_factor.h"

/* The parts of the layout object.  All are borrowed. */
struct rcc_layout_parts {
	struct rcc_elf_flavour flavour;
	const char *note;
	const struct rcc_stack_factor *stack;
	/* rcc_layout_parts_write() changes the order of the pivots.  It ignores
	 * the pivots if there is filler. */
	struct rcc_pivots *pivots;
	const struct rcc_filler *filler;
	size_t n_fillers;
	const struct rcc_window_filler *window;
	size_t n_windows;
};

/* Write the layout object to `path`.  Returns 0, RCC_ESYS, RCC_EFORMAT, or
 * RCC_EUNSUP if randld cannot make filler for this machine.
 * (rcc_placement_choose() has already refused such a link.) */
int rcc_layout_parts_write(const char *path,
			   const struct rcc_layout_parts *parts,
			   struct rcc_refusal *why);

#endif
