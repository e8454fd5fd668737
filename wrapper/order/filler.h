/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The factors `padding` and `offset`: seeded filler between functions.
 *
 *	padding	puts filler in steps of 16 bytes before a function, which moves
 *		the function within its cache line and page
 *	offset	decides where a function begins in a cache line of 64 bytes: at
 *		a multiple of 16 bytes, which depends on the seed and on the
 *		names of the unit and the function.  Two versions of a program
 *		that are laid out for the same seed therefore have equal
 *		offsets, although other functions have grown.  The filler begins
 *		with a cache line and has 16 to 64 bytes.  It is never empty,
 *		because lld's --icf would fold empty fillers into one
 *	both	the step of padding is a cache line
 *
 * Only the linker knows which functions end up in a program: it pulls members
 * from archives, keeps one copy of each COMDAT group, removes unused sections
 * and runs LTO.  Therefore a program with filler is linked twice:
 *
 *  1. The first link writes a map.
 *  2. The second link gets one more object, with a filler section for each
 *     function in the map.  The section's name contains the function's rank, so
 *     the linker sorts the section just before the function.
 */
#ifndef RCC_WRAPPER_ORDER_FILLER_H
#define RCC_WRAPPER_ORDER_FILLER_H

#include <stddef.h>
#include <stdint.h>

#include "wrapper/elf/layout_object.h"
#include "wrapper/config/settings.h"

/* The size of a cache line for the factor `offset`, in bytes. */
#define RCC_CACHE_LINE 64u

/* The offset that the factor `offset` gives to a function. */
struct rcc_planned_offset {
	const char *symbol; /* points into the plan's text; no NUL follows */
	size_t n_symbol;
	uint32_t offset; /* 0, 16, 32 or 48 */
};

/* The filler of a program. */
struct rcc_filler_plan {
	struct rcc_filler *filler;
	size_t n_fillers;
	struct rcc_planned_offset *offset; /* empty without `offset` */
	size_t n_offsets;
	char *text; /* the text of the map */
};

/* Choose the size of a filler for each function in the linker's map file `map`,
 * and name the filler's section.  Only the text after the line `begin` counts.
 * Caller releases *plan.  Returns 0, RCC_ESYS, or RCC_EFORMAT if there is no such
 * line. */
int rcc_filler_plan(const char *map, const char *begin,
		    const struct rcc_settings *settings,
		    struct rcc_filler_plan *plan);
void rcc_filler_plan_release(struct rcc_filler_plan *plan);

#endif
