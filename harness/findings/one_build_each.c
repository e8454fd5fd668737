/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/findings/one_build_each.h"

#include <math.h>
#include <stdlib.h>

#include "common/mem.h"
#include "harness/findings/one_layout.h"

/* Return the error in percent that belongs to the variance of log ratios. */
static double error_of(double variance, double level)
{
	return rcc_one_layout_error(100 * sqrt(fmax(variance, 0)), level);
}

/* Compute the error from log ratios of layouts with the same seed. */
static void from_pairs(const struct rcc_comparison *c,
		       struct rcc_one_build_each *out)
{
	const struct rcc_findings *f = c->old.f;
	const double level = f->asked.level;
	double *d = NULL;
	const size_t n =
		rcc_blocks_rounds(&f->blocks, (size_t)(c->old.random - f->cell),
				  (size_t)(c->now.random - f->cell), &d);
	double *scratch = rcc_mem_calloc(2 * n + 1, sizeof(*scratch));
	struct rcc_rounds_effect e;

	if (rcc_rounds_effect(d, n, f->blocks.n_rounds, f->asked.computed_level,
			      scratch, &e) == 0) {
		out->most = error_of(e.variance.hi, level);
		if (e.variance.estimate > 0)
			out->error = error_of(e.variance.estimate, level);
	} else {
		out->most = rcc_one_layout_error(100 * c->blocks.log_sd_most,
						 level);
	}
	free(scratch);
	free(d);
}

static void from_sides(const struct rcc_comparison *c,
		       struct rcc_one_build_each *out)
{
	const struct rcc_effect *old = rcc_comparison_effect(&c->old);
	const struct rcc_effect *now = rcc_comparison_effect(&c->now);
	struct rcc_one_layout_worth a;
	struct rcc_one_layout_worth b;

	if (old == NULL || now == NULL)
		return;
	rcc_one_layout_worth(c->old.f, old, &a);
	rcc_one_layout_worth(c->now.f, now, &b);
	out->error = hypot(a.error.estimate, b.error.estimate);
	out->most = hypot(a.most, b.most);
}

void rcc_one_build_each(const struct rcc_comparison *c,
			struct rcc_one_build_each *out)
{
	*out = (struct rcc_one_build_each){NAN, NAN};
	if (rcc_comparison_has_common_layouts(c))
		from_pairs(c, out);
	else
		from_sides(c, out);
}
