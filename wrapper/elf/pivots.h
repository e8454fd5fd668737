/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sections without bytes that make GNU ld fast.
 *
 * GNU ld 2.40 sorts by a tree that it does not balance, in the order of objects
 * and their headers.  It reads and writes sections in that order too, and makes
 * four system calls where the next one is not the neighbour: what is good for
 * the one is bad for the other.  So objects have their headers in ascending
 * runs (object_arrange.c), and the layout object, which comes before them,
 * has pivots: sections with a name and nothing else, one for each of the tree's
 * lower branches, in an order that makes a balanced tree.  Between two pivots
 * there are RCC_PIVOTS_EVERY names, whatever order they come in.
 *
 * A pivot's name is a function's without what stands behind the rank, and sorts
 * right before it.  No byte of the program depends on pivots: they only say
 * where the linker begins to look.  There are none where the linker's line has a
 * script, which may have no place for them, or options that show what sections
 * the inputs have (--emit-relocs keeps output sections that are empty).
 */
#ifndef RCC_WRAPPER_ELF_PIVOTS_H
#define RCC_WRAPPER_ELF_PIVOTS_H

#include <stddef.h>

#include "wrapper/elf/layout_object.h"
#include "wrapper/elf/object.h"

/* The fewer, the more sections; the more, the longer the linker looks. */
#define RCC_PIVOTS_EVERY ((size_t)64)

struct rcc_pivots {
	struct rcc_function **fn; /* whose names they have */
	size_t n;
	size_t n_allocated;
};

/* Choose some of an object's functions, which are sorted. */
void rcc_pivots_choose(struct rcc_pivots *p, struct rcc_function *const *fn,
		       size_t n);

/* The sections, in the order in which the linker is to meet them; p->n of them.
 * The pivots are put in that order too.  Caller frees, with
 * rcc_pivots_free_sections(). */
struct rcc_layout_section *rcc_pivots_sections(struct rcc_pivots *p);
void rcc_pivots_free_sections(struct rcc_layout_section *section, size_t n);

void rcc_pivots_release(struct rcc_pivots *p);

#endif
