/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading the map that a linker writes (-Map): the sections of functions that
 * have ranks in their names (common/rank.h). */
#ifndef RCC_WRAPPER_ORDER_LINK_MAP_H
#define RCC_WRAPPER_ORDER_LINK_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/rank.h"

/* A section in the map. */
struct rcc_map_section {
	const char *name; /* points into the map's text; no NUL follows */
	size_t len;
	struct rcc_rank_name part; /* class, rank, unit and symbol in `name` */
	uint64_t address;
	uint64_t size;
};

/* Read the next section with a rank, and set *at to the text behind its name.
 * `text` ends with NUL.  Before the first call, *at must be the beginning of
 * the list of the program's sections in `text`.  Returns false if there is no
 * other section. */
bool rcc_link_map_next(const char *text, const char **at,
		       struct rcc_map_section *section);

#endif
