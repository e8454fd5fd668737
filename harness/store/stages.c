/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/store/stages.h"

#include <stdlib.h>

#include "common/mem.h"

/* ---- Making the plan --------------------------------------------------- */

/* Return whether the study has exactly two arms, of which one is the original
 * layout.  If so, set *original to the index of that arm. */
static bool has_pairs(const struct rcc_study *study, unsigned *original)
{
	if (study->n_arms != 2 ||
	    (study->arm[0].factors == NULL) == (study->arm[1].factors == NULL))
		return false;
	*original = study->arm[0].factors == NULL ? 0 : 1;
	return true;
}

/* Append a stage without layouts. */
static struct rcc_stage *append(struct rcc_stages *s,
				const struct rcc_study *study,
				enum rcc_stage_kind kind, unsigned number)
{
	size_t room = s->n;
	struct rcc_stage *stage;

	s->stage = rcc_mem_grow(s->stage, s->n, &room, sizeof(*stage));
	stage = &s->stage[s->n++];
	*stage = (struct rcc_stage){
		.first_block = s->n_blocks,
		.schedule = {.master_seed = rcc_study_schedule_seed(study),
			     .version = study->schedule,
			     .n_cells = s->n_cells,
			     .n_systems = (unsigned)study->n_systems,
			     .n_executions = 1,
			     .kind = kind,
			     .batch = number},
	};
	stage->schedule.has_pairs = has_pairs(study, &stage->schedule.original);
	return stage;
}

static void finish(struct rcc_stages *s, struct rcc_stage *stage)
{
	stage->n_blocks = (size_t)stage->schedule.n_layouts *
			  stage->schedule.n_executions;
	s->n_blocks += stage->n_blocks;
}

static void append_batch(struct rcc_stages *s, const struct rcc_study *study,
			 const struct rcc_batch_record *batch)
{
	struct rcc_stage *stage =
		append(s, study, RCC_STAGE_BATCH, s->n_batches++);

	stage->schedule.first_layout = batch->first_layout;
	stage->schedule.n_layouts = batch->n_layouts;
	stage->schedule.n_executions = s->n_rounds;
	finish(s, stage);
}

/* Return whether the study has the layouts of `added`, a stage that was added
 * while the study ran.  Layouts may be missing if the database is damaged. */
static bool is_possible(const struct rcc_study *study,
			const struct rcc_added_stage *added)
{
	for (unsigned i = 0; added->layout != NULL && i < added->n_layouts; i++)
		if (added->layout[i] >= study->n_layouts)
			return false;
	return added->n_layouts != 0 && added->n_layouts <= study->n_layouts;
}

/* Append a stage that was added while the study ran.  `number` is the number
 * of stages of the same kind that were added before. */
static void append_added(struct rcc_stages *s, const struct rcc_study *study,
			 const struct rcc_added_stage *added, unsigned number)
{
	struct rcc_stage *stage;

	if (!is_possible(study, added))
		return;
	stage = append(s, study, added->kind, number);
	stage->schedule.n_layouts = added->n_layouts;
	stage->schedule.layout = added->layout;
	if (added->kind == RCC_STAGE_REPEAT)
		stage->schedule.n_executions = s->n_rounds;
	else
		stage->first_round = s->n_rounds++;
	finish(s, stage);
}

static void make_stages(struct rcc_stages *s, const struct rcc_study *study,
			const struct rcc_batch_record *batch, size_t n_batches)
{
	const struct rcc_rounds *r = &s->rounds;
	unsigned number[3] = {0};
	size_t at = 0;

	s->n_cells = (unsigned)rcc_study_n_cells(study);
	s->n_rounds = study->n_executions;
	for (size_t i = 0; i < n_batches; i++) {
		append_batch(s, study, &batch[i]);
		for (; at < r->n_stages && r->stage[at].n_batches <= i + 1;
		     at++)
			append_added(s, study, &r->stage[at],
				     number[r->stage[at].kind]++);
	}
}

int rcc_stages_load(struct rcc_store *store, const struct rcc_study *study,
		    struct rcc_stages *s)
{
	struct rcc_batch_record *batch = NULL;
	size_t n_batches = 0;
	char *text = NULL;
	int result;

	*s = (struct rcc_stages){0};
	result = rcc_store_batches(store, &batch, &n_batches);
	if (result == 0)
		result = rcc_store_get(store, RCC_ROUNDS_KEY, &text);
	if (result == 0) {
		rcc_rounds_read(text, &s->rounds);
		make_stages(s, study, batch, n_batches);
	}
	free(text);
	free(batch);
	return result;
}

void rcc_stages_release(struct rcc_stages *s)
{
	free(s->stage);
	rcc_rounds_release(&s->rounds);
	*s = (struct rcc_stages){0};
}

/* ---- Using the plan ---------------------------------------------------- */

bool rcc_stages_are_settled(const struct rcc_stages *s,
			    const struct rcc_study *study)
{
	return !rcc_rounds_may_follow(study) ||
	       s->rounds.settled_layouts >= study->n_layouts;
}

size_t rcc_stages_n_runs(const struct rcc_stages *s)
{
	return s->n_blocks * s->n_cells;
}

/* Set the `execution` of each run: the number of earlier runs of the same
 * layout in the same cell. */
static void number_executions(const struct rcc_stages *s,
			      struct rcc_planned_run *run)
{
	const size_t n = rcc_stages_n_runs(s);
	unsigned n_layouts = 0;
	unsigned *count;

	for (size_t i = 0; i < n; i++)
		if (run[i].layout >= n_layouts)
			n_layouts = run[i].layout + 1;
	count = rcc_mem_calloc((size_t)n_layouts * s->n_cells + 1,
			       sizeof(*count));
	for (size_t i = 0; i < n; i++)
		run[i].execution = count[(size_t)run[i].layout * s->n_cells +
					 run[i].cell]++;
	free(count);
}

struct rcc_planned_run *rcc_stages_plan(const struct rcc_stages *s)
{
	struct rcc_planned_run *run =
		rcc_mem_calloc(rcc_stages_n_runs(s) + 1, sizeof(*run));

	for (size_t i = 0; i < s->n; i++)
		rcc_schedule_fill(&s->stage[i].schedule,
				  run + s->stage[i].first_block * s->n_cells);
	number_executions(s, run);
	return run;
}

const struct rcc_stage *rcc_stages_find(const struct rcc_stages *s,
					int64_t order)
{
	size_t i = s->n;

	if (order < 0 || (uint64_t)order >= rcc_stages_n_runs(s))
		return NULL;
	while (s->stage[--i].first_block > (size_t)order / s->n_cells)
		;
	return &s->stage[i];
}

unsigned rcc_stage_round(const struct rcc_stages *s,
			 const struct rcc_stage *stage, int64_t order)
{
	const size_t block = (size_t)order / s->n_cells - stage->first_block;

	return stage->first_round +
	       (unsigned)(block / stage->schedule.n_layouts);
}
