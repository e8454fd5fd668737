/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/link/ranks.h"

#include <stdint.h>
#include <string.h>

#include "common/rank.h"
#include "wrapper/elf/object_arrange.h"
#include "wrapper/elf/object_order.h"
#include "wrapper/order/member_order.h"

/* An object with fewer functions and variables than this is not arranged,
 * because GNU ld links it fast anyway. */
#define ARRANGED_AT_LEAST 64

/* Return whether to arrange the sections of objects (elf/object_arrange.h).
 * Arranging only saves time, and only with GNU ld.  Arranged objects need
 * pivots (elf/pivots.h).  So objects are not arranged if a script may have no
 * place for pivots, or if an option would show the pivots. */
static bool can_arrange(const struct rcc_request *request,
			const struct rcc_placement *placement)
{
	return placement->gains_by_tuning && !request->settings->is_original &&
	       request->settings->factors != 0 &&
	       request->args->script == NULL && !request->args->lists_sections;
}

void rcc_ranks_init(struct rcc_ranks *r, const struct rcc_request *request,
		    const struct rcc_placement *placement)
{
	*r = (struct rcc_ranks){.request = request,
				.placement = placement,
				.arranges = can_arrange(request, placement)};
	rcc_rerank_init(&r->rerank, request->settings, false);
	r->rerank.keeps_names = placement->method == RCC_PLACE_BY_HEADER;
	r->rerank.has_groups = placement->has_groups;
}

/* Put the section headers of each object's functions into the order of the
 * functions' ranks.  Returns how many functions could move. */
static size_t order_headers(const struct rcc_ranks *r,
			    struct rcc_object_file *f)
{
	size_t n = 0;

	if (!rcc_request_has(r->request, RCC_FACTOR_FUNCTIONS))
		return 0;
	for (size_t i = 0; i < f->n_objects; i++)
		n += rcc_object_order_headers(f, &f->object[i]);
	return n;
}

/* Shuffle the members of an archive.  Returns how many members moved. */
static size_t order_members(const struct rcc_ranks *r, struct rcc_input *in,
			    size_t **order)
{
	const struct rcc_settings *settings = r->request->settings;
	const struct rcc_ldargs *args = r->request->args;
	const char *name = args->word[in->word].text;
	uint64_t seed = rcc_rank_hash(name, strlen(name), settings->seed);

	if (!r->placement->moves_members ||
	    !rcc_request_has(r->request, RCC_FACTOR_UNITS) ||
	    in->file.kind != RCC_FILE_ARCHIVE || args->allows_muldefs ||
	    rcc_settings_pins(settings, name))
		return 0;
	return rcc_member_order_shuffle(&in->file, seed, order);
}

/* Arrange the sections of the large objects in a file, so that GNU ld links
 * them fast (elf/object_arrange.h). */
static void arrange(struct rcc_ranks *r, struct rcc_object_file *f)
{
	bool with_data = (r->request->settings->factors & RCC_FACTOR_DATA) != 0;

	for (size_t i = 0; i < f->n_objects; i++)
		if (f->object[i].n_functions >= ARRANGED_AT_LEAST)
			rcc_object_arrange(f, &f->object[i], with_data,
					   &r->pivots);
}

bool rcc_ranks_set(struct rcc_ranks *r, struct rcc_input *in,
		   size_t **member_order)
{
	bool is_changed = rcc_rerank_file(&r->rerank, &in->file);

	*member_order = NULL;
	if (r->placement->method == RCC_PLACE_BY_HEADER) {
		size_t n_functions = order_headers(r, &in->file);
		size_t n_members = order_members(r, in, member_order);

		is_changed |= n_functions + n_members != 0;
		r->n_functions += n_functions;
		r->n_members += n_members;
	} else {
		r->n_functions = r->rerank.n_ranked;
		if (is_changed && r->arranges)
			arrange(r, &in->file);
	}
	return is_changed;
}

void rcc_ranks_release(struct rcc_ranks *r)
{
	rcc_rerank_release(&r->rerank);
	rcc_pivots_release(&r->pivots);
}
