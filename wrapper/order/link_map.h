/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading the map that a linker writes (-Map): the sections of functions that
 * have ranks. */
#ifndef RCC_WRAPPER_ORDER_LINK_MAP_H
#define RCC_WRAPPER_ORDER_LINK_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/rank.h"

/* A section in the map. */
struct rcc_map_section {
	const char *name; /* points into the map's text; without a NUL */
	size_t len;
	struct rcc_rank_name part; /* the parts of the name */
	uint64_t address;
	uint64_t size;
};

/* Read the next section with a rank.  *at is where to begin in `text`, and is
 * set to where to go on.  `text` ends with NUL, and the sections of the program
 * begin at the first *at.  Returns false if there is no other. */
bool rcc_link_map_next(const char *text, const char **at,
		       struct rcc_map_section *section);

#endif
