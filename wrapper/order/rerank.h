/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * New ranks for the functions and variables of a link's inputs: the factors
 * `functions`, `program`, `data` and the ranks' side of `units`.
 *
 * Objects are given in the original order, which makes the ordinals and tells
 * units of the same name apart (common/rank.h).  The names are written into
 * the mapped files, whose pages are private to us.
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
	/* Objects come out of LTO, where a unit may be spread over several
	 * partitions: all parts of it are one unit. */
	bool is_lto;
	/* Ranks are not written into names: they are only known. */
	bool keeps_names;
	bool has_groups; /* see link.h; the default */
	size_t n_ranked; /* functions that got a rank */
	size_t n_variables; /* and variables */
	/* private */
	struct rcc_strmap unit; /* name → instance, ordinal; last object */
	struct rcc_strmap_slot *last; /* in it */
	struct rcc_rank_unit known;   /* of that unit */
	bool is_known;
	uint64_t n_objects;
	uint32_t n_units;
};

void rcc_rerank_init(struct rcc_rerank *r, const struct rcc_settings *settings,
		     bool is_lto);

/* Rank (or unrank, for the original layout) the functions of one object of the
 * file.  Returns whether any name in the image changed. */
bool rcc_rerank_object(struct rcc_rerank *r, struct rcc_object_file *f,
		       struct rcc_object *o);

/* All objects of a file or archive. */
bool rcc_rerank_file(struct rcc_rerank *r, struct rcc_object_file *f);

/* The file must stay open as long as the rerank is in use: unit names are
 * borrowed from it. */
void rcc_rerank_release(struct rcc_rerank *r);

#endif
