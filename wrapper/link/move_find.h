/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finding a function that is to be moved.  The program has its symbol, the
 * linker's map has its section, and the inputs have the section's alignment. */
#ifndef RCC_WRAPPER_LINK_MOVE_FIND_H
#define RCC_WRAPPER_LINK_MOVE_FIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/refusal.h"
#include "wrapper/config/move_list.h"
#include "wrapper/elf/output.h"
#include "wrapper/link/inputs.h"

/* A function that is moved. */
struct rcc_moved {
	const struct rcc_move *what;
	char *section; /* name of its section, with the rank */
	/* The name of the section right before the function's section.  NULL
	 * unless both sections have the same rank. */
	char *previous;
	uint64_t align;	 /* alignment of its section */
	uint64_t window; /* bytes of filler around the function */
	uint64_t before; /* bytes of filler before the function */
	/* The start and size of the function's section, and the address of the
	 * function, in the program of the previous link. */
	uint64_t start;
	uint64_t size;
	uint64_t address;
};

/* The first link, which shows where functions are before they are moved, and
 * what is known about its inputs.  All are borrowed. */
struct rcc_move_probe {
	const struct rcc_inputs *inputs;
	const char *map; /* path of the linker's map */
	/* the line of the map after which sections are listed */
	const char *begin;
	const char *program;  /* path of the program, with its symbols */
	bool uses_ir;	      /* LTO compiled the bytecode */
	const char *lto_list; /* path of the list of LTO's objects, or NULL */
	/* path of the list of functions that LTO made */
	const char *lto_ranked;
};

/* Find each function of `list` in the program of the first link.  `program` is
 * the file probe->program, which the caller has read.  Fills item[0] ...
 * item[*n - 1].  `item` must have room for list->n items.  The items borrow
 * from the list.  Returns 0, RCC_ESYS, or RCC_EFORMAT if a function cannot be
 * moved.  The items must be released in any case. */
int rcc_move_find(struct rcc_moved *item, size_t *n,
		  const struct rcc_move_list *list,
		  const struct rcc_output *program,
		  const struct rcc_move_probe *probe, struct rcc_refusal *why);
void rcc_moved_release(struct rcc_moved *moved);

#endif
