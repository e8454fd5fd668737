/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/findings.h"
#include "harness/findings_read.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/mem.h"

#define CONFIDENCE 0.95
#define FAR_OFF 14.826

const struct rcc_layout_row *rcc_findings_layout(const struct rcc_findings *f,
						 int64_t id)
{
	size_t lo = 0;
	size_t hi = f->n_layouts;

	while (lo < hi) {
		const size_t mid = lo + (hi - lo) / 2;

		if (f->layout[mid].id < id)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < f->n_layouts && f->layout[lo].id == id ? &f->layout[lo]
							   : NULL;
}

const struct rcc_layout_row *
rcc_findings_original(const struct rcc_findings *f, size_t system)
{
	for (size_t i = 0; i < f->n_layouts; i++)
		if (f->layout[i].system == system && f->layout[i].is_original)
			return &f->layout[i];
	return NULL;
}

const char *rcc_findings_system(const struct rcc_findings *f, size_t system)
{
	if (f->study.n_systems == 1 && f->program != NULL)
		return f->program;
	return f->study.system[system].name;
}

const struct rcc_value_row *rcc_findings_values(const struct rcc_findings *f,
						int64_t order, size_t own,
						size_t *n)
{
	size_t lo = 0;
	size_t hi = f->n_values;
	size_t end;

	while (lo < hi) {
		const size_t mid = lo + (hi - lo) / 2;
		const struct rcc_value_row *v = &f->value[mid];

		if (v->order < order || (v->order == order && v->metric < own))
			lo = mid + 1;
		else
			hi = mid;
	}
	for (end = lo; end < f->n_values && f->value[end].order == order &&
		       f->value[end].metric == own;
	     end++)
		;
	*n = end - lo;
	return f->value + lo;
}

const struct rcc_exact_row *rcc_findings_exact(const struct rcc_findings *f,
					       int64_t layout, size_t own)
{
	for (size_t i = 0; i < f->n_exact; i++)
		if (f->exact[i].layout == layout && f->exact[i].metric == own)
			return &f->exact[i];
	return NULL;
}

/* ---- Arranging --------------------------------------------------------- */

static int compare_runs(const void *a, const void *b)
{
	const struct rcc_run_row *x = *(const struct rcc_run_row *const *)a;
	const struct rcc_run_row *y = *(const struct rcc_run_row *const *)b;

	if (x->layout != y->layout)
		return x->layout < y->layout ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

static void release_cell(struct rcc_cell *c)
{
	free(c->value);
	free(c->size);
	free(c->iterations);
	free(c->layout_mean);
	free(c->layout_id);
}

static bool is_exact(const struct rcc_findings *f)
{
	return f->metric->wanted != NULL &&
	       rcc_wanted_is_tool(f->metric->wanted);
}

/* How many values of the metric a good run has. */
static size_t count_values(const struct rcc_findings *f,
			   const struct rcc_run_row *run)
{
	size_t n = 0;

	if (f->metric->of != NULL)
		return isnan(f->metric->of(run)) ? 0 : 1;
	rcc_findings_values(f, run->order, f->metric->own, &n);
	return n;
}

/* The good runs of a cell that have the metric, layout by layout. */
static size_t collect(const struct rcc_findings *f, struct rcc_cell *c,
		      const struct rcc_run_row **good)
{
	size_t n = 0;

	for (size_t i = 0; i < f->n_runs; i++) {
		const struct rcc_run_row *run = &f->run[i];
		const struct rcc_layout_row *layout =
			rcc_findings_layout(f, run->layout);
		size_t n_values;

		if (layout == NULL || layout->system != c->system ||
		    layout->arm != c->arm)
			continue;
		c->n_stored++;
		if (run->outcome != RCC_OUTCOME_OK || is_exact(f))
			continue;
		n_values = count_values(f, run);
		c->n_values += n_values;
		c->n_without += n_values == 0;
		if (n_values != 0)
			good[n++] = run;
	}
	qsort(good, n, sizeof(*good), compare_runs);
	return n;
}

/* The values of one run, to c->value[at] and on; returns their number. */
static size_t take_values(struct rcc_findings *f, struct rcc_cell *c, size_t at,
			  const struct rcc_run_row *run)
{
	const struct rcc_value_row *value;
	size_t n = 0;

	if (f->metric->of != NULL) {
		c->value[at] = f->metric->of(run);
		return 1;
	}
	value = rcc_findings_values(f, run->order, f->metric->own, &n);
	for (size_t i = 0; i < n; i++) {
		c->value[at + i] = value[i].value * f->metric->factor;
		f->n_scaled += value[i].share < 1;
	}
	return n;
}

static void make_room(struct rcc_cell *c, size_t n)
{
	c->value = rcc_mem_calloc(n + 1, sizeof(*c->value));
	c->size = rcc_mem_calloc(n + 1, sizeof(*c->size));
	c->iterations = rcc_mem_calloc(n + 1, sizeof(*c->iterations));
	c->layout_mean = rcc_mem_calloc(n + 1, sizeof(double));
	c->layout_id = rcc_mem_calloc(n + 1, sizeof(*c->layout_id));
}

static void arrange_runs(struct rcc_findings *f, struct rcc_cell *c)
{
	const struct rcc_run_row **good =
		rcc_mem_calloc(f->n_runs + 1, sizeof(*good));
	size_t at = 0;

	c->n_ok = collect(f, c, good);
	make_room(c, c->n_values);
	for (size_t i = 0; i < c->n_ok; i++) {
		c->iterations[i] = take_values(f, c, at, good[i]);
		at += c->iterations[i];
		if (i == 0 || good[i]->layout != good[i - 1]->layout)
			c->layout_id[c->n_layouts++] = good[i]->layout;
		c->size[c->n_layouts - 1]++;
	}
	if (c->n_values == c->n_ok) {
		free(c->iterations);
		c->iterations = NULL;
	}
	free(good);
}

/* Numbers from a tool: one for each layout. */
static void arrange_exact(const struct rcc_findings *f, struct rcc_cell *c)
{
	make_room(c, f->n_layouts);
	for (size_t i = 0; i < f->n_layouts; i++) {
		const struct rcc_layout_row *layout = &f->layout[i];
		const struct rcc_exact_row *exact =
			rcc_findings_exact(f, layout->id, f->metric->own);

		if (layout->system != c->system || layout->arm != c->arm ||
		    exact == NULL)
			continue;
		c->value[c->n_values++] = exact->value * f->metric->factor;
		c->layout_id[c->n_layouts] = layout->id;
		c->size[c->n_layouts++] = 1;
	}
	c->n_ok = c->n_values;
	free(c->iterations);
	c->iterations = NULL;
}

static void arrange(struct rcc_findings *f, struct rcc_cell *c)
{
	arrange_runs(f, c);
	if (is_exact(f)) {
		release_cell(c);
		c->n_layouts = 0;
		arrange_exact(f, c);
	}
}

/* The layouts of a cell that differ, in whatever its factors vary. */
static void count_digests(const struct rcc_findings *f, struct rcc_cell *c)
{
	for (size_t i = 0; i < c->n_layouts; i++) {
		const char *digest =
			rcc_findings_layout(f, c->layout_id[i])->digest;
		bool is_new = true;

		for (size_t k = 0; k < i && is_new; k++)
			is_new = strcmp(digest,
					rcc_findings_layout(f, c->layout_id[k])
						->digest) != 0;
		c->n_digests += is_new;
	}
}

/* ---- Asking stats/ ----------------------------------------------------- */

/* The sample of some runs, one after the other: executions, or executions and
 * iterations. */
static struct rcc_sample sample_of_runs(const double *value, size_t n_runs,
					const size_t *iterations)
{
	struct rcc_sample sample;

	if (iterations == NULL)
		return rcc_sample_1(value, n_runs);
	sample = rcc_sample_2(value, n_runs, 1);
	sample.size[0] = iterations;
	return sample;
}

static void compute_layout_means(struct rcc_cell *c)
{
	size_t run = 0;
	size_t at = 0;

	for (size_t i = 0; i < c->n_layouts; i++) {
		const struct rcc_sample one = sample_of_runs(
			c->value + at, c->size[i],
			c->iterations != NULL ? c->iterations + run : NULL);
		struct rcc_levels levels = {0};

		/* An error here only says that one value has no variance. */
		rcc_levels_compute(&one, &levels);
		c->layout_mean[i] = levels.mean;
		at += rcc_sample_n_values(&one);
		run += c->size[i];
	}
}

static void count_far_off(struct rcc_cell *c)
{
	double *distance = rcc_mem_calloc(c->n_values + 1, sizeof(*distance));
	double median = 0;
	double spread = 0;

	memcpy(distance, c->value, c->n_values * sizeof(*distance));
	if (rcc_median(distance, c->n_values, &median) == 0) {
		for (size_t i = 0; i < c->n_values; i++)
			distance[i] = fabs(c->value[i] - median);
		/* Reorders them, which does not matter. */
		rcc_median(distance, c->n_values, &spread);
		for (size_t i = 0; i < c->n_values; i++)
			c->n_far +=
				spread > 0 && distance[i] > FAR_OFF * spread;
	}
	free(distance);
}

/* In the random arm what varies on top are layouts; the original layout has
 * only executions, in whichever of its files. */
struct rcc_sample rcc_cell_sample(const struct rcc_cell *c)
{
	struct rcc_sample sample =
		sample_of_runs(c->value, c->n_ok, c->iterations);

	if (!c->is_original) {
		sample.size[sample.n_levels - 1] = c->size;
		sample.r[sample.n_levels++] = c->n_layouts;
	}
	return sample;
}

static void compute_cell(struct rcc_cell *c, double level)
{
	const struct rcc_sample sample = rcc_cell_sample(c);
	struct rcc_mean mean;

	c->levels_error = rcc_levels_compute(&sample, &c->levels);
	mean = rcc_mean_of(&c->levels);
	c->interval_error = c->levels_error;
	if (c->levels_error == 0)
		c->interval_error =
			rcc_interval_mean(&mean, level, &c->interval);
}

void rcc_findings_effect(const struct rcc_findings *f, struct rcc_effect *e)
{
	const struct rcc_cell *random = &f->cell[e->random];
	const struct rcc_cell *fixed = &f->cell[e->fixed];

	e->error = RCC_EDOM;
	if (random->levels_error == 0 && fixed->levels_error == 0)
		e->error = rcc_layout_effect(&random->levels, &fixed->levels,
					     f->computed_level, &e->effect);
	/* What it holds at is what is printed. */
	e->effect.shift.level = f->level;
}

static size_t original_cell(const struct rcc_findings *f, size_t system)
{
	for (size_t i = 0; i < f->n_cells; i++)
		if (f->cell[i].system == system && f->cell[i].is_original)
			return i;
	return f->n_cells;
}

static void compute_effects(struct rcc_findings *f)
{
	f->effect = rcc_mem_calloc(f->n_cells + 1, sizeof(*f->effect));
	for (size_t i = 0; i < f->n_cells; i++) {
		const size_t fixed = original_cell(f, f->cell[i].system);
		struct rcc_effect *e = &f->effect[f->n_effects];

		if (f->cell[i].is_original || fixed == f->n_cells)
			continue;
		e->random = i;
		e->fixed = fixed;
		rcc_findings_effect(f, e);
		f->n_effects++;
	}
}

static void count_outcomes(struct rcc_findings *f)
{
	for (size_t i = 0; i < f->n_runs; i++) {
		f->by_outcome[f->run[i].outcome]++;
		f->n_failed += f->run[i].outcome != RCC_OUTCOME_OK;
		f->n_left_behind += f->run[i].n_left_behind != 0;
	}
}

static void compute(struct rcc_findings *f)
{
	const struct rcc_study *s = &f->study;

	f->n_cells = rcc_study_n_cells(s);
	f->n_planned = f->n_cells * s->n_layouts * s->n_executions;
	f->cell = rcc_mem_calloc(f->n_cells, sizeof(*f->cell));
	count_outcomes(f);
	for (size_t i = 0; i < f->n_cells; i++) {
		struct rcc_cell *c = &f->cell[i];

		c->system = i / s->n_arms;
		c->arm = i % s->n_arms;
		c->is_original = s->arm[c->arm].factors == NULL;
		c->n_planned = (size_t)s->n_layouts * s->n_executions;
		arrange(f, c);
		if (f->estimator != RCC_STATISTIC_MEAN)
			rcc_cell_reduce(c, f->estimator);
		count_digests(f, c);
		compute_layout_means(c);
		compute_cell(c, f->computed_level);
		count_far_off(c);
	}
	compute_effects(f);
}

static void print_unknown(const struct rcc_findings *f, const char *name)
{
	rcc_error("the study \"%s\" has no metric \"%s\"", f->dir, name);
	rcc_hint("every study has %s", rcc_metric_names());
	for (size_t i = 0; i < f->study.n_wanted; i++)
		rcc_hint("this one has \"%s\" too", f->study.wanted[i].name);
}

/* Set f->metric by its name. */
static int find_metric(struct rcc_findings *f, const char *name)
{
	/* The first that could be had. */
	for (size_t i = 0; i < f->study.n_wanted && name == NULL; i++)
		if (f->refused[i] == NULL)
			name = f->study.wanted[i].name;
	if (name == NULL)
		name = "wall";
	for (size_t i = 0; i < f->study.n_wanted; i++) {
		if (strcmp(f->study.wanted[i].name, name) == 0) {
			f->own = rcc_metric_own(&f->study.wanted[i], i);
			f->metric = &f->own;
			return RCC_EXIT_OK;
		}
	}
	f->metric = rcc_metric_find(name);
	if (f->metric != NULL)
		return RCC_EXIT_OK;
	print_unknown(f, name);
	return RCC_EXIT_USAGE;
}

/* Of one value there is no median to speak of. */
static int check_estimator(const struct rcc_findings *f)
{
	if (f->estimator == RCC_STATISTIC_MEAN || f->study.n_executions > 1 ||
	    (f->metric->of == NULL && f->study.n_iterations > 1))
		return RCC_EXIT_OK;
	rcc_error("the %s of a layout's values needs more than one: each was "
		  "run once in \"%s\"",
		  rcc_statistic_name(f->estimator), f->dir);
	rcc_hint("make a study with --executions 5, say");
	return RCC_EXIT_USAGE;
}

int rcc_findings_load(const char *dir, const char *metric,
		      struct rcc_findings *f)
{
	return rcc_findings_load_as(dir, metric, RCC_STATISTIC_MEAN, f);
}

int rcc_findings_load_as(const char *dir, const char *metric,
			 enum rcc_statistic estimator, struct rcc_findings *f)
{
	char *path = rcc_mem_printf("%s/study.db", dir);
	int status;

	memset(f, 0, sizeof(*f));
	f->dir = rcc_mem_strdup(dir);
	f->level = CONFIDENCE;
	f->estimator = estimator;
	status = rcc_findings_read(f, path);
	f->computed_level = f->level;
	if (f->study.precision > 0)
		f->computed_level = rcc_stopping_level(f->level);
	if (status == RCC_EXIT_OK)
		status = find_metric(f, metric);
	if (status == RCC_EXIT_OK)
		status = check_estimator(f);
	if (status == RCC_EXIT_OK)
		compute(f);
	free(path);
	return status;
}

void rcc_findings_release(struct rcc_findings *f)
{
	for (size_t i = 0; i < f->n_cells; i++)
		release_cell(&f->cell[i]);
	for (size_t i = 0; i < f->n_layouts; i++)
		rcc_layout_row_release(&f->layout[i]);
	for (size_t i = 0; i < f->n_sessions; i++)
		free(f->session[i].host);
	free(f->cell);
	free(f->effect);
	free(f->layout);
	free(f->run);
	free(f->value);
	free(f->exact);
	for (size_t i = 0; f->refused != NULL && i < f->study.n_wanted; i++)
		free(f->refused[i]);
	free(f->refused);
	for (size_t i = 0; f->record != NULL && i < f->study.n_systems; i++)
		free(f->record[i]);
	free(f->record);
	free(f->session);
	json_decref(f->host);
	json_decref(f->inputs);
	json_decref(f->flags);
	free(f->compiler);
	free(f->linker);
	free(f->randcc);
	free(f->program);
	free(f->looks);
	free(f->dir);
	rcc_study_release(&f->study);
}
