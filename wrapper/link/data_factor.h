/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The factor `data`: the order of variables in .rodata, .data.rel.ro, .data,
 * .bss and .tdata.
 *
 * At compile time the plugin gives each variable a section of its own.  The
 * section's name has room for a rank, as for functions (common/rank.h).  The
 * plugin does so only if RANDCC_FACTORS contains `data`, because a section for
 * each variable changes the original layout of variables.  order/rerank.c
 * writes the ranks.  No default linker script sorts the sections of variables.
 * Therefore the linker gets a script that inserts an output section of sorted
 * variables after each of the five sections above, for example:
 *
 *	SECTIONS { .data.sorted : { *(SORT(.data.sort.d.*)) } }
 *	INSERT AFTER .data;
 *
 * The default script stays in force.  There are three reasons to put the sorted
 * section after the plain one and not before it:
 *
 *	- edata, __bss_start and _end keep their meaning
 *	- .data.rel.ro.sorted becomes read-only after relocation
 *	- .bss.sorted, at the end of the segment, takes no space in the file
 *
 * Some data has no section of its own:
 *
 *	- common symbols, and .tbss (rank.h)
 *	- strings and constants that the linker merges
 *	- tables of switch statements
 *	- sections that the user named, such as linker sets
 *	- variables declared no_reorder
 *	- all data of objects compiled without the factor
 *
 * Such data keeps its place in its object, and moves only with the whole object
 * (factor `units`).
 */
#ifndef RCC_WRAPPER_LINK_DATA_FACTOR_H
#define RCC_WRAPPER_LINK_DATA_FACTOR_H

#include <stdbool.h>
#include <stddef.h>

#include "common/refusal.h"
#include "wrapper/line/request.h"
#include "wrapper/link/inputs.h"

/* The variables of one link, and the script that places them.  A zeroed struct
 * means a link without the factor. */
struct rcc_data_factor {
	bool is_asked; /* the seed decides this factor */
	/* number of ranked variables, without those that LTO makes */
	size_t n_variables;
	/* number of the user's objects compiled without the factor */
	size_t n_without;
	bool has_lto; /* LTO will make more variables */
	char *script; /* path of the script that sorts variables, or NULL */
};

/* Return 0 if this link can place variables, or RCC_EUNSUP if the user's linker
 * script prevents it.  A script that places variables by the names of their
 * sections is refused for the original layout too, if randcc has renamed the
 * sections.  (placement.c refuses all linkers but GNU ld.) */
int rcc_data_factor_check(const struct rcc_request *request,
			  const struct rcc_inputs *inputs,
			  struct rcc_refusal *why);

/* Count the variables and write the script into `dir`.  Returns 0, RCC_ESYS, or
 * RCC_EUNSUP if there are variables in the inputs, but no variable has a
 * section name that can hold a rank.  After RCC_EUNSUP the caller may go on
 * without the factor. */
int rcc_data_factor_plan(struct rcc_data_factor *d,
			 const struct rcc_request *request,
			 const struct rcc_inputs *inputs, const char *dir,
			 struct rcc_refusal *why);

void rcc_data_factor_release(struct rcc_data_factor *d);

#endif
