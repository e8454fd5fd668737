/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/findings/rounding.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "common/mem.h"
#include "harness/study/simulation.h"

static bool is_count(const struct rcc_metric *metric)
{
	return rcc_metric_is_simulated(metric) ||
	       (metric->spec == NULL && (metric->unit == RCC_UNIT_COUNT ||
					 metric->unit == RCC_UNIT_BYTES));
}

struct rcc_rounding rcc_rounding_of_cell(const struct rcc_cell *c,
					 const struct rcc_metric *metric)
{
	struct rcc_rounding r = {0};
	double *scratch;

	if (is_count(metric))
		return r;
	scratch = rcc_mem_alloc((c->n_values + 1) * sizeof(*scratch));
	rcc_rounding_of(c->value, c->n_values, scratch, &r);
	free(scratch);
	return r;
}

double rcc_rounding_of_mean(const struct rcc_cell *c,
			    const struct rcc_metric *metric)
{
	if (c->levels_error != 0 || !(fabs(c->levels.mean) > 0))
		return 0;
	return rcc_rounding_of_cell(c, metric).shift / fabs(c->levels.mean);
}
