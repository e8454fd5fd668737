/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How a linker is made to place functions by rank: what each linker can do,
 * and what a link asks of it that it cannot do.  A table here has all that is
 * special to one linker, except the word by which it is recognised
 * (wrapper/line/linker.c), the arguments of its options (wrapper/line/ldoptions.c)
 * and the format of its maps (wrapper/order/padding.c).  doc/LINKERS.md is the
 * same table for users.
 */
#ifndef RCC_WRAPPER_LINK_PLACEMENT_H
#define RCC_WRAPPER_LINK_PLACEMENT_H

#include <stdbool.h>

#include "common/refusal.h"
#include "wrapper/line/request.h"
#include "wrapper/link/inputs.h"

enum rcc_placement_method {
	RCC_PLACE_NOT, /* unknown linker */
	/* The linker sorts sections .text.sorted.* by name, and ranks are
	 * written into the names: GNU ld and gold by their default scripts, lld
	 * by a script of ours. */
	RCC_PLACE_BY_NAME,
	/* The linker keeps the order of an object's section headers, and the
	 * headers are put in the order of ranks: mold, and other linkers under
	 * a script that does not sort.  Units stay whole, and filler cannot
	 * stand between functions. */
	RCC_PLACE_BY_HEADER,
};

struct rcc_placement {
	enum rcc_placement_method method;
	/* Cold, hot and startup code stand together, so a function's class
	 * goes before its rank. */
	bool has_groups;
	/* The user's script sorts by name. */
	bool script_sorts;
	/* The linker takes the members of an archive in the archive's order,
	 * so that they can be moved within it. */
	bool moves_members;
	/* The linker takes objects in the order of its line, with the sections
	 * of one object after those of the other. */
	bool keeps_objects_in_order;
	/* The linker, GNU ld, is faster if its sections are arranged
	 * (wrapper/elf/pivots.h) and its malloc() is tuned (run_linker.h). */
	bool gains_by_tuning;
	/* The line of a map after which the linker lists what is in the
	 * program; NULL: its maps cannot be read. */
	const char *map_begin;
};

/* Choose how.  Returns 0, or RCC_EUNSUP when the link cannot be laid out as
 * asked.  The original layout is refused only where its order would be lost. */
int rcc_placement_choose(struct rcc_placement *p,
			 const struct rcc_request *request,
			 const struct rcc_inputs *inputs,
			 struct rcc_refusal *why);

/* Write the script by which the linker sorts, besides the user's, into `dir`.
 * *path is NULL if it needs none; caller frees.  0 or RCC_ESYS. */
int rcc_placement_write_script(const struct rcc_placement *p,
			       const struct rcc_request *request,
			       const struct rcc_inputs *inputs, const char *dir,
			       char **path, struct rcc_refusal *why);

#endif
