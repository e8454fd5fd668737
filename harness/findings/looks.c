/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/findings/looks.h"

#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "harness/study/interim.h"

/* The units of rcc_looks.information in a layout. */
#define PER_LAYOUT ((size_t)1000)

/* Return whether randstudy went on at once after the interim analysis at
 * n_layouts, so that nobody could read the result.  interim[] has the n stored
 * interim analyses of the study. */
static bool went_on(const struct rcc_interim *interim, size_t n,
		    unsigned n_layouts)
{
	bool has_continued = false;
	bool has_ended = false;

	for (size_t i = 0; i < n; i++) {
		if (interim[i].n_layouts != n_layouts)
			continue;
		has_continued |= interim[i].decision == RCC_INTERIM_CONTINUE;
		has_ended |= interim[i].decision != RCC_INTERIM_CONTINUE;
	}
	return has_continued && !has_ended;
}

size_t rcc_looks_measured(const struct rcc_stored *s)
{
	const size_t n_cells = rcc_study_n_cells(&s->study);
	size_t *count = rcc_mem_calloc(n_cells + 1, sizeof(*count));
	bool *has_run = rcc_mem_calloc(s->n_layouts + 1, sizeof(*has_run));
	size_t most = 0;

	for (size_t i = 0; i < s->n_runs; i++) {
		const struct rcc_layout_record *l =
			rcc_stored_layout(s, s->run[i].layout);

		if (l != NULL)
			has_run[l - s->layout] = true;
	}
	for (size_t i = 0; i < s->n_layouts; i++)
		if (has_run[i])
			count[rcc_study_cell(&s->study, s->layout[i].system,
					     s->layout[i].arm)]++;
	for (size_t i = 0; i < n_cells; i++)
		most = count[i] > most ? count[i] : most;
	free(has_run);
	free(count);
	return most;
}

/* Add a look at n_layouts, unless the last look has at least as many layouts.
 * `part` is the part of their runs that were made by then. */
static void add_look(struct rcc_looks *looks, size_t n_layouts, double part)
{
	const size_t last =
		looks->n != 0 ? looks->information[looks->n - 1] : 0;
	const size_t all = n_layouts * PER_LAYOUT;
	const size_t now = (size_t)((double)all * part);

	if (all <= last)
		return;
	looks->n_layouts[looks->n] = n_layouts;
	looks->information[looks->n++] =
		now > last ? now : (last + all + 1) / 2;
}

/* Return the largest number of runs at an interim analysis of so many layouts; 0
 * if it is unknown. */
static size_t most_runs(const struct rcc_interim *interim, size_t n,
			size_t n_layouts)
{
	size_t most = 0;

	for (size_t i = 0; i < n; i++)
		if (interim[i].n_measured == n_layouts &&
		    interim[i].n_runs > most)
			most = interim[i].n_runs;
	return most;
}

/* Add a look for each time that the study ran out of time with more than
 * `above` layouts, and with fewer than `end` layouts or fewer than n_runs
 * runs. */
static void add_interrupted(const struct rcc_interim *interim, size_t n,
			    size_t above, size_t end, size_t n_runs,
			    struct rcc_looks *looks)
{
	for (size_t i = 0; i < n; i++) {
		const size_t runs = interim[i].n_runs;
		const size_t at = interim[i].n_measured;
		const size_t most =
			at == end ? n_runs : most_runs(interim, n, at);

		if (interim[i].decision != RCC_INTERIM_TIME || at <= above ||
		    at > end || (at == end && (runs == 0 || runs >= most)))
			continue;
		add_look(looks, at,
			 runs != 0 ? (double)runs / (double)most : 1);
	}
}

void rcc_looks_read(const struct rcc_stored *s, struct rcc_looks *looks)
{
	const struct rcc_study *study = &s->study;
	const bool decides = study->decide > 0;
	const bool is_planned =
		study->may_grow || (decides && !s->decides_late);
	const size_t measured = rcc_looks_measured(s);
	const bool is_partial = measured != 0 && measured < study->n_layouts;
	const size_t now = is_partial ? measured : study->n_layouts;
	size_t n_interim = 0;
	struct rcc_interim *interim =
		rcc_interim_read(s->interim_analyses, &n_interim);
	size_t last = 0;

	*looks = (struct rcc_looks){
		.plan.kind = s->n_end > 0 ? RCC_LOOKS_LIMITED
			     : is_planned ? RCC_LOOKS_PLANNED
					  : RCC_LOOKS_UNPLANNED,
		.plan.n_end = s->n_end,
		.n_layouts = rcc_mem_calloc(s->n_batches + n_interim + 1,
					    sizeof(size_t)),
		.information = rcc_mem_calloc(s->n_batches + n_interim + 1,
					      sizeof(size_t)),
		.is_by_precision = study->precision > 0,
	};
	for (size_t i = 0; i < s->n_batches && last < now; i++) {
		const unsigned end =
			s->batch[i].first_layout + s->batch[i].n_layouts;
		const bool is_last = end >= now;

		add_interrupted(interim, n_interim, last, is_last ? now : end,
				is_last ? s->n_runs
					: most_runs(interim, n_interim, end),
				looks);
		if (!is_last && (decides || !went_on(interim, n_interim, end)))
			add_look(looks, end, 1);
		last = end;
	}
	add_look(looks, now, 1);
	free(interim);
}

void rcc_looks_release(struct rcc_looks *looks)
{
	free(looks->n_layouts);
	free(looks->information);
	memset(looks, 0, sizeof(*looks));
}

static double level_of(const struct rcc_looks *looks, const size_t *information,
		       size_t n, double level)
{
	const struct rcc_looks_plan plan = {.kind = looks->plan.kind,
					    .n_end = looks->plan.n_end *
						     PER_LAYOUT};
	double *scratch =
		rcc_mem_calloc(RCC_LOOKS_SCRATCH(n), sizeof(*scratch));
	double out;

	if (rcc_look_level(&plan, information, n, level, scratch, &out) != 0)
		/* If the level cannot be computed, use a safe one: divide the
		 * error probability RCC_LOOKS_EXTRA * (1 - level) equally among
		 * all looks. */
		out = 1 - RCC_LOOKS_EXTRA * (1 - level) / (double)n;
	free(scratch);
	return looks->is_by_precision ? rcc_stopping_level(out) : out;
}

double rcc_looks_level(const struct rcc_looks *looks, double level)
{
	return level_of(looks, looks->information, looks->n, level);
}

double rcc_looks_next_level(const struct rcc_looks *looks, double level,
			    size_t n_layouts)
{
	size_t *all;
	double out;

	if (n_layouts <= looks->n_layouts[looks->n - 1])
		return rcc_looks_level(looks, level);
	all = rcc_mem_calloc(looks->n + 1, sizeof(*all));
	memcpy(all, looks->information, looks->n * sizeof(*all));
	all[looks->n] = n_layouts * PER_LAYOUT;
	out = level_of(looks, all, looks->n + 1, level);
	free(all);
	return out;
}
