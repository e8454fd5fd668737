/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reordering an object's section headers.
 *
 * Headers change places in the section header table, and every index that
 * refers to a header changes too: in other headers, in section groups and in
 * symbols.  The bytes of the sections stay where they are (object_shift.h moves
 * them).
 *
 * GNU ld creates a function's section when it meets the header of the section
 * or the header of the section's relocations.  It lays sections out in the
 * order of creation.  Therefore both headers move together.
 *
 * object_file.h has checked the image, but not the indices inside sections.
 * Here an index that refers to no section stays as it is.
 */
#ifndef RCC_WRAPPER_ELF_OBJECT_ORDER_H
#define RCC_WRAPPER_ELF_OBJECT_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wrapper/elf/object.h"
#include "wrapper/elf/object_image.h"

/* Put the headers of an object's functions into the order of their ranks.  All
 * other headers stay, and so do the bytes of all sections.  Returns how many
 * functions other ranks could move: 0 if there is at most one. */
size_t rcc_object_order_headers(struct rcc_object_file *f,
				struct rcc_object *o);

/* Put the headers of groups before all other headers, which keep their order.
 * clang writes each group's header right before the group's members, and the
 * members must stay behind it.  Therefore members can move only after this
 * call. */
void rcc_image_put_groups_first(struct rcc_image *im);

/* The section headers that can move in an object: those of its functions and
 * variables. */
struct rcc_header_order {
	struct rcc_ranked_section **fn; /* in the order of their headers */
	size_t n;
	/* For each section, the index of its first relocation section; 0 if it
	 * has none. */
	uint32_t *first_reloc;
	/* For each relocation section, the index of the next one for the same
	 * section; 0 at the end. */
	uint32_t *next_reloc;
	/* The fields below are private. */
	unsigned char *kind; /* the kind of each header */
	uint32_t *new_index; /* the new index for each old one */
};

/* Open the image of the object and find the section headers that can move.  The
 * headers of variables can move only if `with_data`.  Returns false if no
 * header can move; then *order needs no release. */
bool rcc_header_order_open(struct rcc_header_order *order, struct rcc_image *im,
			   struct rcc_object_file *f, struct rcc_object *o,
			   bool with_data);

/* Put the headers into the order of `fn`, a permutation of order->fn. */
void rcc_header_order_apply(struct rcc_header_order *order,
			    struct rcc_image *im,
			    struct rcc_ranked_section *const *fn,
			    struct rcc_object *o);

void rcc_header_order_release(struct rcc_header_order *order);

#endif
