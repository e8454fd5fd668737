/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/findings/further_runs.h"

#include <math.h>
#include <stdlib.h>

#include "common/diag.h"
#include "common/mem.h"
#include "harness/findings/repeats.h"

/* ---- Judging the first round ------------------------------------------- */

/* Find the good runs of the first round, in order of time.  Write the
 * logarithm of each run's value to x, and the index of its cell to `cell`.
 * Returns the number of runs. */
static size_t take_first_round(const struct rcc_findings *f, double *x,
			       size_t *cell)
{
	const struct rcc_stored *s = &f->stored;
	size_t n = 0;

	for (size_t i = 0; i < s->n_runs; i++) {
		const struct rcc_layout_record *layout =
			rcc_stored_layout(s, s->run[i].layout);
		const double value =
			rcc_run_value(s, &f->asked.metric, &s->run[i]);
		bool is_repeat;

		if (rcc_stored_round(s, &s->run[i], &is_repeat) != 0 ||
		    is_repeat || layout == NULL ||
		    s->run[i].outcome != RCC_OUTCOME_OK || isnan(value))
			continue;
		cell[n] =
			rcc_study_cell(&s->study, layout->system, layout->arm);
		/* A value without a logarithm becomes NaN.  The round then
		 * cannot be judged. */
		x[n++] = value > 0 ? log(value) : NAN;
	}
	return n;
}

int rcc_further_judge(const struct rcc_findings *f, struct rcc_calm *calm)
{
	const size_t most = f->stored.n_runs + 1;
	double *x = rcc_mem_calloc(most, sizeof(*x));
	double *scratch = rcc_mem_calloc(2 * most, sizeof(*scratch));
	size_t *cell = rcc_mem_calloc(most, sizeof(*cell));
	bool *repeats = rcc_mem_calloc(f->n_cells + 1, sizeof(*repeats));
	const size_t n = take_first_round(f, x, cell);
	int result;

	for (size_t i = 0; i < f->n_cells; i++)
		repeats[i] =
			rcc_study_cell_repeats_layouts(&f->stored.study, i);
	result = rcc_calm_judge(x, cell, n, f->n_cells, repeats, scratch, calm);
	free(repeats);
	free(cell);
	free(scratch);
	free(x);
	return result;
}

/* ---- Contrasts --------------------------------------------------------- */

struct contrast {
	size_t from, to; /* indices of the two cells */
};

/* List the contrasts of a block (rcc_further_limits()).  Returns their number.
 * The caller must free *contrast. */
static size_t list_contrasts(const struct rcc_findings *f,
			     struct contrast **contrast)
{
	const size_t n_arms = f->stored.study.n_arms;
	size_t n = 0;

	*contrast = rcc_mem_calloc(f->n_effects + f->n_cells + 1,
				   sizeof(**contrast));
	for (size_t i = 0; i < f->n_effects; i++)
		(*contrast)[n++] = (struct contrast){f->effect[i].fixed,
						     f->effect[i].random};
	for (size_t i = n_arms; i < f->n_cells; i++)
		if (!f->cell[i].is_original)
			(*contrast)[n++] = (struct contrast){i % n_arms, i};
	return n;
}

static double limit_of(const struct rcc_blocks *b, const struct contrast *c)
{
	double *d = NULL;
	const size_t n = rcc_blocks_rounds(b, c->from, c->to, &d);
	double *scratch = rcc_mem_calloc(n + 1, sizeof(*scratch));
	const double limit = rcc_repeat_limit(d, n, b->n_rounds, scratch);

	free(scratch);
	free(d);
	return limit;
}

size_t rcc_further_limits(const struct rcc_findings *f, double **limit)
{
	struct contrast *contrast = NULL;
	const size_t n = list_contrasts(f, &contrast);

	*limit = rcc_mem_calloc(n + 1, sizeof(**limit));
	for (size_t i = 0; i < n; i++)
		(*limit)[i] =
			limit_of(rcc_blocks_before(&f->blocks), &contrast[i]);
	free(contrast);
	return n;
}

/* ---- Repeats ----------------------------------------------------------- */

static struct rcc_outlier_limits reach_of(const struct rcc_blocks *b,
					  const struct contrast *c)
{
	double *d = NULL;
	const size_t n = rcc_blocks_rounds(b, c->from, c->to, &d);
	double *scratch = rcc_mem_calloc(2 * n + 1, sizeof(*scratch));
	const struct rcc_outlier_limits limits =
		rcc_outlier_limits(d, n, b->n_rounds, scratch);

	free(scratch);
	free(d);
	return limits;
}

/* Set is_far[i] for each layout i whose results for this contrast differ too
 * much between rounds.  If layout i has no repeat yet, also set is_far[i] if
 * its mean is too far from the means of other layouts.  Here i is the number of
 * a layout within the arm, and n_repeats[i] is the number of its planned
 * repeats. */
static void mark_far(const struct rcc_findings *f, const struct contrast *c,
		     double limit, const unsigned *n_repeats, bool *is_far)
{
	const struct rcc_blocks *b = &f->blocks;
	const size_t m = b->n_rounds;
	const struct rcc_outlier_limits limits =
		reach_of(rcc_blocks_before(b), c);
	size_t *layout = NULL;
	double *d = NULL;
	const size_t n = rcc_blocks_rounds_of(b, c->from, c->to, &d, &layout);

	for (size_t i = 0; i < n && m > 1; i++) {
		const unsigned number = f->stored.layout[layout[i]].layout;

		if (rcc_repeat_is_wanted(d + i * m, m, limit,
					 n_repeats[number] == 0 ? &limits
								: NULL))
			is_far[number] = true;
	}
	free(layout);
	free(d);
}

/* Return an array with the number of planned repeats of each layout.  The
 * caller must free the array. */
static unsigned *count_repeats(const struct rcc_stored *s)
{
	const struct rcc_rounds *r = &s->stages.rounds;
	unsigned *n =
		rcc_mem_calloc((size_t)s->study.n_layouts + 1, sizeof(*n));

	for (size_t i = 0; i < r->n_stages; i++)
		for (unsigned k = 0;
		     r->stage[i].layout != NULL && k < r->stage[i].n_layouts;
		     k++)
			if (r->stage[i].layout[k] < s->study.n_layouts)
				n[r->stage[i].layout[k]]++;
	return n;
}

void rcc_further_find_repeats(const struct rcc_findings *f, const double *limit,
			      size_t n_limits, struct rcc_further_repeats *out)
{
	const unsigned n_layouts = f->stored.study.n_layouts;
	bool *is_far = rcc_mem_calloc((size_t)n_layouts + 1, sizeof(*is_far));
	bool *is_torn = rcc_repeats_torn(&f->stored);
	unsigned *n_repeats = count_repeats(&f->stored);
	struct contrast *contrast = NULL;
	const size_t n = list_contrasts(f, &contrast);

	*out = (struct rcc_further_repeats){0};
	out->layout = rcc_mem_calloc((size_t)n_layouts + 1, sizeof(unsigned));
	for (size_t i = 0; i < n && i < n_limits; i++)
		mark_far(f, &contrast[i], limit[i], n_repeats, is_far);
	for (unsigned i = 0; i < n_layouts; i++) {
		if ((!is_far[i] && !is_torn[i]) ||
		    n_repeats[i] >= RCC_ROUNDS_PASSES)
			continue;
		if (n_repeats[i] + 1 > out->pass)
			out->pass = n_repeats[i] + 1;
		out->layout[out->n++] = i;
		out->n_far += is_far[i];
		out->n_torn += is_torn[i];
	}
	free(contrast);
	free(n_repeats);
	free(is_torn);
	free(is_far);
}
