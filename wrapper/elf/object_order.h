/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reordering an object's section headers.
 *
 * Headers change places in the table, and every index that refers to one is
 * changed: links between sections, members of groups, sections of symbols.  The
 * sections' bytes stay where they are (object_shift.h moves them).
 *
 * A function takes the headers of its relocations along.  GNU ld creates a
 * section when it first meets its header or that of its relocations, and lays
 * sections out in the order of their creation.
 *
 * The image was checked when it was read (object_file.h).  Indices within
 * sections could not be checked there; one that refers to no section stays as
 * it is.
 */
#ifndef RCC_WRAPPER_ELF_OBJECT_ORDER_H
#define RCC_WRAPPER_ELF_OBJECT_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wrapper/elf/object.h"
#include "wrapper/elf/object_image.h"

/* Put the headers of an object's functions in the order of their ranks.  All
 * other headers and all bytes of sections stay.  Returns how many functions
 * moved. */
size_t rcc_object_order_headers(struct rcc_object_file *f,
				struct rcc_object *o);

/* The functions and variables of an object whose headers can move. */
struct rcc_header_order {
	struct rcc_function **fn; /* functions in the order of their headers */
	size_t n;
	/* Each section's first relocation section, or 0. */
	uint32_t *first_reloc;
	/* The next relocation section of the same section, or 0. */
	uint32_t *next_reloc;
	/* private */
	unsigned char *kind; /* indexed by header */
	uint32_t *new_index; /* indexed by a header's old index */
};

/* Open the image of the object and find what can move, variables only
 * `with_data`.  Returns false if nothing can; *order then needs no release. */
bool rcc_header_order_open(struct rcc_header_order *order, struct rcc_image *im,
			   struct rcc_object_file *f, struct rcc_object *o,
			   bool with_data);

/* Put the headers in the order of `fn`, which has all of order->fn.  Returns
 * how many functions moved. */
size_t rcc_header_order_apply(struct rcc_header_order *order,
			      struct rcc_image *im,
			      struct rcc_function *const *fn,
			      struct rcc_object *o);

void rcc_header_order_release(struct rcc_header_order *order);

#endif
