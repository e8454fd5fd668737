/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The object that randld adds to a link: the note that says how the program
 * was laid out, and the filler between functions.
 *
 * It must change nothing else.  The note is not loaded.  An input object without
 * certain sections changes the whole program, so these sections are here:
 * .note.GNU-stack (without it the stack becomes executable) and, on x86, a
 * .note.gnu.property that claims every control-flow feature (the linker takes
 * the intersection of all inputs).
 */
#ifndef RCC_WRAPPER_ELF_LAYOUT_OBJECT_H
#define RCC_WRAPPER_ELF_LAYOUT_OBJECT_H

#include <stddef.h>
#include <stdint.h>

#include "common/rank.h"
#include "wrapper/elf/object.h"

/* Filler before a function: name is the full section name. */
struct rcc_filler {
	char name[RCC_RANK_PREFIX_LEN + 16];
	uint32_t n_bytes;
};

/* A section as it is to be written, byte for byte; all fields of a section
 * header that an object's section can have. */
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

struct rcc_layout_object {
	struct rcc_elf_flavour flavour;
	/* Sections 1, 2… of the object: what they say of each other stays
	 * right. */
	struct rcc_layout_section *first;
	size_t n_first;
	const char *note; /* NULL: none; text, n_note bytes with its NUL */
	size_t n_note;
	const struct rcc_filler *filler;
	size_t n_fillers;
	const struct rcc_layout_section *pivot; /* pivots.h */
	size_t n_pivots;
};

/* Returns 0, RCC_ESYS, or RCC_EUNSUP for a machine whose no-op is not known
 * (only with fillers). */
int rcc_object_write_layout(const char *path,
			    const struct rcc_layout_object *layout, char *why);

#endif
