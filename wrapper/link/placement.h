/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Choosing how a linker is made to place functions by rank, and refusing links
 * that it cannot lay out.  A table in placement.c has everything that is
 * special to one linker, except the word by which it is recognised
 * (wrapper/line/linker.c), the arguments of its options
 * (wrapper/line/ldoptions.c) and the format of its maps
 * (wrapper/order/padding.c).  doc/LINKERS.md is the same table for users.
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
	 * by a script that randld adds. */
	RCC_PLACE_BY_NAME,
	/* The linker keeps the order of an object's section headers, and the
	 * headers are put in the order of ranks: mold, and other linkers under
	 * a script that does not sort.  Units stay whole, and there can be no
	 * filler between functions. */
	RCC_PLACE_BY_HEADER,
};

/* How one link places functions. */
struct rcc_placement {
	enum rcc_placement_method method;
	/* The linker puts cold, hot and startup code in groups, so the name of
	 * a section has the function's class before its rank. */
	bool has_groups;
	/* The user's script sorts .text.sorted.* by name. */
	bool script_sorts;
	/* The linker takes all members of an archive in the archive's order, so
	 * moving them in the archive moves them in the program. */
	bool moves_members;
	/* The linker places objects in the order of its command line, each
	 * object's sections together. */
	bool keeps_objects_in_order;
	/* The linker is GNU ld, which is faster if sections are arranged
	 * (wrapper/elf/pivots.h) and its malloc() is tuned (run_linker.h). */
	bool gains_by_tuning;
	/* The line of the linker's map after which it lists the sections in the
	 * program.  NULL if its maps cannot be read. */
	const char *map_begin;
};

/* Choose how to place functions.  Returns 0, or RCC_EUNSUP if the link cannot
 * be laid out as asked.  The original layout is refused only if its order would
 * be lost. */
int rcc_placement_choose(struct rcc_placement *p,
			 const struct rcc_request *request,
			 const struct rcc_inputs *inputs,
			 struct rcc_refusal *why);

/* Write the script that makes the linker sort, in addition to the user's
 * scripts, into `dir`.  *path becomes its path (caller frees), or NULL if the
 * linker needs none.  Returns 0 or RCC_ESYS. */
int rcc_placement_write_script(const struct rcc_placement *p,
			       const struct rcc_request *request,
			       const struct rcc_inputs *inputs, const char *dir,
			       char **path, struct rcc_refusal *why);

#endif
