/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/findings/tandem_cost.h"

#include <stdlib.h>

#include "common/mem.h"

/* Return the stored run whose number in the schedule is `order`; NULL if there
 * is none.  The runs are sorted by this number. */
static const struct rcc_run_record *find_run(const struct rcc_stored *s,
					     int64_t order)
{
	size_t lo = 0;
	size_t hi = s->n_runs;

	while (lo < hi) {
		const size_t mid = lo + (hi - lo) / 2;

		if (s->run[mid].order < order)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < s->n_runs && s->run[lo].order == order ? &s->run[lo] : NULL;
}

void rcc_tandem_cost_compute(const struct rcc_stored *s, double level,
			     struct rcc_tandem_cost *cost)
{
	double *alone = rcc_mem_calloc(s->n_alone + 1, sizeof(*alone));
	double *shared = rcc_mem_calloc(s->n_alone + 1, sizeof(*shared));
	struct rcc_block_pairs pairs = {.old = alone, .now = shared};
	struct rcc_block_ratio ratio;
	void *scratch;

	for (size_t i = 0; i < s->n_alone; i++) {
		const struct rcc_run_record *of =
			find_run(s, s->alone[i].order);

		if (of == NULL || of->outcome != RCC_OUTCOME_OK ||
		    s->alone[i].outcome != RCC_OUTCOME_OK)
			continue;
		alone[pairs.n] =
			rcc_run_record_metric(&s->alone[i], RCC_METRIC_CPU);
		shared[pairs.n] = rcc_run_record_metric(of, RCC_METRIC_CPU);
		pairs.n++;
	}
	scratch = rcc_mem_alloc(rcc_block_ratio_scratch(&pairs) + 1);
	*cost = (struct rcc_tandem_cost){.n = pairs.n};
	cost->error = rcc_block_ratio(&pairs, level, scratch, &ratio);
	cost->ratio = ratio.ratio;
	free(scratch);
	free(alone);
	free(shared);
}
