/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/findings/cell.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "harness/study/simulation.h"

/* A value is far off if its distance from the median exceeds this multiple of
 * the median absolute deviation (n_far in cell.h). */
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

/* A cell and the data from which the values of its good runs are collected. */
struct collecting {
	struct rcc_cell *c;
	const struct rcc_stored *stored;
	const struct rcc_metric *metric;
};

static bool is_of_cell(const struct rcc_cell *c,
		       const struct rcc_layout_record *layout)
{
	return layout != NULL && layout->system == c->system &&
	       layout->arm == c->arm;
}

/* Return how many values a good run (RCC_OUTCOME_OK) has for the metric. */
static size_t count_values(const struct collecting *g,
			   const struct rcc_run_record *run)
{
	size_t n = 0;

	if (g->metric->spec == NULL)
		return isnan(rcc_run_record_metric(run, g->metric->builtin))
			       ? 0
			       : 1;
	rcc_stored_used_values(g->stored, run->order, g->metric->index, &n);
	return n;
}

/* Write to `good` the cell's good runs (RCC_OUTCOME_OK) that have the metric,
 * sorted by layout.  Returns their number. */
static size_t collect_runs(const struct collecting *g,
			   const struct rcc_run_record **good)
{
	struct rcc_cell *c = g->c;
	size_t n = 0;

	for (size_t i = 0; i < g->stored->n_runs; i++) {
		const struct rcc_run_record *run = &g->stored->run[i];
		size_t n_values;

		if (!is_of_cell(c, rcc_stored_layout(g->stored, run->layout)))
			continue;
		c->n_stored++;
		if (rcc_stored_is_replaced(g->stored, i)) {
			c->n_replaced++;
			continue;
		}
		if (run->outcome != RCC_OUTCOME_OK ||
		    rcc_metric_is_simulated(g->metric))
			continue;
		n_values = count_values(g, run);
		c->n_values += n_values;
		c->n_without += n_values == 0;
		if (n_values != 0)
			good[n++] = run;
	}
	/* The peak memory of a run is unknown if it is too low
	 * (store/records.h).  The known values alone would be a biased
	 * sample. */
	if (g->metric->spec == NULL &&
	    g->metric->builtin == RCC_METRIC_MEMORY && c->n_without != 0)
		n = c->n_values = 0;
	qsort(good, n, sizeof(*good), compare_runs);
	return n;
}

/* Copy the values of one run to c->value, from index `at` on.  Returns their
 * number. */
static size_t take_values(const struct collecting *g, size_t at,
			  const struct rcc_run_record *run)
{
	const struct rcc_value_record *value;
	size_t n = 0;

	if (g->metric->spec == NULL) {
		g->c->value[at] =
			rcc_run_record_metric(run, g->metric->builtin);
		return 1;
	}
	value = rcc_stored_used_values(g->stored, run->order, g->metric->index,
				       &n);
	for (size_t i = 0; i < n; i++) {
		g->c->value[at + i] = value[i].value * g->metric->factor;
		g->c->n_scaled += value[i].share < 1;
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

static void forget_iterations(struct rcc_cell *c)
{
	free(c->iterations);
	c->iterations = NULL;
}

static void arrange_runs(const struct collecting *g)
{
	struct rcc_cell *c = g->c;
	const struct rcc_run_record **good =
		rcc_mem_calloc(g->stored->n_runs + 1, sizeof(*good));
	size_t at = 0;

	c->n_ok = collect_runs(g, good);
	make_room(c, rcc_metric_is_simulated(g->metric) ? g->stored->n_layouts
							: c->n_values);
	for (size_t i = 0; i < c->n_ok; i++) {
		c->iterations[i] = take_values(g, at, good[i]);
		at += c->iterations[i];
		if (i == 0 || good[i]->layout != good[i - 1]->layout)
			c->layout_id[c->n_layouts++] = good[i]->layout;
		c->size[c->n_layouts - 1]++;
	}
	free(good);
}

static void arrange_tool_values(const struct collecting *g)
{
	struct rcc_cell *c = g->c;

	for (size_t i = 0; i < g->stored->n_layouts; i++) {
		const struct rcc_layout_record *layout = &g->stored->layout[i];
		const struct rcc_valgrind_record *value = rcc_stored_valgrind(
			g->stored, layout->id, g->metric->index);

		if (!is_of_cell(c, layout) || value == NULL)
			continue;
		c->value[c->n_values++] = value->value * g->metric->factor;
		c->layout_id[c->n_layouts] = layout->id;
		c->size[c->n_layouts++] = 1;
	}
	c->n_ok = c->n_values;
}

static void arrange(const struct collecting *g)
{
	arrange_runs(g);
	if (rcc_metric_is_simulated(g->metric))
		arrange_tool_values(g);
	if (g->c->n_values == g->c->n_ok)
		forget_iterations(g->c);
}

/* Return whether two layouts have the same program and libraries. */
static bool is_same_layout(const struct rcc_layout_record *a,
			   const struct rcc_layout_record *b)
{
	if (strcmp(a->digest, b->digest) != 0 ||
	    a->n_libraries != b->n_libraries)
		return false;
	for (size_t i = 0; i < a->n_libraries; i++)
		if (strcmp(a->library[i].digest, b->library[i].digest) != 0)
			return false;
	return true;
}

/* Count the distinct layouts of the cell. */
static void count_digests(const struct rcc_stored *stored, struct rcc_cell *c)
{
	for (size_t i = 0; i < c->n_layouts; i++) {
		const struct rcc_layout_record *layout =
			rcc_stored_layout(stored, c->layout_id[i]);
		bool is_new = true;

		for (size_t k = 0; k < i && is_new; k++)
			is_new = !is_same_layout(
				layout,
				rcc_stored_layout(stored, c->layout_id[k]));
		c->n_digests += is_new;
	}
}

double rcc_run_value(const struct rcc_stored *stored,
		     const struct rcc_metric *metric,
		     const struct rcc_run_record *run)
{
	const struct rcc_value_record *value;
	double sum = 0;
	size_t n = 0;

	if (metric->spec == NULL)
		return rcc_run_record_metric(run, metric->builtin);
	value = rcc_stored_used_values(stored, run->order, metric->index, &n);
	for (size_t i = 0; i < n; i++)
		sum += value[i].value * metric->factor;
	return n != 0 ? sum / (double)n : NAN;
}

/* ---- One value for each layout ----------------------------------------- */

/*
 * Replace the values of every layout by their median or minimum.
 *
 * A disturbance only adds time, so the minimum of a layout's runs estimates its
 * undisturbed time (Chen & Revels 2016).  Single disturbed runs hardly affect
 * the median.
 *
 * The original layout has as many program files as there are random layouts.
 * Each of these files gets a value of its own, so that a value summarizes the
 * same number of runs in both arms.
 */
static void reduce(struct rcc_cell *c, enum rcc_statistic statistic)
{
	size_t run = 0;
	size_t at = 0;

	for (size_t i = 0; i < c->n_layouts; i++) {
		size_t n = 0;

		for (size_t k = 0; k < c->size[i]; k++, run++)
			n += c->iterations != NULL ? c->iterations[run] : 1;
		if (i == 0 || n < c->fewest_summarized)
			c->fewest_summarized = n;
		if (n > c->most_summarized)
			c->most_summarized = n;
		c->value[i] = rcc_median_or_min(c->value + at, n, statistic);
		c->size[i] = 1;
		at += n;
	}
	forget_iterations(c);
	c->n_ok = c->n_values = c->n_layouts;
}

/* ---- Results from stats/ ----------------------------------------------- */

/* Return values as a sample for stats/.  Its levels are executions or, if
 * `iterations` is not NULL, executions and their iterations. */
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

		/* Ignore errors: even if the variance is undefined, the mean is
		 * defined. */
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
		/* rcc_median() may reorder the distances.  The count below
		 * does not depend on their order. */
		rcc_median(distance, c->n_values, &spread);
		for (size_t i = 0; i < c->n_values; i++)
			c->n_far +=
				spread > 0 && distance[i] > FAR_OFF * spread;
	}
	free(distance);
}

/* The highest level of a random arm is the layout.  The original arm has no
 * such level, because all its program files have the same layout. */
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

static bool is_count(const struct rcc_metric *metric)
{
	return rcc_metric_is_simulated(metric) ||
	       (metric->spec == NULL && (metric->unit == RCC_UNIT_COUNT ||
					 metric->unit == RCC_UNIT_BYTES));
}

static void look_for_rounding(struct rcc_cell *c,
			      const struct rcc_metric *metric)
{
	double *scratch;

	if (is_count(metric))
		return;
	scratch = rcc_mem_alloc((c->n_values + 1) * sizeof(*scratch));
	rcc_rounding_of(c->value, c->n_values, scratch, &c->rounding);
	free(scratch);
}

double rcc_cell_rounding(const struct rcc_cell *c)
{
	if (c->levels_error != 0 || !(fabs(c->levels.mean) > 0))
		return 0;
	return c->rounding.shift / fabs(c->levels.mean);
}

void rcc_cell_compute(struct rcc_cell *c, size_t system, size_t arm,
		      const struct rcc_stored *stored,
		      const struct rcc_question *asked)
{
	const struct rcc_study *study = &stored->study;
	const struct collecting collecting = {c, stored, &asked->metric};

	*c = (struct rcc_cell){
		.system = system,
		.arm = arm,
		.is_original = study->arm[arm].factors == NULL,
		.n_planned =
			rcc_stored_n_planned(stored) / rcc_study_n_cells(study),
	};
	arrange(&collecting);
	if (asked->estimator != RCC_STATISTIC_MEAN)
		reduce(c, asked->estimator);
	count_digests(stored, c);
	compute_layout_means(c);
	compute_intervals(c, asked->computed_level);
	count_far_off(c);
	look_for_rounding(c, &asked->metric);
}
