/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Giving new ranks to the functions and variables of a link's inputs.  This
 * carries out the factors `functions`, `program` and `data`, and the part of
 * `units` that is a matter of ranks.
 *
 * Objects must be ranked in the original order, which gives the ordinals and
 * tells units of the same name apart (common/rank.h).  The ranks are written
 * into the section names of the mapped files, whose pages are private to
 * randld.
 *
 * Results in this room: functions that read or write files return 0 or RCC_ESYS
 * with errno set.  The rest cannot fail.
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
	/* The objects were made by LTO, which may spread a unit over several
	 * partitions.  Units of the same name are then one unit. */
	bool is_lto;
	/* The ranks are only stored in struct rcc_function; the section names
	 * stay unranked. */
	bool keeps_names;
	/* A name has the function's class before its rank.  Set by default.  If
	 * false, all functions are in one class. */
	bool has_groups;
	size_t n_ranked;    /* functions that got a rank */
	size_t n_variables; /* variables that got a rank */
	/* Private from here on. */
	/* The units by name: instance, ordinal, and the last object that had
	 * the unit. */
	struct rcc_strmap unit;
	struct rcc_strmap_slot *last_unit;
	struct rcc_rank_unit last_rank; /* the rank of last_unit */
	bool has_last_rank;
	uint64_t n_objects;
	uint32_t n_units;
};

void rcc_rerank_init(struct rcc_rerank *r, const struct rcc_settings *settings,
		     bool is_lto);

/* Rank the functions and variables of one object of the file.  In the original
 * layout, take their ranks away.  Returns whether any name changed. */
bool rcc_rerank_object(struct rcc_rerank *r, struct rcc_object_file *f,
		       struct rcc_object *o);

/* Rank the functions and variables of all objects in a file, as
 * rcc_rerank_object() does. */
bool rcc_rerank_file(struct rcc_rerank *r, struct rcc_object_file *f);

/* Release the state.  All files must still be open, because the names of units
 * are borrowed from them. */
void rcc_rerank_release(struct rcc_rerank *r);

#endif
