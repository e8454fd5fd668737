/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/study/schedule.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "common/random.h"
#include "common/rank.h"

size_t rcc_schedule_size(const struct rcc_schedule *s)
{
	return (size_t)s->n_cells * s->n_layouts * s->n_executions;
}

static void fill_identity(size_t *index, size_t n)
{
	for (size_t i = 0; i < n; i++)
		index[i] = i;
}

/* ---- Version 1 --------------------------------------------------------- */

/* Fill in one round, which is one execution of every layout of every cell. */
static void fill_round_1(const struct rcc_schedule *s, unsigned execution,
			 size_t *scratch, struct rcc_planned_run *run)
{
	const size_t n = s->n_layouts;
	size_t *cell = scratch;		       /* n_cells numbers */
	size_t *layout = scratch + s->n_cells; /* n_cells × n numbers */
	char label[64];
	struct rcc_random random;

	snprintf(label, sizeof(label), "order %u %u", s->batch, execution);
	rcc_random_stream(&random, s->master_seed, label);
	fill_identity(cell, s->n_cells);
	for (size_t c = 0; c < s->n_cells; c++) {
		fill_identity(layout + c * n, n);
		rcc_random_shuffle(&random, layout + c * n, n);
	}
	for (size_t block = 0; block < n; block++) {
		rcc_random_shuffle(&random, cell, s->n_cells);
		for (size_t c = 0; c < s->n_cells; c++, run++) {
			run->cell = (unsigned)cell[c];
			run->layout = s->first_layout +
				      (unsigned)layout[cell[c] * n + block];
			run->execution = execution;
		}
	}
}

/* ---- Versions 2 and 3 -------------------------------------------------- */

/* Choose the order of the cells of a block.  Each system has two cells: the
 * original layout and a random one. */
static void order_pairs(const struct rcc_schedule *s, struct rcc_random *random,
			size_t *system, size_t *cell)
{
	bool original_first = true;

	fill_identity(system, s->n_systems);
	rcc_random_shuffle(random, system, s->n_systems);
	/* With an even number of systems, half of them begin with the original
	 * layout in any case.  Only an odd number needs a random choice. */
	if (s->n_systems % 2 == 1)
		original_first = rcc_random_below(random, 2) == 0;
	for (size_t i = 0; i < s->n_systems; i++) {
		const size_t original = 2 * system[i] + s->original;
		const size_t other = 2 * system[i] + 1 - s->original;

		cell[2 * i] = original_first ? original : other;
		cell[2 * i + 1] = original_first ? other : original;
		original_first = !original_first;
	}
}

static void fill_round_2(const struct rcc_schedule *s, unsigned execution,
			 size_t *scratch, struct rcc_planned_run *run)
{
	static const char *const kind[] = {"blocks", "round", "repeat"};
	size_t *cell = scratch;			/* n_cells numbers */
	size_t *system = cell + s->n_cells;	/* n_systems numbers */
	size_t *layout = system + s->n_systems; /* n_layouts numbers */
	char label[64];
	struct rcc_random random;

	snprintf(label, sizeof(label), "%s %u %u", kind[s->kind], s->batch,
		 execution);
	rcc_random_stream(&random, s->master_seed, label);
	fill_identity(cell, s->n_cells);
	fill_identity(layout, s->n_layouts);
	rcc_random_shuffle(&random, layout, s->n_layouts);
	for (size_t block = 0; block < s->n_layouts; block++) {
		const size_t i = layout[block];

		if (s->has_pairs)
			order_pairs(s, &random, system, cell);
		else
			rcc_random_shuffle(&random, cell, s->n_cells);
		for (size_t c = 0; c < s->n_cells; c++, run++) {
			run->cell = (unsigned)cell[c];
			run->layout = s->layout != NULL
					      ? s->layout[i]
					      : s->first_layout + (unsigned)i;
			run->execution = execution;
		}
	}
}

/* ---- All versions ------------------------------------------------------ */

void rcc_schedule_fill(const struct rcc_schedule *s,
		       struct rcc_planned_run *run)
{
	const size_t round = (size_t)s->n_cells * s->n_layouts;
	size_t *scratch = rcc_mem_calloc(s->n_cells + s->n_systems + round,
					 sizeof(*scratch));

	for (unsigned e = 0; e < s->n_executions; e++) {
		if (s->version >= 2)
			fill_round_2(s, e, scratch, run + e * round);
		else
			fill_round_1(s, e, scratch, run + e * round);
	}
	free(scratch);
}

bool rcc_schedule_alone(uint64_t master_seed, uint64_t block, unsigned n_cells,
			struct rcc_alone *alone)
{
	const uint64_t stretch = block / RCC_SCHEDULE_ALONE_BLOCKS;
	struct rcc_random random;
	char label[64];
	uint64_t drawn;

	snprintf(label, sizeof(label), "alone %llu",
		 (unsigned long long)stretch);
	rcc_random_stream(&random, master_seed, label);
	drawn = stretch * RCC_SCHEDULE_ALONE_BLOCKS +
		rcc_random_below(&random, RCC_SCHEDULE_ALONE_BLOCKS);
	alone->run = (unsigned)rcc_random_below(&random, n_cells);
	alone->goes_first = rcc_random_below(&random, 2) == 0;
	return drawn == block;
}

uint64_t rcc_schedule_machine_seed(uint64_t master_seed, unsigned machine)
{
	char label[32];

	if (machine == 0)
		return master_seed;
	snprintf(label, sizeof(label), "machine %u", machine);
	return rcc_rank_hash(label, strlen(label), master_seed);
}

uint64_t rcc_schedule_layout_seed(uint64_t master_seed, const char *system,
				  const char *arm, unsigned layout)
{
	char *label = rcc_mem_printf("layout %s %s %u", system, arm, layout);
	uint64_t seed = rcc_rank_hash(label, strlen(label), master_seed);

	free(label);
	return seed;
}

unsigned rcc_schedule_env_bytes(uint64_t master_seed, uint64_t order,
				unsigned max)
{
	char label[64];
	struct rcc_random random;

	snprintf(label, sizeof(label), "environment %llu",
		 (unsigned long long)order);
	rcc_random_stream(&random, master_seed, label);
	return (unsigned)rcc_random_below(&random, max);
}
