/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Choosing how to make a linker place functions by rank, and refusing links
 * that the linker cannot lay out.  doc/LINKERS.md explains this to users.
 *
 * A table in placement.c has what is special about each linker.  Three facts
 * are elsewhere:
 *
 *	wrapper/line/linker.c		the word that identifies a linker
 *	wrapper/line/ldoptions.c	the arguments of its options
 *	wrapper/order/link_map.c	the format of its maps
 */
#ifndef RCC_WRAPPER_LINK_PLACEMENT_H
#define RCC_WRAPPER_LINK_PLACEMENT_H

#include <stdbool.h>

#include "common/refusal.h"
#include "wrapper/line/request.h"
#include "wrapper/link/inputs.h"

enum rcc_placement_method {
	RCC_PLACE_NOT, /* unknown linker */
	/* The linker sorts sections .text.sorted.* by name, and randld writes
	 * ranks into the names.  GNU ld and gold sort by their default scripts,
	 * lld by a script that randld adds. */
	RCC_PLACE_BY_NAME,
	/* The linker keeps the order of section headers in an object, and
	 * randld puts the headers into the order of ranks.  This is for mold,
	 * and for other linkers under a script that does not sort.  The
	 * functions of an object stay together, and no filler can be put
	 * between functions. */
	RCC_PLACE_BY_HEADER,
};

/* How one link places functions. */
struct rcc_placement {
	enum rcc_placement_method method;
	/* The linker puts cold, hot and startup code in groups.  Therefore a
	 * section name has the function's group before the rank. */
	bool has_groups;
	/* The user's script sorts .text.sorted.* by name. */
	bool script_sorts;
	/* The linker takes all members of an archive in the archive's order.
	 * So members that move in the archive move in the program. */
	bool moves_members;
	/* The linker places objects in the order of its command line, and keeps
	 * each object's sections together. */
	bool keeps_objects_in_order;
	/* The linker is GNU ld.  It is faster with arranged sections
	 * (wrapper/elf/pivots.h) and a tuned malloc() (run_linker.h). */
	bool gains_by_tuning;
	/* The line of the linker's map after which the sections of the program
	 * are listed.  NULL if its maps cannot be read. */
	const char *map_begin;
};

/* Choose how to place functions.  Returns 0, or RCC_EUNSUP if the link cannot
 * be laid out as asked.  The original layout is refused only with RANDCC_MOVE,
 * or if the linker would change the order or the code of the program. */
int rcc_placement_choose(struct rcc_placement *p,
			 const struct rcc_request *request,
			 const struct rcc_inputs *inputs,
			 struct rcc_refusal *why);

/* Refuse LLVM's bitcode that the linker's plugin compiles.  Returns
 * RCC_EUNSUP. */
int rcc_placement_refuse_bitcode(const struct rcc_request *request,
				 struct rcc_refusal *why);

/* Write a script into `dir` that makes the linker sort functions by rank.  The
 * script adds to the user's scripts.  Sets *path to the path of the script
 * (caller frees), or to NULL if the linker needs no such script.  Returns 0 or
 * RCC_ESYS. */
int rcc_placement_write_script(const struct rcc_placement *p,
			       const struct rcc_request *request,
			       const struct rcc_inputs *inputs, const char *dir,
			       char **path, struct rcc_refusal *why);

#endif
