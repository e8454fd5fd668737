/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * New ranks for the functions and variables of a link's inputs: the factors
 * `functions`, `program` and `data`, and `units` as far as it is a matter of
 * ranks.
 *
 * Objects must come in the original order, which gives the ordinals and tells
 * units of the same name apart (common/rank.h).  The ranks are written into the
 * section names of the mapped files, whose pages are private to randld.
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

struct rcc_rerank {
	const struct rcc_settings *settings;
	/* The objects are LTO's, which may spread a unit over several
	 * partitions: units of the same name are one unit. */
	bool is_lto;
	/* The ranks are not written into the names. */
	bool keeps_names;
	/* A function's class goes before its rank; the default. */
	bool has_groups;
	size_t n_ranked;    /* functions that got a rank */
	size_t n_variables; /* variables that got a rank */
	/* private */
	struct rcc_strmap unit; /* name → instance, ordinal; last object */
	struct rcc_strmap_slot *last_unit;
	struct rcc_rank_unit last_rank; /* the unit's rank */
	bool has_last_rank;
	uint64_t n_objects;
	uint32_t n_units;
};

void rcc_rerank_init(struct rcc_rerank *r, const struct rcc_settings *settings,
		     bool is_lto);

/* Rank the functions and variables of one object of the file, or take their
 * ranks away for the original layout.  Returns whether any name changed. */
bool rcc_rerank_object(struct rcc_rerank *r, struct rcc_object_file *f,
		       struct rcc_object *o);

/* All objects of a file or archive. */
bool rcc_rerank_file(struct rcc_rerank *r, struct rcc_object_file *f);

/* All files must stay open until then: the names of units are borrowed. */
void rcc_rerank_release(struct rcc_rerank *r);

#endif
