/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The factor `data`: where variables are, in .rodata, .data.rel.ro, .data,
 * .bss and .tdata.
 *
 * At compile time the plugin gives each variable a section of its own, whose
 * name has room for a rank, as those of functions have (common/rank.h); that is
 * done only where the factor is asked for, since -fdata-sections changes what
 * the original layout is.  rerank.c writes the ranks.  No default linker script
 * sorts them, so the linker gets a script that adds, with INSERT, an output
 * section of sorted variables behind each of those:
 *
 *	SECTIONS { .data.sorted : { *(SORT(.data.sort.d.*)) } }
 *	INSERT AFTER .data;
 *
 * The default script stays in force.  Behind and not before: edata,
 * __bss_start and _end keep their meaning, .data.rel.ro.sorted stays within
 * what is made read-only after relocation, and .bss.sorted at the end of the
 * segment without taking room in the file.
 *
 * What has no such section keeps its place: common symbols, .tbss (rank.h), strings and
 * constants that the linker merges, tables of switch statements, sections that
 * the user named (linker sets among them), no_reorder, and all data of objects
 * that were compiled without the factor.  That moves with its object only (the
 * factor `units`).
 */
#ifndef RCC_WRAPPER_LINK_DATA_FACTOR_H
#define RCC_WRAPPER_LINK_DATA_FACTOR_H

#include <stdbool.h>
#include <stddef.h>

struct rcc_link;

struct rcc_data {
	bool is_placed;	    /* the factor was asked for, and can be had */
	size_t n_variables; /* that got a rank before the link */
	size_t n_whole;	    /* objects of the user's compiled without it */
	bool has_lto;	    /* … and there are those that LTO will make */
	/* private */
	char *script;
};

/* Why variables cannot be placed in this link, and what would work; NULL if
 * they can, or need not. */
const char *rcc_data_obstacle(const struct rcc_link *l, const char **remedy);

/* Once ranks are set: count, and write the script.  Ends the program, as
 * rcc_link_unsupported() does, when there is no variable to place though the
 * inputs have some. */
void rcc_data_plan(struct rcc_link *l);

/* The script for the linker's line, or NULL. */
const char *rcc_data_script(const struct rcc_link *l);

void rcc_data_release(struct rcc_data *d);

#endif
