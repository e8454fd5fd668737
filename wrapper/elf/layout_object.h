/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The object that randld adds to a link: the note that says how the program was
 * laid out, the entry point that moves the stack (wrapper/link/stack_factor.h),
 * and either the filler between functions or the pivots (pivots.h).
 *
 * The object must change nothing else in the program.  The note is not loaded.
 * The object has two sections only because an input without them changes the
 * whole program: .note.GNU-stack (without it the stack becomes executable) and,
 * on x86, a .note.gnu.property that claims every control-flow feature (the
 * linker takes the intersection of all inputs).
 */
#ifndef RCC_WRAPPER_ELF_LAYOUT_OBJECT_H
#define RCC_WRAPPER_ELF_LAYOUT_OBJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/rank.h"
#include "wrapper/elf/object.h"

/* A filler section, which sorts right before a function. */
struct rcc_filler {
	char name[RCC_RANK_PREFIX_LEN + 16]; /* the section's name */
	uint32_t n_bytes;
};

/* A section to write, with the fields of its header that matter in an
 * object. */
struct rcc_layout_section {
	const char *name;
	uint32_t type;
	uint64_t flags;
	uint64_t align;
	uint64_t entry_size;
	uint32_t link;
	uint32_t info;
	unsigned char *bytes;
	size_t n;
};

/* The contents of the layout object. */
struct rcc_layout_object {
	struct rcc_elf_flavour flavour;
	/* These sections become sections 1, 2, ... of the object, so that they
	 * can refer to each other by index. */
	const struct rcc_layout_section *first;
	size_t n_first;
	const char *note; /* text; NULL if there is none */
	size_t n_note;	  /* size of the note, with its NUL */
	const struct rcc_filler *filler;
	size_t n_fillers;
	const struct rcc_layout_section *pivot; /* see pivots.h */
	size_t n_pivots;
};

/* Return whether fillers can be made: whether we know instructions of this
 * machine that trap. */
bool rcc_layout_object_can_fill(const struct rcc_elf_flavour *flavour);

/* Write the object to a new file.  Returns 0, RCC_ESYS with errno set, or
 * RCC_EFORMAT or RCC_EUNSUP with the cause in `reason` (RCC_WHY_MAX bytes).  It
 * returns RCC_EUNSUP if there are fillers and rcc_layout_object_can_fill() is
 * false. */
int rcc_layout_object_write(const char *path,
			    const struct rcc_layout_object *layout,
			    char *reason);

#endif
