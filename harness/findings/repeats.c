/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/findings/repeats.h"

#include <stdlib.h>

#include "common/mem.h"

/* A stored block: the runs run[first] to run[end - 1] of struct rcc_stored. */
struct block {
	size_t first, end;
	unsigned layout; /* number within its arm; the same in every cell */
	const struct rcc_stage *stage; /* part of the plan (store/stages.h) */
	bool is_whole;
	bool has_sessions; /* whether its runs are of several sessions */
};

static struct block describe(const struct rcc_stored *s, size_t first,
			     size_t end)
{
	const struct rcc_layout_record *layout =
		rcc_stored_layout(s, s->run[first].layout);
	struct block b = {
		.first = first,
		.end = end,
		.layout = layout != NULL ? layout->layout : 0,
		.stage = rcc_stages_find(&s->stages, s->run[first].order),
		.is_whole = layout != NULL && end - first == s->stages.n_cells,
	};

	for (size_t i = first; i < end; i++) {
		b.is_whole &= s->run[i].outcome == RCC_OUTCOME_OK;
		b.has_sessions |= s->run[i].session != s->run[first].session;
	}
	b.is_whole &= !b.has_sessions;
	return b;
}

/* Return an array of all stored blocks in order, and its length in *n.  The
 * caller must free the array. */
static struct block *find_blocks(const struct rcc_stored *s, size_t *n)
{
	struct block *block = rcc_mem_calloc(s->n_runs + 1, sizeof(*block));
	size_t end;

	*n = 0;
	for (size_t first = 0; first < s->n_runs; first = end) {
		const int64_t number = s->run[first].order / s->stages.n_cells;

		for (end = first + 1;
		     end < s->n_runs &&
		     s->run[end].order / s->stages.n_cells == number;
		     end++)
			;
		block[(*n)++] = describe(s, first, end);
	}
	return block;
}

static void replace(struct rcc_stored *s, const struct block *b)
{
	for (size_t i = b->first; i < b->end; i++) {
		s->n_replaced += !s->is_replaced[i];
		s->is_replaced[i] = true;
	}
}

/* Decide which blocks of a layout count in estimates.  If all blocks of the
 * repeat `stage` are whole, they replace the layout's earlier blocks; otherwise
 * the blocks of the repeat are not used. */
static void settle(struct rcc_stored *s, const struct block *block, size_t n,
		   const struct rcc_stage *stage, unsigned layout)
{
	size_t n_whole = 0;
	bool counts;

	for (size_t i = 0; i < n; i++)
		n_whole += block[i].stage == stage &&
			   block[i].layout == layout && block[i].is_whole;
	counts = n_whole == stage->schedule.n_executions;
	s->n_repeated += counts;
	for (size_t i = 0; i < n; i++)
		if (block[i].layout == layout && block[i].stage != NULL &&
		    (counts ? block[i].stage < stage : block[i].stage == stage))
			replace(s, &block[i]);
}

void rcc_repeats_mark(struct rcc_stored *s)
{
	struct block *block;
	size_t n = 0;

	if (s->is_replaced != NULL)
		return;
	s->is_replaced = rcc_mem_calloc(s->n_runs + 1, sizeof(bool));
	if (rcc_rounds_count(&s->stages.rounds, RCC_STAGE_REPEAT) == 0)
		return;
	block = find_blocks(s, &n);
	for (size_t k = 0; k < s->stages.n; k++) {
		const struct rcc_schedule *plan = &s->stages.stage[k].schedule;

		for (unsigned i = 0;
		     plan->kind == RCC_STAGE_REPEAT && i < plan->n_layouts; i++)
			settle(s, block, n, &s->stages.stage[k],
			       plan->layout[i]);
	}
	free(block);
}

bool *rcc_repeats_torn(const struct rcc_stored *s)
{
	bool *torn =
		rcc_mem_calloc((size_t)s->study.n_layouts + 1, sizeof(*torn));
	struct block *block;
	size_t n = 0;

	if (s->study.schedule < 2 || s->stages.n == 0)
		return torn;
	block = find_blocks(s, &n);
	for (size_t i = 0; i < n; i++)
		if (block[i].has_sessions && !s->is_replaced[block[i].first] &&
		    block[i].layout < s->study.n_layouts)
			torn[block[i].layout] = true;
	free(block);
	return torn;
}
