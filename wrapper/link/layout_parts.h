/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The object that randld adds to a link: the note, the filler of the factor
 * `padding` or else the pivots, and the entry point of the factor `stack`.
 */
#ifndef RCC_WRAPPER_LINK_LAYOUT_PARTS_H
#define RCC_WRAPPER_LINK_LAYOUT_PARTS_H

#include "common/refusal.h"
#include "wrapper/elf/layout_object.h"
#include "wrapper/elf/object.h"
#include "wrapper/elf/pivots.h"
#include "wrapper/link/stack_factor.h"

/* All borrowed. */
struct rcc_layout_parts {
	struct rcc_elf_flavour flavour;
	const char *note;
	const struct rcc_stack_factor *stack;
	struct rcc_pivots *pivots; /* not used with filler; are put in order */
	const struct rcc_filler *filler;
	size_t n_fillers;
};

/* 0, RCC_ESYS, RCC_EFORMAT, or RCC_EUNSUP when this machine can have no
 * filler; rcc_placement_choose() has refused such a link before. */
int rcc_layout_parts_write(const char *path,
			   const struct rcc_layout_parts *parts,
			   struct rcc_refusal *why);

#endif
