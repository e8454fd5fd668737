/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/findings/cell.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "harness/findings/findings.h"

#define FAR_OFF 14.826

static int compare_runs(const void *a, const void *b)
{
	const struct rcc_run_record *x =
		*(const struct rcc_run_record *const *)a;
	const struct rcc_run_record *y =
		*(const struct rcc_run_record *const *)b;

	if (x->layout != y->layout)
		return x->layout < y->layout ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

void rcc_cell_release(struct rcc_cell *c)
{
	free(c->value);
	free(c->size);
	free(c->iterations);
	free(c->layout_mean);
	free(c->layout_id);
}

static bool is_exact(const struct rcc_findings *f)
{
	return f->metric->spec != NULL &&
	       rcc_metric_spec_is_valgrind(f->metric->spec);
}

/* How many values of the metric a good run has. */
static size_t count_values(const struct rcc_findings *f,
			   const struct rcc_run_record *run)
{
	size_t n = 0;

	if (f->metric->spec == NULL)
		return isnan(rcc_run_record_metric(run, f->metric->builtin))
			       ? 0
			       : 1;
	rcc_findings_values(f, run->order, f->metric->index, &n);
	return n;
}

/* The good runs of a cell that have the metric, layout by layout. */
static size_t collect(const struct rcc_findings *f, struct rcc_cell *c,
		      const struct rcc_run_record **good)
{
	size_t n = 0;

	for (size_t i = 0; i < f->n_runs; i++) {
		const struct rcc_run_record *run = &f->run[i];
		const struct rcc_layout_record *layout =
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
			  const struct rcc_run_record *run)
{
	const struct rcc_value_record *value;
	size_t n = 0;

	if (f->metric->spec == NULL) {
		c->value[at] = rcc_run_record_metric(run, f->metric->builtin);
		return 1;
	}
	value = rcc_findings_values(f, run->order, f->metric->index, &n);
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
	const struct rcc_run_record **good =
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
		const struct rcc_layout_record *layout = &f->layout[i];
		const struct rcc_valgrind_record *exact =
			rcc_findings_exact(f, layout->id, f->metric->index);

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
		rcc_cell_release(c);
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

static void compute_intervals(struct rcc_cell *c, double level)
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

void rcc_cell_compute(struct rcc_cell *c, struct rcc_findings *f)
{
	arrange(f, c);
	if (f->estimator != RCC_STATISTIC_MEAN)
		rcc_cell_reduce(c, f->estimator);
	count_digests(f, c);
	compute_layout_means(c);
	compute_intervals(c, f->computed_level);
	count_far_off(c);
}
