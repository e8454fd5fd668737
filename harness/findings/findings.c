/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/findings/findings.h"
#include "harness/findings/findings_read.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/mem.h"

#define CONFIDENCE 0.95

const struct rcc_layout_record *
rcc_findings_layout(const struct rcc_findings *f, int64_t id)
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

const struct rcc_layout_record *
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

const struct rcc_value_record *rcc_findings_values(const struct rcc_findings *f,
						   int64_t order, size_t own,
						   size_t *n)
{
	size_t lo = 0;
	size_t hi = f->n_values;
	size_t end;

	while (lo < hi) {
		const size_t mid = lo + (hi - lo) / 2;
		const struct rcc_value_record *v = &f->value[mid];

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

const struct rcc_valgrind_record *
rcc_findings_exact(const struct rcc_findings *f, int64_t layout, size_t own)
{
	for (size_t i = 0; i < f->n_exact; i++)
		if (f->exact[i].layout == layout && f->exact[i].metric == own)
			return &f->exact[i];
	return NULL;
}

/* ---- Asking stats/ ----------------------------------------------------- */

/* One mean for each layout, and for each file of the original one. */
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

void rcc_findings_effect(const struct rcc_findings *f, struct rcc_effect *e)
{
	const struct rcc_cell *random = &f->cell[e->random];
	const struct rcc_cell *fixed = &f->cell[e->fixed];

	e->error = RCC_EDOM;
	if (random->levels_error == 0 && fixed->levels_error == 0)
		e->error = rcc_layout_effect(&random->levels, &fixed->levels,
					     f->computed_level, &e->effect);
	e->spread = (struct rcc_spread){NAN, NAN, NAN, NAN};
	e->variation_p = e->error == 0 ? e->effect.ratio_p : NAN;
	if (e->error == 0 && e->effect.method == RCC_LAYOUT_TWO_ARMS &&
	    isfinite(e->effect.ratio.estimate))
		compare_spreads(random, fixed, e);
	e->variation_holds = e->variation_p <= (1 - f->computed_level) / 2;
	/* What it holds at is what is printed. */
	e->effect.shift.level = f->level;
}

bool rcc_effect_is_doubtful(const struct rcc_effect *e)
{
	return e->error == 0 && e->effect.noise_seen && !e->variation_holds;
}

bool rcc_findings_are_constant(const struct rcc_cell *random,
			       const struct rcc_cell *fixed)
{
	return random->interval_error == 0 && fixed->interval_error == 0 &&
	       random->interval.lo == random->interval.hi &&
	       fixed->interval.lo == fixed->interval.hi;
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
		rcc_cell_compute(c, f);
	}
	compute_effects(f);
}

static void print_unknown(const struct rcc_findings *f, const char *name)
{
	rcc_error("the study \"%s\" has no metric \"%s\"", f->dir, name);
	rcc_hint("every study has %s", rcc_metric_names());
	for (size_t i = 0; i < f->study.n_metrics; i++)
		rcc_hint("this one has \"%s\" too", f->study.metric[i].name);
}

/* The study's first that could be had. */
static const char *first_metric(const struct rcc_findings *f)
{
	for (size_t i = 0; i < f->study.n_metrics; i++)
		if (f->refused[i] == NULL)
			return f->study.metric[i].name;
	return "wall";
}

/* Set f->metric by its name. */
static int find_metric(struct rcc_findings *f, const char *name)
{
	if (name == NULL)
		name = first_metric(f);
	for (size_t i = 0; i < f->study.n_metrics; i++) {
		if (strcmp(f->study.metric[i].name, name) == 0) {
			f->own = rcc_metric_from_spec(&f->study.metric[i], i);
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
	    (f->metric->spec != NULL && f->study.n_iterations > 1))
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
		rcc_cell_release(&f->cell[i]);
	for (size_t i = 0; i < f->n_layouts; i++)
		rcc_layout_record_release(&f->layout[i]);
	for (size_t i = 0; i < f->n_sessions; i++)
		free(f->session[i].host);
	free(f->cell);
	free(f->effect);
	free(f->layout);
	free(f->run);
	free(f->value);
	free(f->exact);
	for (size_t i = 0; f->refused != NULL && i < f->study.n_metrics; i++)
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
