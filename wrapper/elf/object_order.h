/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reordering an object's section headers.
 *
 * Headers change places in the table of headers, and every index that refers to
 * a header changes too: in links between sections, in members of groups, in
 * symbols.  The bytes of the sections stay where they are (object_shift.h moves
 * them).
 *
 * The headers of a function's relocations move together with its own header.
 * GNU ld creates a section when it meets the first of these headers, and lays
 * sections out in the order of their creation.
 *
 * The image was checked when it was read (object_file.h).  The indices inside
 * sections were not checked then; an index that refers to no section is left as
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
 * other headers stay, and so do the bytes of all sections.  Returns how many
 * functions moved. */
size_t rcc_object_order_headers(struct rcc_object_file *f,
				struct rcc_object *o);

/* Put the headers of groups before all others, which keep their order.  clang
 * writes each group's header before its members, and members could not move. */
void rcc_image_put_groups_first(struct rcc_image *im);

/* The functions and variables of an object whose headers can move. */
struct rcc_header_order {
	struct rcc_function **fn; /* functions in the order of their headers */
	size_t n;
	/* For each section, the index of its first relocation section, or 0. */
	uint32_t *first_reloc;
	/* For each relocation section, the index of the next one for the same
	 * section, or 0. */
	uint32_t *next_reloc;
	/* Private from here on. */
	unsigned char *kind; /* for each header, its kind */
	uint32_t *new_index; /* for each old index, the new one */
};

/* Open the image of the object and find the headers that can move.  Headers of
 * variables can move only if `with_data`.  Returns false if no header can;
 * *order then needs no release. */
bool rcc_header_order_open(struct rcc_header_order *order, struct rcc_image *im,
			   struct rcc_object_file *f, struct rcc_object *o,
			   bool with_data);

/* Put the headers into the order of `fn`, which holds the same functions as
 * order->fn.  Returns how many functions moved. */
size_t rcc_header_order_apply(struct rcc_header_order *order,
			      struct rcc_image *im,
			      struct rcc_function *const *fn,
			      struct rcc_object *o);

void rcc_header_order_release(struct rcc_header_order *order);

#endif
