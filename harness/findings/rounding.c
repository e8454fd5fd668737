/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/findings/rounding.h"

#include <math.h>
#include <stdlib.h>

#include "common/mem.h"

double rcc_rounding_of_mean(const struct rcc_cell *c)
{
	double *scratch;
	double shift;

	if (c->levels_error != 0 || !(fabs(c->levels.mean) > 0))
		return 0;
	scratch = rcc_mem_alloc((c->n_values + 1) * sizeof(*scratch));
	shift = rcc_rounding_shift(c->value, c->n_values, scratch);
	free(scratch);
	return shift / fabs(c->levels.mean);
}
