/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/findings/one_layout.h"

#include <math.h>
#include <stdlib.h>

#include "common/diag.h"
#include "common/mem.h"

/* Return the mean log ratio of each layout of the random arm to the original
 * layout.  The caller must free the array. */
static double *log_ratios(const struct rcc_findings *f,
			  const struct rcc_effect *e)
{
	const struct rcc_cell *c = &f->cell[e->random];
	double *ratio = rcc_mem_calloc(c->n_layouts + 1, sizeof(*ratio));
	double *of_stored =
		rcc_blocks_layout_means(&f->blocks, e->fixed, e->random);

	for (size_t i = 0; i < c->n_layouts; i++) {
		const struct rcc_layout_record *l =
			rcc_stored_layout(&f->stored, c->layout_id[i]);

		ratio[i] = of_stored[l - f->stored.layout];
	}
	free(of_stored);
	return ratio;
}

/* ---- Extremes ---------------------------------------------------------- */

/* Return the deviation (struct rcc_extreme) of each layout of the random arm.
 * The caller must free the array. */
static double *deviations(const struct rcc_findings *f,
			  const struct rcc_effect *e)
{
	const struct rcc_cell *c = &f->cell[e->random];
	const double mean = c->interval.estimate;
	double *x;

	if (e->by_blocks) {
		x = log_ratios(f, e);
		for (size_t i = 0; i < c->n_layouts; i++)
			x[i] = exp(x[i]) / e->blocks.ratio.estimate - 1;
		return x;
	}
	x = rcc_mem_calloc(c->n_layouts + 1, sizeof(*x));
	for (size_t i = 0; i < c->n_layouts; i++)
		x[i] = (c->layout_mean[i] - mean) / fabs(mean);
	return x;
}

static bool has_all_runs(const struct rcc_cell *c, size_t layout)
{
	for (size_t i = 0; i < c->n_layouts; i++)
		if (c->size[layout] < c->size[i])
			return false;
	return true;
}

static double expected_by_rounds(const struct rcc_effect *e, double deviation)
{
	if (e->rounds_error != 0)
		return NAN;
	return expm1(rcc_shrunken(log1p(deviation), 0, e->rounds.v, e->rounds.w,
				  e->blocks.n_units));
}

/* Return whether a layout may be the fastest or slowest only because a run was
 * disturbed.  This is possible if the variation is doubtful, or if layouts were
 * run once and some run is far off. */
static bool may_be_disturbed(const struct rcc_findings *f,
			     const struct rcc_effect *e)
{
	return rcc_effect_is_doubtful(e) ||
	       (e->effect.method == RCC_LAYOUT_TWO_ARMS &&
		(f->cell[e->random].n_far != 0 ||
		 f->cell[e->fixed].n_far != 0));
}

static double expected(const struct rcc_findings *f, const struct rcc_effect *e,
		       const struct rcc_extreme *extreme)
{
	const struct rcc_cell *c = &f->cell[e->random];
	const struct rcc_layout_effect *x = &e->effect;
	const double v = x->random_sd * x->random_sd;
	const double square = c->interval.estimate * c->interval.estimate;

	if (e->error != 0 || !has_all_runs(c, extreme->layout))
		return NAN;
	if (e->by_blocks)
		return expected_by_rounds(e, extreme->deviation);
	if (may_be_disturbed(f, e))
		return NAN;
	return rcc_shrunken(extreme->deviation, 0, v / square,
			    (v - x->variance.estimate) / square, c->n_layouts);
}

int rcc_extremes_compute(const struct rcc_findings *f,
			 const struct rcc_effect *e, struct rcc_extremes *out)
{
	const struct rcc_cell *c = &f->cell[e->random];
	double *x;

	*out = (struct rcc_extremes){{0, NAN, NAN}, {0, NAN, NAN}};
	if (c->interval_error != 0 || c->n_layouts < 2 ||
	    c->interval.estimate == 0)
		return RCC_EDOM;
	x = deviations(f, e);
	for (size_t i = 0; i < c->n_layouts; i++) {
		if (x[i] < out->least.deviation || isnan(out->least.deviation))
			out->least = (struct rcc_extreme){i, x[i], NAN};
		if (x[i] > out->most.deviation || isnan(out->most.deviation))
			out->most = (struct rcc_extreme){i, x[i], NAN};
	}
	free(x);
	out->least.expected = expected(f, e, &out->least);
	out->most.expected = expected(f, e, &out->most);
	return 0;
}

/* ---- The original layout, and any random one --------------------------- */

static int position_by_blocks(const struct rcc_findings *f,
			      const struct rcc_effect *e, double sd,
			      struct rcc_original_position *out)
{
	double *x = log_ratios(f, e);
	int result;

	for (size_t i = 0; i < f->cell[e->random].n_layouts; i++)
		if (!isnan(x[i]))
			x[out->n++] = x[i];
	result = rcc_position_of(x, out->n, 0, sd, &out->position);
	free(x);
	return result;
}

int rcc_original_position(const struct rcc_findings *f,
			  const struct rcc_effect *e,
			  struct rcc_original_position *out)
{
	const struct rcc_cell *c = &f->cell[e->random];
	struct rcc_interval percent;
	double variance = e->by_blocks ? e->rounds.variance.estimate
				       : e->effect.variance.estimate;

	*out = (struct rcc_original_position){0, {0, NAN, NAN}};
	if (e->error != 0)
		return RCC_EDOM;
	if (!rcc_effect_sd(e, &percent))
		variance = NAN;
	if (e->by_blocks)
		return position_by_blocks(f, e, sqrt(variance), out);
	out->n = c->n_layouts;
	return rcc_position_of(c->layout_mean, c->n_layouts,
			       e->effect.fixed_mean.estimate, sqrt(variance),
			       &out->position);
}

void rcc_one_layout_worth(const struct rcc_findings *f,
			  const struct rcc_effect *e,
			  struct rcc_one_layout_worth *out)
{
	const double level = f->asked.level;
	struct rcc_interval sd;
	const bool is_known = rcc_effect_sd(e, &sd);

	out->most = rcc_one_layout_error(is_known ? sd.hi : e->sd_most, level);
	out->error = sd;
	out->error.estimate =
		is_known ? rcc_one_layout_error(sd.estimate, level) : NAN;
	out->error.lo = is_known ? rcc_one_layout_error(sd.lo, level) : NAN;
	out->error.hi = is_known ? out->most : NAN;
}
