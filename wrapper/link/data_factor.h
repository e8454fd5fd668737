/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The factor `data`: where variables are, in .rodata, .data.rel.ro, .data,
 * .bss and .tdata.
 *
 * At compile time the plugin gives each variable a section of its own, whose
 * name has room for a rank, as those of functions have (common/rank.h).  It
 * does so only where the factor is asked for, since -fdata-sections changes the
 * original layout.  order/rerank.c writes the ranks.  No default linker script
 * sorts them, so the linker gets a script that adds, with INSERT, an output
 * section of sorted variables after each of those:
 *
 *	SECTIONS { .data.sorted : { *(SORT(.data.sort.d.*)) } }
 *	INSERT AFTER .data;
 *
 * The default script stays in force.  The sorted section goes after the plain
 * one and not before it: so edata, __bss_start and _end keep their meaning,
 * .data.rel.ro.sorted is made read-only after relocation, and .bss.sorted, at
 * the end of the segment, takes no room in the file.
 *
 * What has no such section keeps its place: common symbols, .tbss (rank.h),
 * strings and constants that the linker merges, tables of switch statements,
 * sections that the user named (linker sets among them), no_reorder, and all
 * data of objects that were compiled without the factor.  That data moves only
 * with its object, by the factor `units`.
 */
#ifndef RCC_WRAPPER_LINK_DATA_FACTOR_H
#define RCC_WRAPPER_LINK_DATA_FACTOR_H

#include <stdbool.h>
#include <stddef.h>

#include "common/refusal.h"
#include "wrapper/line/request.h"
#include "wrapper/link/inputs.h"

/* A zeroed struct is a link without the factor. */
struct rcc_data_factor {
	bool is_asked;
	size_t n_variables; /* variables that got a rank before the link */
	size_t n_without;   /* the user's objects compiled without the factor */
	bool has_lto;	    /* LTO will make more variables */
	char *script;	    /* path for the linker's -T; NULL: none needed */
};

/* Whether variables can be placed in this link.  0 or RCC_EUNSUP.  Linkers
 * other than GNU ld are refused by placement.c. */
int rcc_data_factor_check(const struct rcc_request *request,
			  const struct rcc_inputs *inputs,
			  struct rcc_refusal *why);

/* Count the variables, after they were ranked, and write the script into `dir`.
 * Returns 0; RCC_ESYS; or RCC_EUNSUP when the inputs have variables but none has
 * a rank.  After RCC_EUNSUP the link can still go on, with the variables where
 * they were. */
int rcc_data_factor_plan(struct rcc_data_factor *d,
			 const struct rcc_request *request,
			 const struct rcc_inputs *inputs, const char *dir,
			 struct rcc_refusal *why);

void rcc_data_factor_release(struct rcc_data_factor *d);

#endif
