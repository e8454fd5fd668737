/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The factor `padding`: seeded filler between functions, in steps of 16 bytes.
 * It moves a function within its cache line and page.
 *
 * Only the linker knows which functions end up in a program: it pulls members
 * from archives, keeps one copy of each COMDAT group, removes unused sections
 * and runs LTO.  Therefore a program with padding is linked twice:
 *
 *  1. The first link writes a map.
 *  2. The second link gets one more object, with a filler section for each
 *     function in the map.  The section's name contains the function's rank, so
 *     the linker sorts the section just before the function.
 */
#ifndef RCC_WRAPPER_ORDER_PADDING_H
#define RCC_WRAPPER_ORDER_PADDING_H

#include <stddef.h>

#include "wrapper/elf/layout_object.h"
#include "wrapper/config/settings.h"

/* Choose the size of a filler for each function in the linker's map file `map`,
 * and name the filler's section.  Only the text after the line `begin` counts.
 * Caller frees *filler.  Returns 0 or RCC_ESYS. */
int rcc_padding_plan(const char *map, const char *begin,
		     const struct rcc_settings *settings,
		     struct rcc_filler **filler, size_t *n_fillers);

#endif
