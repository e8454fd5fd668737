/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Giving new ranks to the functions and variables of a link's inputs.  This
 * carries out the factors `functions`, `program` and `data`, and the part of
 * `units` that ranks decide.
 *
 * Objects must be ranked in the original order.  A rank can depend on the place
 * of the unit and of the function in this order, and on the number of earlier
 * units of the same name (common/rank.h).  The ranks are written into the
 * section names of the mapped files.  The pages of these files are private to
 * randld.
 *
 * In this directory, functions that read or write files return 0, or RCC_ESYS
 * with errno set.  The other functions cannot fail.
 */
#ifndef RCC_WRAPPER_ORDER_RERANK_H
#define RCC_WRAPPER_ORDER_RERANK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wrapper/elf/object.h"
#include "wrapper/config/settings.h"
#include "common/strmap.h"

/* The state of ranking all inputs of one link. */
struct rcc_rerank {
	const struct rcc_settings *settings;
	/* LTO made the objects.  It may spread a unit over several partitions,
	 * so units of the same name are one unit. */
	bool is_lto;
	/* Store the ranks in struct rcc_ranked_section only.  The section names
	 * stay unranked. */
	bool keeps_names;
	/* The name of a section has the function's class (hot, cold,
	 * startup...) before the rank.  True by default.  If false, all
	 * functions are in one class. */
	bool has_groups;
	size_t n_ranked;    /* functions that got a rank */
	size_t n_listed;    /* those of them that RANDCC_ORDER lists */
	size_t n_variables; /* variables that got a rank */
	/* The fields below are private. */
	/* The key is the name of a unit.  The upper half of the value is the
	 * number of earlier units of the same name, and the lower half is the
	 * unit's ordinal.  `extra` is the last object that had the unit. */
	struct rcc_strmap unit;
	struct rcc_strmap_slot *last_unit;
	/* The part of the rank that all functions of last_unit share. */
	struct rcc_rank_unit last_rank;
	bool has_last_rank;
	uint64_t n_objects;
	uint32_t n_units;
};

void rcc_rerank_init(struct rcc_rerank *r, const struct rcc_settings *settings,
		     bool is_lto);

/* Rank the functions and variables of one object in the file.  In the original
 * layout, remove their ranks.  Returns whether any name changed. */
bool rcc_rerank_object(struct rcc_rerank *r, struct rcc_object_file *f,
		       struct rcc_object *o);

/* Rank the functions and variables of all objects in a file, as
 * rcc_rerank_object() does. */
bool rcc_rerank_file(struct rcc_rerank *r, struct rcc_object_file *f);

/* Release the state.  All files must still be open, because the names of units
 * point into them. */
void rcc_rerank_release(struct rcc_rerank *r);

#endif
