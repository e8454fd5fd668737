/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/findings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/mem.h"
#include "harness/suite.h"

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

const char *rcc_findings_system(const struct rcc_findings *f, size_t system)
{
	if (f->study.n_systems == 1 && f->program != NULL)
		return f->program;
	return f->study.system[system].name;
}

/* ---- Loading ----------------------------------------------------------- */

static int load_rows(struct rcc_findings *f, struct rcc_store *store,
		     char **design)
{
	int result = rcc_store_get(store, "design", design);

	if (result == 0)
		result = rcc_store_get(store, "compiler", &f->compiler);
	if (result == 0)
		result = rcc_store_get(store, "linker", &f->linker);
	if (result == 0)
		result = rcc_store_get(store, "randcc", &f->randcc);
	if (result == 0)
		result = rcc_store_get(store, "program-0", &f->program);
	if (result == 0)
		result = rcc_store_layouts(store, &f->layout, &f->n_layouts);
	if (result == 0)
		result = rcc_store_runs(store, &f->run, &f->n_runs);
	if (result == 0)
		result = rcc_store_sessions(store, &f->session, &f->n_sessions);
	return result;
}

static int parse_design(struct rcc_findings *f, const char *path,
			const char *design)
{
	json_t *json = design != NULL ? json_loads(design, 0, NULL) : NULL;
	char *problem = NULL;
	int result;

	if (json == NULL) {
		rcc_error("\"%s\" holds no study", path);
		return RCC_EXIT_USAGE;
	}
	result = rcc_study_parse(json, &f->study, &problem);
	if (result != 0)
		rcc_error("the design in \"%s\" is damaged: %s", path, problem);
	free(problem);
	json_decref(json);
	return result == 0 ? RCC_EXIT_OK : RCC_EXIT_USAGE;
}

static int load(struct rcc_findings *f, const char *path)
{
	struct rcc_store *store = NULL;
	char *design = NULL;
	int status = RCC_EXIT_USAGE;

	if (rcc_suite_is_there(f->dir)) {
		rcc_error("\"%s\" is a suite", f->dir);
		rcc_hint("name one of its benchmarks: %s/NAME", f->dir);
	} else if (access(path, R_OK) != 0) {
		rcc_error_errno("cannot read the study \"%s\"", path);
	} else if (rcc_store_open(path, RCC_STORE_READ, &store) != 0 ||
		   load_rows(f, store, &design) != 0) {
		rcc_error("cannot read \"%s\": %s", path,
			  rcc_store_error(store));
	} else {
		status = parse_design(f, path, design);
	}
	rcc_store_close(store);
	free(design);
	if (status == RCC_EXIT_OK && f->n_sessions != 0)
		f->host =
			json_loads(f->session[f->n_sessions - 1].host, 0, NULL);
	return status;
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

/* The good runs of a cell, layout by layout. */
static size_t collect(const struct rcc_findings *f, struct rcc_cell *c,
		      const struct rcc_run_row **good)
{
	size_t n = 0;

	for (size_t i = 0; i < f->n_runs; i++) {
		const struct rcc_run_row *run = &f->run[i];
		const struct rcc_layout_row *layout =
			rcc_findings_layout(f, run->layout);

		if (layout == NULL || layout->system != c->system ||
		    layout->arm != c->arm)
			continue;
		c->n_stored++;
		if (run->outcome == RCC_OUTCOME_OK)
			good[n++] = run;
	}
	qsort(good, n, sizeof(*good), compare_runs);
	return n;
}

static void arrange(const struct rcc_findings *f, struct rcc_cell *c)
{
	const struct rcc_run_row **good =
		rcc_mem_calloc(f->n_runs + 1, sizeof(*good));

	c->n_ok = collect(f, c, good);
	c->value = rcc_mem_calloc(c->n_ok + 1, sizeof(*c->value));
	c->size = rcc_mem_calloc(c->n_ok + 1, sizeof(*c->size));
	c->layout_mean = rcc_mem_calloc(c->n_ok + 1, sizeof(double));
	c->layout_id = rcc_mem_calloc(c->n_ok + 1, sizeof(*c->layout_id));
	for (size_t i = 0; i < c->n_ok; i++) {
		c->value[i] = f->metric->of(good[i]);
		if (i == 0 || good[i]->layout != good[i - 1]->layout)
			c->layout_id[c->n_layouts++] = good[i]->layout;
		c->size[c->n_layouts - 1]++;
	}
	free(good);
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

static void compute_layout_means(struct rcc_cell *c)
{
	size_t at = 0;

	for (size_t i = 0; i < c->n_layouts; i++) {
		const struct rcc_sample one =
			rcc_sample_1(c->value + at, c->size[i]);
		struct rcc_levels levels = {0};

		/* An error here only says that one value has no variance. */
		rcc_levels_compute(&one, &levels);
		c->layout_mean[i] = levels.mean;
		at += c->size[i];
	}
}

static void count_far_off(struct rcc_cell *c)
{
	double *distance = rcc_mem_calloc(c->n_ok + 1, sizeof(*distance));
	double median = 0;
	double spread = 0;

	memcpy(distance, c->value, c->n_ok * sizeof(*distance));
	if (rcc_median(distance, c->n_ok, &median) == 0) {
		for (size_t i = 0; i < c->n_ok; i++)
			distance[i] = fabs(c->value[i] - median);
		/* Reorders them, which does not matter. */
		rcc_median(distance, c->n_ok, &spread);
		for (size_t i = 0; i < c->n_ok; i++)
			c->n_far +=
				spread > 0 && distance[i] > FAR_OFF * spread;
	}
	free(distance);
}

/* In the random arm what varies on top are layouts; the original layout has
 * only executions, in whichever of its files. */
struct rcc_sample rcc_cell_sample(const struct rcc_cell *c)
{
	struct rcc_sample sample = rcc_sample_1(c->value, c->n_ok);

	if (!c->is_original) {
		sample = rcc_sample_2(c->value, c->n_layouts, 1);
		sample.size[0] = c->size;
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

static void compute_effect(struct rcc_findings *f, struct rcc_effect *e)
{
	const struct rcc_cell *random = &f->cell[e->random];
	const struct rcc_cell *fixed = &f->cell[e->fixed];

	e->error = RCC_EDOM;
	if (random->levels_error == 0 && fixed->levels_error == 0)
		e->error = rcc_layout_effect(&random->levels, &fixed->levels,
					     f->level, &e->effect);
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
		compute_effect(f, e);
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
		count_digests(f, c);
		compute_layout_means(c);
		compute_cell(c, f->level);
		count_far_off(c);
	}
	compute_effects(f);
}

int rcc_findings_load(const char *dir, const struct rcc_metric *metric,
		      struct rcc_findings *f)
{
	char *path = rcc_mem_printf("%s/study.db", dir);
	int status;

	memset(f, 0, sizeof(*f));
	f->dir = rcc_mem_strdup(dir);
	f->metric = metric;
	f->level = CONFIDENCE;
	status = load(f, path);
	if (status == RCC_EXIT_OK)
		compute(f);
	free(path);
	return status;
}

void rcc_findings_release(struct rcc_findings *f)
{
	for (size_t i = 0; i < f->n_cells; i++) {
		free(f->cell[i].value);
		free(f->cell[i].size);
		free(f->cell[i].layout_mean);
		free(f->cell[i].layout_id);
	}
	for (size_t i = 0; i < f->n_layouts; i++)
		rcc_layout_row_release(&f->layout[i]);
	for (size_t i = 0; i < f->n_sessions; i++)
		free(f->session[i].host);
	free(f->cell);
	free(f->effect);
	free(f->layout);
	free(f->run);
	free(f->session);
	json_decref(f->host);
	free(f->compiler);
	free(f->linker);
	free(f->randcc);
	free(f->program);
	free(f->dir);
	rcc_study_release(&f->study);
}
