/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The layout object, which randld adds to a link.  It contains:
 *
 *	- the ELF note, which says how the program was laid out, and is not
 *	  loaded into memory (wrapper/link/layout_note.h)
 *	- the entry point that moves the stack (wrapper/link/stack_factor.h)
 *	- either the filler between functions, or pivots: empty sections that
 *	  make GNU ld faster (pivots.h)
 *	- the filler around functions that are moved alone
 *
 * The object must change nothing else in the program.  Therefore it has two
 * more sections:
 *
 *	- .note.GNU-stack: an input without this section makes the stack
 *	  executable
 *	- .note.gnu.property, on x86 and aarch64: it claims every feature of
 *	  control-flow protection, because a program has only the features
 *	  that all inputs claim
 */
#ifndef RCC_WRAPPER_ELF_LAYOUT_OBJECT_H
#define RCC_WRAPPER_ELF_LAYOUT_OBJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/rank.h"
#include "wrapper/elf/object.h"

/* A section of filler between functions (factors `padding` and `offset`).  Its
 * name makes the linker sort it right before a function. */
struct rcc_filler {
	char name[RCC_RANK_PREFIX_LEN + 16]; /* the section's name */
	uint32_t n_bytes;		     /* may be 0 */
	uint32_t align;			     /* the section's alignment */
};

/* A filler section before or behind a function that is moved alone.  The
 * section is aligned only to whole instructions. */
struct rcc_window_filler {
	char *name;
	size_t n_bytes;
};

/* A section to write.  It has the fields of a section header that matter in an
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
	/* The sections of the entry point that moves the stack.  They become
	 * sections 1, 2, ... of the object, so that they can refer to each
	 * other by index. */
	const struct rcc_layout_section *first;
	size_t n_first;
	const char *note; /* text; NULL if there is none */
	size_t n_note;	  /* size of the note, without a NUL */
	const struct rcc_filler *filler;
	size_t n_fillers;
	const struct rcc_window_filler *window;
	size_t n_windows;
	const struct rcc_layout_section *pivot; /* see pivots.h */
	size_t n_pivots;
};

/* Return whether randld can make fillers for this machine: it must know
 * instructions that trap. */
bool rcc_layout_object_can_fill(const struct rcc_elf_flavour *flavour);

/* Write the object to a new file.  Returns 0, RCC_ESYS with errno set, or
 * RCC_EFORMAT or RCC_EUNSUP with the cause in `reason` (RCC_WHY_MAX bytes).
 * RCC_EUNSUP means that there are fillers, but rcc_layout_object_can_fill() is
 * false. */
int rcc_layout_object_write(const char *path,
			    const struct rcc_layout_object *layout,
			    char *reason);

#endif
