/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/findings/suite_findings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/mem.h"
#include "harness/findings/anonymous.h"
#include "harness/findings/comparison.h"
#include "harness/findings/system_ratio.h"
#include "harness/study/simulation.h"

#define CONFIDENCE 0.95
#define N_REPLICATES 10000

/* ---- Loading ----------------------------------------------------------- */

/* Load the study of a benchmark into *e, if the study exists.  If the study
 * cannot be read, print an error and return false; the report then leaves the
 * benchmark out. */
static bool load_entry(struct rcc_suite_findings *f, struct rcc_suite_entry *e,
		       const struct rcc_benchmark *b,
		       const struct rcc_asking *asking)
{
	char *dir = rcc_mem_printf("%s/%s", f->dir, b->name);
	char *path = rcc_mem_printf("%s/study.db", dir);
	bool is_readable = true;

	e->benchmark = b;
	if (access(path, F_OK) == 0) {
		e->is_begun = rcc_findings_load_as(dir, asking, &e->findings) ==
			      RCC_EXIT_OK;
		is_readable = e->is_begun;
		if (!is_readable)
			rcc_findings_release(&e->findings);
	}
	free(path);
	free(dir);
	return is_readable;
}

/* If benchmarks disagree about which values are better, set `better` of all
 * benchmarks to unknown. */
static void forget_mixed_better(struct rcc_suite_findings *f)
{
	const enum rcc_better first = f->metric->better;
	bool is_mixed = false;

	for (size_t i = 0; i < f->suite.n; i++)
		is_mixed |= f->entry[i].is_begun &&
			    f->entry[i].findings.asked.metric.better != first;
	for (size_t i = 0; is_mixed && i < f->suite.n; i++)
		f->entry[i].findings.asked.metric.better = RCC_BETTER_UNKNOWN;
}

/* Return the name of the metric that all benchmarks use if the user names none:
 * that of the first benchmark that was begun.  Return "cpu" instead of "wall"
 * if runs of any benchmark shared a CPU.  Return NULL if none was begun. */
static const char *common_metric(const struct rcc_suite_findings *f)
{
	const struct rcc_metric *first = NULL;
	bool shares = false;

	for (size_t i = 0; i < f->suite.n; i++) {
		const struct rcc_suite_entry *e = &f->entry[i];

		if (!e->is_begun)
			continue;
		if (first == NULL)
			first = &e->findings.asked.metric;
		shares |= e->findings.stored.tandem.is_settled;
	}
	if (first == NULL)
		return NULL;
	return shares && first->spec == NULL &&
			       first->builtin == RCC_METRIC_WALL
		       ? "cpu"
		       : first->name;
}

/* Load all benchmarks.  is_readable[i] is false if the study of benchmark i
 * exists and cannot be read. */
static void load_entries(struct rcc_suite_findings *f,
			 const struct rcc_asking *asking, bool *is_readable)
{
	for (size_t i = 0; i < f->suite.n; i++)
		is_readable[i] = load_entry(f, &f->entry[i],
					    &f->suite.benchmark[i], asking);
}

/* Load the benchmarks with another metric than `name` again, with this one. */
static void load_again(struct rcc_suite_findings *f, struct rcc_asking asking,
		       const char *name, bool *is_readable)
{
	char *metric = rcc_mem_strdup(name);

	asking.metric = metric;
	for (size_t i = 0; i < f->suite.n; i++) {
		struct rcc_suite_entry *e = &f->entry[i];

		if (!e->is_begun ||
		    strcmp(e->findings.asked.metric.name, metric) == 0)
			continue;
		rcc_findings_release(&e->findings);
		*e = (struct rcc_suite_entry){0};
		is_readable[i] =
			load_entry(f, e, &f->suite.benchmark[i], &asking);
	}
	free(metric);
}

/* Load all benchmarks with the metric of `asking`, or with common_metric(). */
static int load(struct rcc_suite_findings *f, struct rcc_asking asking)
{
	const int status = rcc_suite_load(f->dir, &f->suite);
	const char *metric;
	bool *is_readable;

	if (status != RCC_EXIT_OK)
		return status;
	f->entry = rcc_mem_calloc(f->suite.n, sizeof(*f->entry));
	is_readable = rcc_mem_calloc(f->suite.n, sizeof(*is_readable));
	load_entries(f, &asking, is_readable);
	metric = common_metric(f);
	if (asking.metric == NULL && metric != NULL)
		load_again(f, asking, metric, is_readable);
	for (size_t i = 0; i < f->suite.n; i++) {
		const struct rcc_suite_entry *e = &f->entry[i];

		if (e->is_begun && f->metric == NULL)
			f->metric = &e->findings.asked.metric;
		f->n_failed += !is_readable[i] ||
			       e->benchmark->status > RCC_EXIT_OK ||
			       e->findings.n_failed != 0;
	}
	free(is_readable);
	if (f->metric == NULL)
		f->metric = rcc_metric_find("wall"); /* no study was begun */
	forget_mixed_better(f);
	return RCC_EXIT_OK;
}

/* ---- Rows -------------------------------------------------------------- */

bool rcc_suite_is_measured(const struct rcc_suite_entry *e)
{
	return e->is_begun && e->findings.stored.n_runs != 0 &&
	       !e->findings.is_unfinished;
}

static char *row_name(const struct rcc_suite_entry *e,
		      const struct rcc_effect *effect)
{
	const struct rcc_findings *f = &e->findings;
	const struct rcc_cell *c = &f->cell[effect->random];
	const bool has_systems = f->stored.study.n_systems > 1;
	const bool has_arms = f->n_effects > f->stored.study.n_systems;

	return rcc_mem_printf(
		"%s%s%s%s%s", e->benchmark->name, has_systems ? " " : "",
		has_systems ? f->stored.study.system[c->system].name : "",
		has_arms ? " " : "",
		has_arms ? f->stored.study.arm[c->arm].name : "");
}

static void add_rows(struct rcc_suite_findings *f)
{
	size_t n = 0;

	for (size_t i = 0; i < f->suite.n; i++)
		n += f->entry[i].findings.n_effects;
	f->row = rcc_mem_calloc(n + 1, sizeof(*f->row));
	for (size_t i = 0; i < f->suite.n; i++) {
		const struct rcc_suite_entry *e = &f->entry[i];

		if (!rcc_suite_is_measured(e))
			continue; /* the report lists the benchmark as absent */
		for (size_t k = 0; k < e->findings.n_effects; k++) {
			const struct rcc_effect *effect =
				&e->findings.effect[k];

			f->row[f->n_rows++] = (struct rcc_suite_row){
				.entry = e,
				.effect = effect,
				.random = &e->findings.cell[effect->random],
				.fixed = &e->findings.cell[effect->fixed],
				.name = row_name(e, effect),
			};
		}
	}
}

size_t rcc_suite_n_benchmarks(const struct rcc_suite_findings *f,
			      bool (*is_wanted)(const struct rcc_suite_row *))
{
	const struct rcc_suite_entry *last = NULL;
	size_t n = 0;

	/* The rows of a benchmark follow each other. */
	for (size_t i = 0; i < f->n_rows; i++) {
		const struct rcc_suite_row *row = &f->row[i];

		if (row->entry == last ||
		    (is_wanted != NULL && !is_wanted(row)))
			continue;
		last = row->entry;
		n++;
	}
	return n;
}

bool rcc_suite_rows_are_benchmarks(const struct rcc_suite_findings *f)
{
	return rcc_suite_n_benchmarks(f, NULL) == f->n_rows;
}

/* ---- Ratios ------------------------------------------------------------ */

/* Set a pair to the values of two cells of a benchmark.  The pair gives their
 * ratio.  A cell is NULL if the benchmark does not have it. */
static void fill_pair(struct rcc_suite_pair *pair, const char *name,
		      const struct rcc_cell *old, const struct rcc_cell *now)
{
	pair->name = name;
	pair->error = RCC_EDOM;
	if (old == NULL || now == NULL || old->levels_error != 0 ||
	    now->levels_error != 0)
		return;
	pair->error = 0;
	pair->old = rcc_cell_sample(old);
	pair->now = rcc_cell_sample(now);
	pair->old_mean = rcc_mean_of(&old->levels);
	pair->now_mean = rcc_mean_of(&now->levels);
	pair->rounding = rcc_cell_rounding(old) + rcc_cell_rounding(now);
}

/* Allocate the n pairs of *ratio.  The caller must free ratio->pair. */
static void make_pairs(struct rcc_suite_ratio *ratio, size_t n)
{
	ratio->pair = rcc_mem_calloc(n + 1, sizeof(*ratio->pair));
	ratio->n = n;
}

static void compute_ratio(const struct rcc_suite_findings *f,
			  struct rcc_suite_ratio *ratio)
{
	const struct rcc_suite_ratio_options options = {
		.method = RCC_RATIO_WELCH,
		.level = f->computed_level,
		.is_exact = rcc_metric_is_simulated(f->metric),
		.n_replicates = f->n_replicates,
		.n_threads = 1,
		.seed = f->seed,
	};
	void *scratch = rcc_mem_alloc(rcc_suite_ratio_scratch(ratio, &options));

	rcc_suite_ratio_compute(ratio, &options, scratch);
	free(scratch);
}

bool rcc_suite_has_negative_mean(const struct rcc_suite_ratio *ratio)
{
	for (size_t i = 0; i < ratio->n; i++)
		if (ratio->pair[i].error == 0 &&
		    ratio->pair[i].old_mean.mean < 0)
			return true;
	return false;
}

static void compute_shift(struct rcc_suite_findings *f)
{
	make_pairs(&f->shift, f->n_rows);
	for (size_t i = 0; i < f->n_rows; i++) {
		const struct rcc_effect *e = f->row[i].effect;

		fill_pair(&f->shift.pair[i], f->row[i].name, f->row[i].fixed,
			  f->row[i].random);
		if (e->by_blocks)
			f->shift.pair[i].blocks = &e->blocks;
	}
	compute_ratio(f, &f->shift);
	if (!rcc_suite_rows_are_benchmarks(f) ||
	    rcc_suite_has_negative_mean(&f->shift))
		f->shift.log_error = f->shift.bootstrap_error = RCC_EDOM;
}

/* Judge both questions of all rows together. */
static void judge_together(struct rcc_suite_findings *f)
{
	const size_t n = 2 * f->n_rows;
	const double alpha = 1 - f->computed_level;
	double *p = rcc_mem_calloc(n + 1, sizeof(*p));
	double *adjusted = rcc_mem_calloc(n + 1, sizeof(*adjusted));
	size_t *order = rcc_mem_calloc(n + 1, sizeof(*order));

	for (size_t i = 0; i < f->n_rows; i++) {
		p[2 * i] = rcc_effect_variation_p(f->row[i].effect);
		p[2 * i + 1] = f->row[i].effect->shift_p;
	}
	rcc_holm(p, n, adjusted, order);
	for (size_t i = 0; i < f->n_rows; i++) {
		struct rcc_suite_row *row = &f->row[i];

		row->variation_p_holm = adjusted[2 * i];
		row->shift_p_holm = adjusted[2 * i + 1];
		row->varies_together = row->variation_p_holm <= alpha;
		row->shifts_together =
			row->shift_p_holm <= alpha &&
			rcc_effect_shift(row->effect)->set == RCC_RATIO_BOUNDED;
	}
	free(order);
	free(adjusted);
	free(p);
}

/* Return the cell of the first random arm of the system with this name, or
 * NULL. */
static const struct rcc_cell *random_cell(const struct rcc_findings *f,
					  const char *system)
{
	for (size_t i = 0; i < f->n_cells; i++) {
		const struct rcc_cell *c = &f->cell[i];

		if (!c->is_original &&
		    strcmp(f->stored.study.system[c->system].name, system) == 0)
			return c;
	}
	return NULL;
}

bool rcc_suite_has_system(const struct rcc_suite_entry *e, const char *name)
{
	const struct rcc_study *study = &e->findings.stored.study;

	for (size_t i = 0; i < study->n_systems; i++)
		if (strcmp(study->system[i].name, name) == 0)
			return true;
	return false;
}

/* Set pair i of a comparison of systems to the values of benchmark i.  The pair
 * has a ratio from blocks if the benchmark's own report gives one. */
static void compare_benchmark(struct rcc_suite_comparison *s, size_t i,
			      const struct rcc_suite_entry *e)
{
	const struct rcc_findings *f = &e->findings;
	const struct rcc_cell *old = random_cell(f, s->old);
	const struct rcc_cell *now = random_cell(f, s->now);
	struct rcc_suite_pair *pair = &s->ratio.pair[i];
	struct rcc_system_ratio r;

	fill_pair(pair, e->benchmark->name,
		  rcc_suite_is_measured(e) ? old : NULL, now);
	pair->delta = rcc_comparison_delta(f);
	if (pair->error != 0)
		return;
	/* The benchmark's own report gives no interval then
	 * (comparison.c). */
	pair->depends_on_time = f->blocks.lacks_ratios;
	rcc_system_ratio_compute(f, old, now, &r);
	s->blocks[i] = r.ratio;
	if (r.is_reported)
		pair->blocks = &s->blocks[i];
}

/* Set the threshold of the geometric mean from those of the pairs. */
static void combine_deltas(const struct rcc_suite_findings *f,
			   struct rcc_suite_comparison *s)
{
	for (size_t i = 0; i < f->suite.n; i++) {
		const double delta = s->ratio.pair[i].delta;

		if (!rcc_suite_has_system(&f->entry[i], s->old) ||
		    !rcc_suite_has_system(&f->entry[i], s->now))
			continue;
		s->has_several_deltas |= s->delta != 0 && delta != s->delta;
		s->delta = fmax(s->delta, delta);
	}
}

/* Return whether two systems are compared already, in either direction. */
static bool is_compared(const struct rcc_suite_findings *f, const char *a,
			const char *b)
{
	for (size_t i = 0; i < f->n_comparisons; i++) {
		const struct rcc_suite_comparison *s = &f->comparison[i];

		if ((strcmp(s->old, a) == 0 && strcmp(s->now, b) == 0) ||
		    (strcmp(s->old, b) == 0 && strcmp(s->now, a) == 0))
			return true;
	}
	return false;
}

static void add_comparison(struct rcc_suite_findings *f, const char *old,
			   const char *now)
{
	f->comparison = rcc_mem_grow(f->comparison, f->n_comparisons,
				     &f->n_comparisons_allocated,
				     sizeof(*f->comparison));
	f->comparison[f->n_comparisons++] =
		(struct rcc_suite_comparison){.old = old, .now = now};
}

/* Add the comparisons of a benchmark's own report: those of its first system
 * with the others. */
static void add_comparisons_of(struct rcc_suite_findings *f,
			       const struct rcc_study *study)
{
	for (size_t i = 1; i < study->n_systems; i++)
		if (!is_compared(f, study->system[0].name,
				 study->system[i].name))
			add_comparison(f, study->system[0].name,
				       study->system[i].name);
}

static void compute_comparison(const struct rcc_suite_findings *f,
			       struct rcc_suite_comparison *s)
{
	make_pairs(&s->ratio, f->suite.n);
	s->blocks = rcc_mem_calloc(f->suite.n, sizeof(*s->blocks));
	for (size_t i = 0; i < f->suite.n; i++)
		compare_benchmark(s, i, &f->entry[i]);
	combine_deltas(f, s);
	compute_ratio(f, &s->ratio);
}

static void compute_comparisons(struct rcc_suite_findings *f)
{
	for (size_t i = 0; i < f->suite.n; i++)
		add_comparisons_of(f, &f->entry[i].findings.stored.study);
	for (size_t i = 0; i < f->n_comparisons; i++)
		compute_comparison(f, &f->comparison[i]);
}

/* Return the seed of the bootstrap.  It is the master seed of the first study,
 * so that a suite always gives the same report. */
static uint64_t first_seed(const struct rcc_suite_findings *f)
{
	for (size_t i = 0; i < f->suite.n; i++)
		if (f->entry[i].is_begun)
			return f->entry[i].findings.stored.study.master_seed;
	return 0;
}

static double highest_level(const struct rcc_suite_findings *f)
{
	double level = f->level;

	for (size_t i = 0; i < f->suite.n; i++)
		if (f->entry[i].is_begun)
			level = fmax(level,
				     f->entry[i].findings.asked.computed_level);
	return level;
}

void rcc_suite_findings_compute(struct rcc_suite_findings *f)
{
	f->seed = first_seed(f);
	f->computed_level = highest_level(f);
	add_rows(f);
	compute_shift(f);
	judge_together(f);
	compute_comparisons(f);
}

int rcc_suite_findings_load(const char *dir, const struct rcc_asking *asking,
			    struct rcc_suite_findings *f)
{
	int status;

	memset(f, 0, sizeof(*f));
	f->dir = rcc_mem_strdup(dir);
	f->level = CONFIDENCE;
	f->n_replicates = N_REPLICATES;
	status = load(f, *asking);
	if (status != RCC_EXIT_OK)
		return status;
	if (asking->is_anonymous) {
		rcc_anonymous_dir(&f->dir);
		rcc_suite_anonymize(&f->suite);
	}
	rcc_suite_findings_compute(f);
	return status;
}

void rcc_suite_findings_release(struct rcc_suite_findings *f)
{
	for (size_t i = 0; f->entry != NULL && i < f->suite.n; i++)
		if (f->entry[i].is_begun)
			rcc_findings_release(&f->entry[i].findings);
	for (size_t i = 0; i < f->n_rows; i++)
		free(f->row[i].name);
	for (size_t i = 0; i < f->n_comparisons; i++) {
		free(f->comparison[i].ratio.pair);
		free(f->comparison[i].blocks);
	}
	free(f->shift.pair);
	free(f->comparison);
	free(f->row);
	free(f->entry);
	rcc_suite_release(&f->suite);
	free(f->dir);
	memset(f, 0, sizeof(*f));
}
