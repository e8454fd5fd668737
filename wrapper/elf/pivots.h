/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Pivots: empty sections that balance GNU ld's sorting tree.
 *
 * GNU ld 2.40 sorts sections with a binary tree that it does not balance.  It
 * inserts them in the order of objects and of section headers.  It also reads
 * and writes sections in that order, and makes four system calls whenever the
 * next section does not follow in the file.  The ascending order of names is
 * best for reading and worst for the tree.
 *
 * Therefore the headers of each object are in short ascending runs
 * (object_arrange.h), and the second input, the layout object, has pivots.  A
 * pivot is a section with a name and no bytes.  The pivots are in an order that
 * builds a balanced tree.  About RCC_PIVOTS_EVERY functions then fall between
 * two pivots, in any order.
 *
 * A pivot's name begins like the name of a function's section, up to and
 * including the rank.  So the pivot sorts right before this function.  No
 * byte of the program depends on pivots.
 *
 * A link has no pivots if its command line has
 *
 *	- a script, because the script may have no place for pivots
 *	- an option that would show the pivots (--emit-relocs keeps empty
 *	  output sections)
 *
 * Without pivots, a link of many functions with a new seed takes longer.
 */
#ifndef RCC_WRAPPER_ELF_PIVOTS_H
#define RCC_WRAPPER_ELF_PIVOTS_H

#include <stddef.h>

#include "wrapper/elf/layout_object.h"
#include "wrapper/elf/object.h"

/* One function in this many gets a pivot.  Fewer pivots mean deeper trees; more
 * pivots mean more sections. */
#define RCC_PIVOTS_EVERY ((size_t)64)

struct rcc_pivots {
	/* The functions that have pivots; borrowed. */
	struct rcc_ranked_section **fn;
	size_t n;
	size_t n_allocated;
};

/* Add a pivot for every RCC_PIVOTS_EVERY-th function of an object.  The
 * functions must be sorted by section name (name_order.h). */
void rcc_pivots_choose(struct rcc_pivots *p,
		       struct rcc_ranked_section *const *fn, size_t n);

/* Make the p->n pivots, sections for the layout object, in the order in which
 * the linker must meet them.  p->fn is put into the same order.  Caller frees
 * the result with rcc_pivots_free_sections(). */
struct rcc_layout_section *rcc_pivots_sections(struct rcc_pivots *p);
void rcc_pivots_free_sections(struct rcc_layout_section *section, size_t n);

void rcc_pivots_release(struct rcc_pivots *p);

#endif
