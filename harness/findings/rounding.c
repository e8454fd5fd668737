/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/findings/rounding.h"

#include <math.h>
#include <stdlib.h>

#include "common/mem.h"

struct rcc_rounding rcc_rounding_of_cell(const struct rcc_cell *c)
{
	double *scratch = rcc_mem_alloc((c->n_values + 1) * sizeof(*scratch));
	struct rcc_rounding r;

	rcc_rounding_of(c->value, c->n_values, scratch, &r);
	free(scratch);
	return r;
}

double rcc_rounding_of_mean(const struct rcc_cell *c)
{
	if (c->levels_error != 0 || !(fabs(c->levels.mean) > 0))
		return 0;
	return rcc_rounding_of_cell(c).shift / fabs(c->levels.mean);
}
