/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/findings/diagnosis.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "common/random.h"
#include "stats/rcc_jumps.h"

/* ---- One series -------------------------------------------------------- */

/* Find the jumps of a series (rcc_jumps.h): sudden changes of its level.  A
 * series with few values, or with mostly equal ones, has none. */
static void find_changes(struct rcc_series *s)
{
	void *scratch = rcc_mem_alloc(rcc_jumps_scratch(s->n));

	s->change = rcc_mem_calloc(s->n / 3 + 1, sizeof(*s->change));
	if (rcc_jumps(s->measured.x, s->n, rcc_jumps_penalty(s->n), scratch,
		      s->change, &s->n_changes) != 0)
		s->n_changes = 0;
	free(scratch);
}

/* Add a series of the values x at times t.  The series owns `name` and x. */
static struct rcc_series *add_series(const struct rcc_findings *f,
				     struct rcc_diagnosis *d, char *name,
				     double *x, const double *t, size_t n)
{
	struct rcc_series *s = &d->series[d->n_series++];
	struct rcc_random random;

	*s = (struct rcc_series){.name = name, .n = n, .q = NAN, .p = NAN};
	s->measured.x = x;
	s->shuffled.x = rcc_mem_calloc(n + 1, sizeof(double));
	rcc_random_stream(&random, f->stored.study.master_seed, name);
	rcc_shuffled(x, n, &random, s->shuffled.x);
	s->n_lags = n > RCC_DIAGNOSIS_LAGS ? RCC_DIAGNOSIS_LAGS
					   : (n != 0 ? n - 1 : 0);
	if (rcc_autocorrelation(x, n, s->n_lags, s->measured.r) != 0 ||
	    rcc_autocorrelation(s->shuffled.x, n, s->n_lags, s->shuffled.r) !=
		    0)
		s->n_lags = 0;
	s->bound = n != 0 ? rcc_autocorrelation_bound(n, f->asked.level) : NAN;
	if (s->n_lags != 0)
		rcc_ljung_box(s->measured.r, n, s->n_lags, &s->q, &s->p);
	rcc_drift(t, x, n, f->asked.level, &s->drift);
	find_changes(s);
	return s;
}

/* ---- From runs to series ----------------------------------------------- */

/* A good run and its value. */
struct point {
	size_t cell;
	size_t position; /* position of the run in its block */
	double t;	 /* time in seconds */
	double x;
	/* x / mean of the run's cell; not finite if that mean is 0 and x is
	 * not */
	double relative;
	const struct rcc_run_record *run;
};

/* Make a point for each good run: its value, its time, and its position in the
 * block.  Returns the number of points. */
static size_t collect(const struct rcc_findings *f, struct point *point)
{
	double *sum = rcc_mem_calloc(f->n_cells + 1, sizeof(*sum));
	size_t *count = rcc_mem_calloc(f->n_cells + 1, sizeof(*count));
	size_t n = 0;

	for (size_t i = 0; i < f->stored.n_runs; i++) {
		const struct rcc_run_record *run = &f->stored.run[i];
		const struct rcc_layout_record *layout =
			rcc_stored_layout(&f->stored, run->layout);
		struct point *p = &point[n];

		if (layout == NULL || run->outcome != RCC_OUTCOME_OK)
			continue;
		p->cell = rcc_study_cell(&f->stored.study, layout->system,
					 layout->arm);
		p->position = (size_t)run->order % f->n_cells;
		p->t = (double)(run->start_ns - f->stored.run[0].start_ns) /
		       1e9;
		p->x = rcc_run_value(&f->stored, &f->asked.metric, run);
		p->run = run;
		if (isnan(p->x))
			continue;
		sum[p->cell] += p->x;
		count[p->cell]++;
		n++;
	}
	for (size_t i = 0; i < n; i++) {
		const double mean =
			sum[point[i].cell] / (double)count[point[i].cell];

		/* If all values of the cell are 0, each is equal to the
		 * mean. */
		point[i].relative = point[i].x == mean ? 1 : point[i].x / mean;
	}
	free(sum);
	free(count);
	return n;
}

/* Return the name of a series, "SYSTEM, ARM" and then `what`.  The caller must
 * free it. */
static char *series_name(const struct rcc_findings *f, size_t cell,
			 const char *what)
{
	char arm[256];

	rcc_findings_arm_name(f, &f->cell[cell], arm, sizeof(arm));
	return rcc_mem_printf("%s%s", arm, what);
}

/* Add a series of the runs of one cell.  If `cell` is n_cells, the series has
 * all runs, each divided by the mean of its cell. */
static void add_runs(const struct rcc_findings *f, struct rcc_diagnosis *d,
		     const struct point *point, size_t n_points, size_t cell)
{
	const bool is_all = cell == f->n_cells;
	double *x = rcc_mem_calloc(n_points + 1, sizeof(*x));
	double *t = rcc_mem_calloc(n_points + 1, sizeof(*t));
	size_t n = 0;

	for (size_t i = 0; i < n_points; i++) {
		if (is_all ? rcc_study_cell_repeats_layouts(&f->stored.study,
							    point[i].cell) ||
				     !isfinite(point[i].relative)
			   : point[i].cell != cell)
			continue;
		t[n] = point[i].t;
		x[n++] = is_all ? point[i].relative : point[i].x;
	}
	add_series(f, d,
		   is_all ? rcc_mem_strdup("all runs")
			  : series_name(f, cell, ""),
		   x, t, n)
		->is_relative = is_all;
	free(t);
}

/* Add a series of a cell's iterations.  If `is_first` is set, the values are
 * the iterations of the first run.  Otherwise value k is the mean, over all
 * runs, of iteration k.  The series is then as long as the shortest run. */
static void add_iterations(const struct rcc_findings *f,
			   struct rcc_diagnosis *d, const struct point *point,
			   size_t n_points, size_t cell, bool is_first)
{
	size_t n = 0;
	size_t n_runs = 0;
	double *x = NULL;
	double *t;

	for (size_t i = 0; i < n_points; i++) {
		const struct rcc_value_record *value;
		size_t has = 0;

		if (point[i].cell != cell || (is_first && n_runs != 0))
			continue;
		value = rcc_stored_values(&f->stored, point[i].run->order,
					  f->asked.metric.index, &has);
		if (n_runs == 0 || has < n) {
			n = has;
			x = rcc_mem_realloc(x, n + 1, sizeof(*x));
			if (n_runs == 0)
				memset(x, 0, (n + 1) * sizeof(*x));
		}
		n_runs++;
		for (size_t k = 0; k < n; k++)
			x[k] += value[k].value * f->asked.metric.factor;
	}
	if (n_runs == 0 || n < 2) {
		free(x);
		return;
	}
	t = rcc_mem_calloc(n, sizeof(*t));
	for (size_t k = 0; k < n; k++) {
		x[k] /= (double)n_runs;
		t[k] = (double)k;
	}
	add_series(f, d,
		   series_name(f, cell,
			       is_first ? ", iterations of the first run"
					: ", iterations, mean over runs"),
		   x, t, n)
		->is_iterations = true;
	free(t);
}

/* ---- Groups ------------------------------------------------------------ */

static void test_groups(const struct rcc_findings *f, struct rcc_diagnosis *d,
			const struct point *point, size_t n)
{
	double *x = rcc_mem_calloc(n + 1, sizeof(*x));
	size_t *before = rcc_mem_calloc(n + 1, sizeof(*before));
	size_t *position = rcc_mem_calloc(n + 1, sizeof(*position));

	for (size_t i = 0; i < n; i++) {
		x[i] = point[i].relative;
		position[i] = point[i].position;
		if (i != 0)
			before[i] = point[i - 1].cell;
	}
	rcc_groups_differ(x, position, n, f->n_cells, &d->by_block_position.f,
			  &d->by_block_position.p);
	if (n > 1)
		rcc_groups_differ(x + 1, before + 1, n - 1, f->n_cells,
				  &d->by_previous_arm.f, &d->by_previous_arm.p);
	else
		d->by_previous_arm = (struct rcc_group_test){NAN, NAN};
	free(x);
	free(before);
	free(position);
}

void rcc_diagnose(const struct rcc_findings *f, struct rcc_diagnosis *d)
{
	struct point *point =
		rcc_mem_calloc(f->stored.n_runs + 1, sizeof(*point));
	const size_t n = collect(f, point);

	*d = (struct rcc_diagnosis){
		.series = rcc_mem_calloc(3 * f->n_cells + 1,
					 sizeof(struct rcc_series)),
	};
	add_runs(f, d, point, n, f->n_cells);
	for (size_t i = 0; i < f->n_cells; i++)
		add_runs(f, d, point, n, i);
	for (size_t i = 0; i < f->n_cells && f->asked.metric.spec != NULL;
	     i++) {
		add_iterations(f, d, point, n, i, false);
		add_iterations(f, d, point, n, i, true);
	}
	test_groups(f, d, point, n);
	free(point);
}

void rcc_diagnosis_release(struct rcc_diagnosis *d)
{
	for (size_t i = 0; i < d->n_series; i++) {
		free(d->series[i].name);
		free(d->series[i].measured.x);
		free(d->series[i].shuffled.x);
		free(d->series[i].change);
	}
	free(d->series);
}
