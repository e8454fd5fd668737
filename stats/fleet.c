/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A study on many machines: estimates by restricted maximum likelihood
 * (fleet_reml.c), intervals and tests from mean squares (fleet_squares.c,
 * fleet_intervals.c).
 */
#include "stats/fleet.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "common/error.h"
#include "stats/distribution.h"

#define MACHINES RCC_FLEET_MACHINES
#define LAYOUTS RCC_FLEET_LAYOUTS
#define CELLS RCC_FLEET_LAYOUT_MACHINE
#define RUNS RCC_FLEET_RUNS
#define N_PARTS RCC_N_FLEET_COMPONENTS

/* Values are divided by their standard deviation.  A mean square of the divided
 * values is only rounding error if it is below this. */
#define ROUNDING 1e-24

const char *rcc_fleet_component_name(enum rcc_fleet_component component)
{
	static const char *const name[] = {"machines", "layouts",
					   "layouts x machines", "runs"};

	return name[component];
}

/* The working memory of rcc_fleet_compute(). */
struct work {
	struct rcc_fleet_cells cells;
	struct rcc_fleet_reml reml;
	struct rcc_fleet_squares squares;
	double *ones;	  /* 1 for each cell that has a run, otherwise 0 */
	double *weight;	  /* the weight of each cell in an estimated mean */
	double *contrast; /* the weight of each kind of machine in this mean */
	double *p, *p_holm;
	size_t *order;
	/* The estimated components of the values, which were divided by
	 * cells.scale.  [CELLS] is NaN if it is unknown. */
	double variance[N_PARTS];
	double level;
};

/* Take all arrays of *w from scratch space. */
static void take(struct work *w, struct rcc_scratch *space, size_t n_machines,
		 size_t n_layouts, size_t n_kinds)
{
	size_t n_all;

	memset(w, 0, sizeof(*w));
	if (__builtin_mul_overflow(n_machines, n_layouts, &n_all))
		n_all = SIZE_MAX;
	w->cells.count = rcc_scratch_take(space, n_all, sizeof(double));
	w->cells.mean = rcc_scratch_take(space, n_all, sizeof(double));
	w->cells.squares = rcc_scratch_take(space, n_all, sizeof(double));
	w->ones = rcc_scratch_take(space, n_all, sizeof(double));
	w->weight = rcc_scratch_take(space, n_all, sizeof(double));
	w->cells.per_machine =
		rcc_scratch_take(space, n_machines, sizeof(double));
	w->cells.per_layout =
		rcc_scratch_take(space, n_layouts, sizeof(double));
	w->p = rcc_scratch_take(space, n_machines, sizeof(double));
	w->p_holm = rcc_scratch_take(space, n_machines, sizeof(double));
	w->order = rcc_scratch_take(space, n_machines, sizeof(size_t));
	w->contrast = rcc_scratch_take(space, n_kinds, sizeof(double));
	rcc_fleet_reml_take(&w->reml, space, n_machines, n_layouts, n_kinds);
	rcc_fleet_squares_take(&w->squares, space, n_machines, n_layouts,
			       n_kinds);
}

size_t rcc_fleet_scratch(size_t n_machines, size_t n_layouts, size_t n_kinds)
{
	struct rcc_scratch space = {0};
	struct work w;

	take(&w, &space, n_machines, n_layouts, n_kinds);
	return space.used;
}

/* ---- Undefined results ------------------------------------------------- */

static struct rcc_interval no_interval(double level)
{
	return (struct rcc_interval){NAN, NAN, NAN, NAN, level};
}

static const struct rcc_fleet_test no_test = {NAN, NAN, NAN, NAN};

static void set_undefined(const struct rcc_fleet_data *data, double level,
			  struct rcc_fleet *out,
			  struct rcc_fleet_machine *machine,
			  struct rcc_fleet_kind *kind)
{
	*out = (struct rcc_fleet){.n_machines = data->n_machines,
				  .n_layouts = data->n_layouts,
				  .n_kinds = data->n_kinds,
				  .n_runs = data->n,
				  .share = no_interval(level),
				  .mean = no_interval(level),
				  .mean_se = NAN,
				  .machines_differ = no_test,
				  .layouts_differ = no_test,
				  .layouts_depend = no_test,
				  .kinds_differ = no_test,
				  .reml_criterion = NAN};
	for (size_t i = 0; i < N_PARTS; i++) {
		out->component[i] = no_interval(level);
		out->square[i] =
			(struct rcc_fleet_square){NAN, NAN, NAN, NAN, NAN};
	}
	for (size_t m = 0; m < data->n_machines && machine != NULL; m++)
		machine[m] = (struct rcc_fleet_machine){0,   NAN, NAN, NAN,
							NAN, NAN, NAN};
	for (size_t k = 0; k < data->n_kinds && kind != NULL; k++)
		kind[k] = (struct rcc_fleet_kind){0, no_interval(level),
						  no_interval(level), NAN};
}

/* ---- The cells --------------------------------------------------------- */

static bool is_described(const struct rcc_fleet_data *data, double level)
{
	if (data->n == 0 || data->n_machines == 0 || data->n_layouts == 0 ||
	    data->n_kinds == 0 || data->n_kinds > RCC_FLEET_MOST_KINDS ||
	    (data->n_kinds > 1 && data->kind == NULL) ||
	    !(level > 0 && level < 1))
		return false;
	for (size_t i = 0; i < data->n; i++)
		if (data->machine[i] >= data->n_machines ||
		    data->layout[i] >= data->n_layouts)
			return false;
	for (size_t m = 0; m < data->n_machines && data->kind != NULL; m++)
		if (data->kind[m] >= data->n_kinds)
			return false;
	return true;
}

static size_t cell_of(const struct rcc_fleet_data *data, size_t i)
{
	return data->machine[i] * data->n_layouts + data->layout[i];
}

/* For each cell, compute the number of runs, the mean and the sum of squares.
 * The mean and the sum of squares are not scaled yet (cells->scale). */
static void sum_runs(const struct rcc_fleet_data *data,
		     struct rcc_fleet_cells *cells)
{
	memset(cells->count, 0, cells->n_all * sizeof(double));
	memset(cells->mean, 0, cells->n_all * sizeof(double));
	memset(cells->squares, 0, cells->n_all * sizeof(double));
	cells->center = 0;
	for (size_t i = 0; i < data->n; i++)
		cells->center += data->x[i] / (double)data->n;
	/* Compute the means first, so that only small numbers are squared. */
	for (size_t i = 0; i < data->n; i++) {
		cells->count[cell_of(data, i)]++;
		cells->mean[cell_of(data, i)] += data->x[i] - cells->center;
	}
	for (size_t c = 0; c < cells->n_all; c++)
		if (cells->count[c] > 0)
			cells->mean[c] /= cells->count[c];
	for (size_t i = 0; i < data->n; i++) {
		const size_t c = cell_of(data, i);
		const double d = data->x[i] - cells->center - cells->mean[c];

		cells->squares[c] += d * d;
	}
}

/* Divide the cells' means by the standard deviation of all values, and the
 * cells' sums of squares by the variance of all values. */
static int scale(struct rcc_fleet_cells *cells)
{
	double sum = 0;

	for (size_t c = 0; c < cells->n_all; c++)
		sum += cells->count[c] * cells->mean[c] * cells->mean[c] +
		       cells->squares[c];
	cells->scale = sqrt(sum / (double)cells->n_runs);
	if (!isfinite(cells->scale) ||
	    !(cells->scale > 1e-14 * fabs(cells->center)))
		return RCC_EDOM;
	cells->within = 0;
	for (size_t c = 0; c < cells->n_all; c++) {
		cells->mean[c] /= cells->scale;
		cells->squares[c] /= cells->scale * cells->scale;
		cells->within += cells->squares[c];
	}
	return 0;
}

static int make_cells(const struct rcc_fleet_data *data,
		      struct rcc_fleet_cells *cells, struct rcc_fleet *out)
{
	cells->n_machines = data->n_machines;
	cells->n_layouts = data->n_layouts;
	cells->n_kinds = data->n_kinds;
	cells->kind = data->n_kinds > 1 ? data->kind : NULL;
	cells->n_all = data->n_machines * data->n_layouts;
	cells->n_runs = data->n;
	sum_runs(data, cells);
	memset(cells->per_machine, 0, data->n_machines * sizeof(double));
	memset(cells->per_layout, 0, data->n_layouts * sizeof(double));
	for (size_t c = 0; c < cells->n_all; c++) {
		const size_t count = (size_t)cells->count[c];

		if (count == 0)
			continue;
		cells->n_full++;
		cells->per_machine[c / data->n_layouts]++;
		cells->per_layout[c % data->n_layouts]++;
		if (out->fewest_runs == 0 || count < out->fewest_runs)
			out->fewest_runs = count;
		if (count > out->most_runs)
			out->most_runs = count;
	}
	out->n_cells = cells->n_full;
	out->has_runs = out->most_runs > 1;
	out->balanced = out->fewest_runs == out->most_runs &&
			cells->n_full == cells->n_all;
	for (size_t m = 0; m < data->n_machines; m++)
		if (cells->per_machine[m] == 0)
			return RCC_EFORMAT;
	for (size_t l = 0; l < data->n_layouts; l++)
		if (cells->per_layout[l] == 0)
			return RCC_EFORMAT;
	return scale(cells);
}

/* Check that each kind has a machine. */
static int check_kinds(const struct rcc_fleet_cells *cells)
{
	for (size_t k = 0; k < cells->n_kinds; k++) {
		size_t m = 0;

		while (m < cells->n_machines &&
		       rcc_fleet_kind_of(cells, m) != k)
			m++;
		if (m == cells->n_machines)
			return RCC_EFORMAT;
	}
	return 0;
}

/* ---- The variances ----------------------------------------------------- */

/* Estimate the variances by REML, beginning at the estimates from the mean
 * squares.  The runs of a cell may all be equal, if they are counts that repeat
 * exactly.  Then σ²_E is 0, and each cell counts as one run. */
static int fit(struct work *w)
{
	const struct rcc_fleet_square *square = w->squares.square;
	struct rcc_fleet_cells *cells = &w->cells;
	struct rcc_fleet_reml *r = &w->reml;
	const bool has_runs = cells->n_runs > cells->n_full;
	const bool is_exact =
		!(cells->within > ROUNDING * (double)cells->n_runs);
	int result;

	if (is_exact && !(square[CELLS].value > ROUNDING))
		return RCC_EDOM;
	r->cells = cells;
	r->count = is_exact ? w->ones : cells->count;
	r->n_runs = (double)(is_exact ? cells->n_full : cells->n_runs);
	r->within = is_exact ? 0 : cells->within;
	for (size_t i = 0; i < N_PARTS; i++) {
		double c[N_PARTS];

		rcc_fleet_coefficients(square, (enum rcc_fleet_component)i, c);
		r->variance[i] = 0;
		for (size_t k = 0; k < N_PARTS; k++)
			if (c[k] != 0)
				r->variance[i] += c[k] * square[k].value;
		r->variance[i] = fmax(r->variance[i], 0);
	}
	if (is_exact) {
		r->variance[RUNS] = square[CELLS].value;
		r->variance[CELLS] = NAN;
	}
	result = rcc_fleet_reml(r);
	memcpy(w->variance, r->variance, sizeof(w->variance));
	if (is_exact && has_runs) {
		w->variance[CELLS] = r->variance[RUNS];
		w->variance[RUNS] = 0;
	}
	return result;
}

/* Return the restricted log-likelihood of the unscaled values, times -2. */
static double criterion(const struct work *w)
{
	const struct rcc_fleet_cells *cells = &w->cells;
	const double free = (double)cells->n_runs - (double)cells->n_kinds;
	double sum = w->reml.minus_two_log;

	if (!(w->variance[RUNS] > 0))
		return NAN;
	for (size_t c = 0; c < cells->n_all; c++)
		if (cells->count[c] > 0)
			sum += log(cells->count[c]);
	return sum + free * (log(2 * M_PI) + 2 * log(cells->scale));
}

static void set_components(const struct work *w, struct rcc_fleet *out)
{
	const double unit = w->cells.scale * w->cells.scale;
	const double layouts = w->variance[LAYOUTS];
	const double both = layouts + w->variance[CELLS];

	for (size_t i = 0; i < N_PARTS; i++)
		out->component[i].estimate = w->variance[i];
	out->share.estimate = both > 0 ? layouts / both : NAN;
	rcc_fleet_intervals(w->squares.square, w->level, out->component,
			    &out->share);
	for (size_t i = 0; i < N_PARTS; i++) {
		out->component[i].estimate *= unit;
		out->component[i].lo *= unit;
		out->component[i].hi *= unit;
		out->square[i] = w->squares.square[i];
		out->square[i].value *= unit;
	}
}

/* ---- Means ------------------------------------------------------------- */

/* Compute by_part[]: by_part[i] times the variance of component i is the part
 * of this component in the variance of an estimated mean.  w->weight has the
 * weight of each cell in the mean. */
static void squared_weights(const struct work *w, double *by_part)
{
	const struct rcc_fleet_cells *cells = &w->cells;
	const size_t n = cells->n_layouts;

	memset(by_part, 0, N_PARTS * sizeof(*by_part));
	for (size_t m = 0; m < cells->n_machines; m++) {
		double sum = 0;

		for (size_t l = 0; l < n; l++) {
			const double x = w->weight[m * n + l];

			sum += x;
			by_part[CELLS] += x * x;
			if (x != 0)
				by_part[RUNS] +=
					x * x / cells->count[m * n + l];
		}
		by_part[MACHINES] += sum * sum;
	}
	for (size_t l = 0; l < n; l++) {
		double sum = 0;

		for (size_t m = 0; m < cells->n_machines; m++)
			sum += w->weight[m * n + l];
		by_part[LAYOUTS] += sum * sum;
	}
}

/* Compute the interval of a weighted sum of the means of the kinds of machines.
 * w->contrast has the weights.  `sum` is the sum of the weights: 1 for a mean,
 * 0 for a difference of means. */
static void mean_interval(struct work *w, double sum, struct rcc_interval *out,
			  double *se)
{
	const struct rcc_fleet_square *square = w->squares.square;
	const struct rcc_fleet_cells *cells = &w->cells;
	double by_part[N_PARTS];
	double by_square[N_PARTS] = {0};
	double variance = 0;
	double below = 0;
	double half;

	rcc_fleet_reml_weights(&w->reml, w->contrast, w->weight);
	squared_weights(w, by_part);
	for (size_t i = 0; i < N_PARTS; i++) {
		double c[N_PARTS];

		/* A component that is estimated as 0 is left out. */
		if (!(w->variance[i] > 0))
			continue;
		variance += by_part[i] * w->variance[i];
		rcc_fleet_coefficients(square, (enum rcc_fleet_component)i, c);
		for (size_t k = 0; k < N_PARTS; k++)
			by_square[k] += by_part[i] * c[k];
	}
	for (size_t k = 0; k < N_PARTS; k++)
		if (by_square[k] != 0 && square[k].df > 0)
			below += pow(by_square[k] * square[k].value, 2) /
				 square[k].df;
	out->estimate = 0;
	for (size_t k = 0; k < cells->n_kinds; k++)
		out->estimate +=
			w->contrast[k] * w->reml.solution[cells->n_layouts + k];
	out->estimate = sum * cells->center + cells->scale * out->estimate;
	out->df = fmax(1, variance * variance / below);
	out->level = w->level;
	*se = cells->scale * sqrt(variance);
	half = rcc_quantile_two_sided(w->level, out->df) * *se;
	out->lo = out->estimate - half;
	out->hi = out->estimate + half;
}

/* Return the number of machines of a kind. */
static size_t machines_of(const struct rcc_fleet_cells *cells, size_t kind)
{
	size_t n = 0;

	for (size_t m = 0; m < cells->n_machines; m++)
		n += rcc_fleet_kind_of(cells, m) == kind;
	return n;
}

static void set_means(struct work *w, struct rcc_fleet *out,
		      struct rcc_fleet_kind *kind)
{
	const size_t n = w->cells.n_kinds;

	for (size_t k = 0; k < n; k++)
		w->contrast[k] = (double)machines_of(&w->cells, k) /
				 (double)w->cells.n_machines;
	mean_interval(w, 1, &out->mean, &out->mean_se);
	for (size_t k = 0; k < n && kind != NULL; k++) {
		double se;

		kind[k].n_machines = machines_of(&w->cells, k);
		memset(w->contrast, 0, n * sizeof(double));
		w->contrast[k] = 1;
		mean_interval(w, 1, &kind[k].mean, &se);
		w->contrast[0] = -1;
		if (k > 0)
			mean_interval(w, 0, &kind[k].difference,
				      &kind[k].difference_se);
	}
}

/* ---- Machines and tests ------------------------------------------------ */

static void set_machines(struct work *w, struct rcc_fleet_machine *machine)
{
	const struct rcc_fleet_cells *cells = &w->cells;
	const struct rcc_fleet_square *cell = &w->squares.square[CELLS];
	const double variance = w->variance[MACHINES];
	const size_t n = cells->n_layouts;

	for (size_t m = 0; m < cells->n_machines; m++) {
		struct rcc_fleet_machine *it = &machine[m];
		double sum = 0;

		it->n_runs = 0;
		for (size_t l = 0; l < n; l++) {
			it->n_runs += (size_t)cells->count[m * n + l];
			sum += w->reml.py[m * n + l];
		}
		it->effect = cells->scale * w->squares.within[m];
		it->se = cells->scale *
			 sqrt(cell->value * w->squares.machine_variance[m]);
		if (isnan(it->se))
			it->effect = NAN;
		it->p = rcc_t_two_sided_p(it->effect / it->se, cell->df);
		w->p[m] = it->p;
		it->shrunken = cells->scale * variance * sum;
		it->shrunken_sd =
			cells->scale *
			sqrt(fmax(0, variance - variance * variance *
							w->reml.machine_p[m]));
	}
	rcc_holm(w->p, cells->n_machines, w->p_holm, w->order);
	for (size_t m = 0; m < cells->n_machines; m++)
		machine[m].p_holm = w->p_holm[m];
}

/* Return the F test of a mean square against the mean square `noise`. */
static struct rcc_fleet_test test_of(const struct rcc_fleet_square *square,
				     const struct rcc_fleet_square *noise)
{
	struct rcc_fleet_test test = {.f = square->value / noise->value,
				      .df1 = square->df,
				      .df2 = noise->df};

	test.p = isinf(test.f) ? 0 : rcc_f_upper_p(test.f, test.df1, test.df2);
	return test;
}

static void set_tests(const struct work *w, struct rcc_fleet *out)
{
	const struct rcc_fleet_square *square = w->squares.square;
	const double runs = square[CELLS].runs;
	struct rcc_fleet_square noise = square[RUNS];

	out->machines_differ = test_of(&square[MACHINES], &square[CELLS]);
	out->layouts_differ = test_of(&square[LAYOUTS], &square[CELLS]);
	noise.value *= runs;
	if (out->has_runs)
		out->layouts_depend = test_of(&square[CELLS], &noise);
	out->kinds_differ = w->squares.kinds;
	out->kinds_differ.p = w->cells.n_kinds > 1
				      ? rcc_f_upper_p(out->kinds_differ.f,
						      out->kinds_differ.df1,
						      out->kinds_differ.df2)
				      : NAN;
	if (w->cells.n_kinds < 2)
		out->kinds_differ = no_test;
}

int rcc_fleet_compute(const struct rcc_fleet_data *data, double level,
		      void *scratch, struct rcc_fleet *out,
		      struct rcc_fleet_machine *machine,
		      struct rcc_fleet_kind *kind)
{
	struct rcc_scratch space = {.base = scratch};
	struct work w;
	int result;

	set_undefined(data, level, out, machine, kind);
	if (!is_described(data, level))
		return RCC_EFORMAT;
	for (size_t i = 0; i < data->n; i++)
		if (!isfinite(data->x[i]))
			return RCC_EDOM;
	take(&w, &space, data->n_machines, data->n_layouts, data->n_kinds);
	w.level = level;
	result = make_cells(data, &w.cells, out);
	if (result == 0)
		result = check_kinds(&w.cells);
	if (result == 0 && (data->n_machines < data->n_kinds + 1 ||
			    data->n_machines < 2 || data->n_layouts < 2))
		result = RCC_EDOM;
	if (result == 0)
		result = rcc_fleet_squares(&w.squares, &w.cells);
	if (result != 0)
		return result;
	for (size_t c = 0; c < w.cells.n_all; c++)
		w.ones[c] = w.cells.count[c] > 0;
	result = fit(&w);
	if (result != 0)
		return result;
	out->reml_criterion = criterion(&w);
	set_components(&w, out);
	set_tests(&w, out);
	if (machine != NULL)
		set_machines(&w, machine);
	set_means(&w, out, kind);
	return 0;
}

/* ---- Coarse values ------------------------------------------------------ */

static void drop_limits(struct rcc_interval *it)
{
	it->lo = it->hi = NAN;
}

bool rcc_fleet_drop_coarse(struct rcc_fleet *f, struct rcc_fleet_kind *kind,
			   double rounding, double delta)
{
	const struct rcc_ratio ratio = {.set = RCC_RATIO_BOUNDED,
					.estimate = exp(f->mean.estimate),
					.lo = exp(f->mean.lo),
					.hi = exp(f->mean.hi)};

	if (!rcc_rounding_matters(&ratio, rounding, delta))
		return false;
	drop_limits(&f->mean);
	for (size_t k = 0; k < f->n_kinds; k++) {
		drop_limits(&kind[k].mean);
		drop_limits(&kind[k].difference);
	}
	return true;
}
