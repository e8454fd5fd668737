/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/findings/effect.h"

#include <math.h>
#include <stdlib.h>

#include "common/diag.h"
#include "common/mem.h"

/* Compare how much the means of the layouts spread, and those of the original
 * layout's files. */
static void compare_spreads(const struct rcc_cell *random,
			    const struct rcc_cell *fixed, struct rcc_effect *e)
{
	const size_t n = random->n_layouts > fixed->n_layouts
				 ? random->n_layouts
				 : fixed->n_layouts;
	double *scratch = rcc_mem_calloc(n + 1, sizeof(*scratch));

	rcc_spread_compare(random->layout_mean, random->n_layouts,
			   fixed->layout_mean, fixed->n_layouts, scratch,
			   &e->spread);
	e->variation_p = e->spread.p;
	free(scratch);
}

void rcc_effect_compute(const struct rcc_cell *random,
			const struct rcc_cell *fixed,
			const struct rcc_question *asked, struct rcc_effect *e)
{
	e->error = RCC_EDOM;
	if (random->levels_error == 0 && fixed->levels_error == 0)
		e->error = rcc_layout_effect(&random->levels, &fixed->levels,
					     asked->computed_level, &e->effect);
	e->spread = (struct rcc_spread){NAN, NAN, NAN, NAN};
	e->variation_p = e->error == 0 ? e->effect.ratio_p : NAN;
	if (e->error == 0 && e->effect.method == RCC_LAYOUT_TWO_ARMS &&
	    isfinite(e->effect.ratio.estimate))
		compare_spreads(random, fixed, e);
	e->variation_holds = e->variation_p <= (1 - asked->computed_level) / 2;
	/* Print the level that the interval covers at. */
	e->effect.shift.level = asked->level;
}

bool rcc_effect_is_doubtful(const struct rcc_effect *e)
{
	return e->error == 0 && e->effect.noise_seen && !e->variation_holds;
}

bool rcc_cells_are_constant(const struct rcc_cell *random,
			    const struct rcc_cell *fixed)
{
	return random->interval_error == 0 && fixed->interval_error == 0 &&
	       random->interval.lo == random->interval.hi &&
	       fixed->interval.lo == fixed->interval.hi;
}
