/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The factors `padding` and `offset`: seeded filler between functions.
 *
 *	padding	adds filler in steps of 16 bytes.  It moves a function within its
 *		cache line and page
 *	offset	decides where a function begins in a cache line of 64 bytes: at
 *		a multiple of 16 bytes, which depends on the seed and the
 *		function alone.  Two versions of a program that are laid out for
 *		the same seed therefore have equal offsets, although other
 *		functions have grown.  The filler begins with a cache line.  If
 *		both factors are set, padding adds whole cache lines
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

#include "wrapper/elf/layout_object.h"
#include "wrapper/config/settings.h"

/* Choose the size of a filler for each function in the linker's map file `map`,
 * and name the filler's section.  Only the text after the line `begin` counts.
 * Caller frees *filler.  Returns 0 or RCC_ESYS. */
int rcc_filler_plan(const char *map, const char *begin,
		    const struct rcc_settings *settings,
		    struct rcc_filler **filler, size_t *n_fillers);

#endif
