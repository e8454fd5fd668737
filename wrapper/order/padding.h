/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The factor `padding`: seeded filler between functions, in steps of 16 bytes,
 * which moves a function within its cache line and page.
 *
 * Which functions a link really holds (members that were pulled, groups that
 * won, sections that were not collected, what LTO made) only the linker knows.
 * So a padded link is done twice: the first one writes a map, the second gets
 * an object with one filler section before each function of that map, named
 * by the function's own rank so that it sorts just before it.
 */
#ifndef RCC_WRAPPER_ORDER_PADDING_H
#define RCC_WRAPPER_ORDER_PADDING_H

#include <stddef.h>

#include "wrapper/elf/layout_object.h"
#include "wrapper/config/settings.h"

/* The fillers for the functions that a linker's map file names behind the line
 * `begin`: the caller frees *filler.  Returns 0 or RCC_ESYS. */
int rcc_padding_plan(const char *map, const char *begin,
		     const struct rcc_settings *settings,
		     struct rcc_filler **filler, size_t *n_fillers);

#endif
