/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "analyse/fleet_result.h"
#include "common/diag.h"
#include "common/mem.h"

const double rcc_fleet_precision[RCC_FLEET_N_PRECISIONS] = {0.5, 1, 1.5, 2};

/* In renumber(), marks an old number that has no new number yet. */
#define NONE ((size_t)-1)

/* The largest plan to consider: machines, layouts, and runs of each layout. */
static const struct rcc_fleet_limits limits = {1000, 1000, 20};

/* Values for rcc_fleet_compute().  `machine`, `layout` and `kind` hold the
 * numbers that struct rcc_fleet_rows uses, until renumber() replaces them. */
struct values {
	double *x;
	size_t *machine, *layout, *kind;
	size_t n;
};

static double ln_of(const struct rcc_fleet_run *run)
{
	return log(run->sum / (double)run->n);
}

static void add_value(struct values *v, const struct rcc_fleet_run *run,
		      double x)
{
	v->x[v->n] = x;
	v->machine[v->n] = run->machine;
	v->layout[v->n++] = run->layout;
}

/* Replace the numbers in an array by numbers without gaps: 0, 1, 2 … in the
 * order in which different numbers first appear.  The array has n_numbers
 * elements, and the old numbers are below n.  from[i] is set to the old number
 * that became i.  Returns the count of different numbers. */
static size_t renumber(size_t *number, size_t n_numbers, size_t n, size_t *from)
{
	size_t *to = rcc_mem_realloc(NULL, n, sizeof(*to));
	size_t n_seen = 0;

	for (size_t i = 0; i < n; i++)
		to[i] = NONE;
	for (size_t i = 0; i < n_numbers; i++) {
		if (to[number[i]] == NONE) {
			from[n_seen] = number[i];
			to[number[i]] = n_seen++;
		}
		number[i] = to[number[i]];
	}
	free(to);
	return n_seen;
}

/* ---- Computing --------------------------------------------------------- */

static void plan(const struct rcc_fleet_analysis *a, struct rcc_fleet_part *out)
{
	double variance[RCC_N_FLEET_COMPONENTS];

	for (size_t i = 0; i < RCC_N_FLEET_COMPONENTS; i++)
		variance[i] = out->fleet.component[i].estimate;
	/* If no layout has two runs on one machine, the variance of runs
	 * already contains the variance of the interaction of layouts and
	 * machines. */
	if (!out->fleet.has_runs)
		variance[RCC_FLEET_LAYOUT_MACHINE] = 0;
	for (size_t i = 0; i < RCC_FLEET_N_PRECISIONS; i++)
		rcc_fleet_plan(variance, &a->costs, &limits,
			       rcc_fleet_precision[i] / 100,
			       a->options->confidence / 100, &out->plan[i]);
}

static void compute(const struct rcc_fleet_analysis *a, struct values *v,
		    struct rcc_fleet_part *out)
{
	const struct rcc_fleet_rows *rows = a->rows;
	size_t *layout = rcc_mem_realloc(NULL, rows->layout.n, sizeof(*layout));
	struct rcc_fleet_data data = {.x = v->x,
				      .machine = v->machine,
				      .layout = v->layout,
				      .n = v->n};
	void *scratch;

	out->machine_number = rcc_mem_realloc(NULL, rows->machine.n,
					      sizeof(*out->machine_number));
	out->kind_number =
		rcc_mem_calloc(rows->machine.n, sizeof(*out->kind_number));
	data.n_machines = renumber(v->machine, v->n, rows->machine.n,
				   out->machine_number);
	data.n_layouts = renumber(v->layout, v->n, rows->layout.n, layout);
	data.n_kinds = 1;
	if (rows->has_kinds) {
		for (size_t m = 0; m < data.n_machines; m++)
			v->kind[m] = rows->kind_of[out->machine_number[m]];
		data.kind = v->kind;
		data.n_kinds = renumber(v->kind, data.n_machines, rows->kind.n,
					out->kind_number);
	}
	out->machine = rcc_mem_calloc(data.n_machines, sizeof(*out->machine));
	out->kind = rcc_mem_calloc(data.n_kinds, sizeof(*out->kind));
	scratch = rcc_mem_alloc(rcc_fleet_scratch(
		data.n_machines, data.n_layouts, data.n_kinds));
	out->error =
		rcc_fleet_compute(&data, a->options->confidence / 100, scratch,
				  &out->fleet, out->machine, out->kind);
	if (out->error == 0)
		plan(a, out);
	free(scratch);
	free(layout);
}

static void analyse_system(const struct rcc_fleet_analysis *a, size_t system,
			   struct values *v, struct rcc_fleet_part *out)
{
	v->n = 0;
	for (size_t i = 0; i < a->rows->n; i++)
		if (a->rows->run[i].system == system)
			add_value(v, &a->rows->run[i], ln_of(&a->rows->run[i]));
	out->name = a->rows->system.item[system];
	compute(a, v, out);
}

/* Return how far rounding may have moved the ratio, as a part of it, on the
 * machine where this is most.  If the values of one system are all equal there,
 * that may be because of the same steps. */
static double rounding_of(const struct rcc_fleet_rows *rows)
{
	const size_t n_machines = rows->machine.n;
	double *x = rcc_mem_calloc(rows->n + 1, sizeof(*x));
	double *scratch = rcc_mem_calloc(rows->n + 1, sizeof(*scratch));
	/* The values of system s on machine m end at end[2 m + s]. */
	size_t *end = rcc_mem_calloc(2 * n_machines + 1, sizeof(*end));
	double *mean = rcc_mem_calloc(2 * n_machines + 1, sizeof(*mean));
	double most = 0;

	for (size_t i = 0; i < rows->n; i++)
		if (rows->run[i].system < 2)
			end[2 * rows->run[i].machine + rows->run[i].system]++;
	for (size_t k = 0, begin = 0; k < 2 * n_machines; k++) {
		const size_t n = end[k];

		end[k] = begin;
		begin += n;
	}
	for (size_t i = 0; i < rows->n; i++) {
		const struct rcc_fleet_run *run = &rows->run[i];
		const size_t k = 2 * run->machine + run->system;

		if (run->system > 1)
			continue;
		x[end[k]] = run->sum / (double)run->n;
		mean[k] += x[end[k]++];
	}
	for (size_t m = 0, begin = 0; m < n_machines; m++) {
		struct rcc_rounding r[2] = {{0}};
		double parts = 0; /* sum of 1 / mean over the systems */
		double rounding;

		for (size_t k = 2 * m; k < 2 * m + 2; k++) {
			const size_t n = end[k] - begin;

			rcc_rounding_of(x + begin, n, scratch, &r[k % 2]);
			parts += (double)n / mean[k];
			begin = end[k];
		}
		rounding = fmax(r[0].shift, r[1].shift) * parts;
		if (isfinite(rounding) && rounding > most)
			most = rounding;
	}
	free(mean);
	free(end);
	free(scratch);
	free(x);
	return most;
}

/* Drop the intervals of the ratio and those of its kinds if rounding could change
 * what they say. */
static void look_at_rounding(struct rcc_fleet_analysis *a)
{
	double rounding;

	if (a->ratio.error != 0)
		return;
	rounding = rounding_of(a->rows);
	if (rcc_fleet_drop_coarse(&a->ratio.fleet, a->ratio.kind, rounding,
				  a->options->threshold / 100))
		a->rounding = rounding;
}

/* Decide whether the ratio exceeds the threshold.  rcc_claim_blocks() was made
 * for data of one machine.  It also serves here, because it uses only the
 * ratio, the standard error of its logarithm and the degrees of freedom. */
static void claim(struct rcc_fleet_analysis *a)
{
	const struct rcc_interval *mean = &a->ratio.fleet.mean;
	const struct rcc_block_ratio ratio = {
		.ratio = {.method = RCC_RATIO_CROSSED_BLOCKS,
			  .set = RCC_RATIO_BOUNDED,
			  .estimate = exp(mean->estimate),
			  .lo = exp(mean->lo),
			  .hi = exp(mean->hi),
			  .df = mean->df,
			  .level = mean->level},
		.n_units = a->ratio.fleet.n_layouts,
		.log_se = a->ratio.fleet.mean_se,
		.log_sd = NAN};

	a->claim.verdict = RCC_VERDICT_UNDECIDED;
	if (a->ratio.error == 0 && !(a->rounding > 0))
		rcc_claim_blocks(&ratio, mean->level,
				 a->options->threshold / 100, &a->claim);
}

static void analyse_ratio(struct rcc_fleet_analysis *a, struct values *v)
{
	const struct rcc_fleet_rows *rows = a->rows;

	v->n = 0;
	a->has_ratio = true;
	for (size_t i = 0; i < rows->n; i++) {
		const struct rcc_fleet_run *run = &rows->run[i];
		const struct rcc_fleet_run *partner;

		if (run->system > 1)
			continue;
		partner =
			rcc_fleet_rows_find(rows, 1 - run->system, run->machine,
					    run->layout, run->run);
		if (partner == NULL)
			a->n_without_partner++;
		else if (run->system == 1)
			add_value(v, run, ln_of(run) - ln_of(partner));
	}
	if (v->n == 0)
		a->ratio.error = RCC_EDOM;
	else
		compute(a, v, &a->ratio);
	look_at_rounding(a);
	claim(a);
}

/* ---- The command ------------------------------------------------------- */

/* Refuse options that have no meaning for a file about many machines, and
 * values without a logarithm. */
static int check(const struct rcc_analyse_options *o,
		 const struct rcc_fleet_rows *rows)
{
	if (o->n_replicates > 0 || o->wants_series || o->budget > 0 ||
	    o->rows.is_together || o->estimator != RCC_STATISTIC_MEAN ||
	    o->method != RCC_RATIO_WELCH) {
		rcc_error("--bootstrap, --series, --budget, --tune, "
			  "--estimator and --method are not for data of "
			  "several machines");
		rcc_hint("give the column \"machine\" another name, or select "
			 "others with --columns");
		return -1;
	}
	if (o->n_costs != 0 && o->n_costs != 3) {
		rcc_error("--costs has %zu numbers, but three are needed: "
			  "machine, layout, run",
			  o->n_costs);
		return -1;
	}
	if (rows->kind.n > RCC_FLEET_MOST_KINDS) {
		rcc_error("%zu kinds of machines, more than %d", rows->kind.n,
			  RCC_FLEET_MOST_KINDS);
		return -1;
	}
	for (size_t i = 0; i < rows->n; i++) {
		if (rows->run[i].sum > 0 && isfinite(rows->run[i].sum))
			continue;
		rcc_error("the run \"%s\" of layout \"%s\" on machine \"%s\" "
			  "is not above 0: it has no logarithm",
			  rows->label.n > 0 ? rows->label.item[rows->run[i].run]
					    : "1",
			  rows->layout.item[rows->run[i].layout],
			  rows->machine.item[rows->run[i].machine]);
		return -1;
	}
	return 0;
}

static void part_release(struct rcc_fleet_part *part)
{
	free(part->machine);
	free(part->kind);
	free(part->machine_number);
	free(part->kind_number);
}

static int print(const struct rcc_fleet_analysis *a)
{
	int result = 0;

	if (a->options->format == RCC_ANALYSE_JSON)
		result = rcc_fleet_json(a, stdout);
	else
		rcc_fleet_text(a, stdout);
	if (fflush(stdout) == 0 && !ferror(stdout) && result == 0)
		return RCC_EXIT_OK;
	rcc_error_errno("cannot write the result");
	return RCC_EXIT_USAGE;
}

int rcc_fleet_analyse(const struct rcc_analyse_options *o,
		      const struct rcc_fleet_rows *rows, size_t n_left_out)
{
	struct rcc_fleet_analysis a = {.options = o,
				       .rows = rows,
				       .costs = {1, 1, 1},
				       .n_left_out = n_left_out};
	struct values v = {0};
	int status;

	if (check(o, rows) != 0)
		return RCC_EXIT_USAGE;
	/* The option --costs names the highest level first, but o->cost[0] is
	 * the cost of the lowest. */
	if (o->n_costs == 3)
		a.costs = (struct rcc_fleet_costs){o->cost[2], o->cost[1],
						   o->cost[0]};
	v.x = rcc_mem_realloc(NULL, rows->n, sizeof(*v.x));
	v.machine = rcc_mem_realloc(NULL, rows->n, sizeof(*v.machine));
	v.layout = rcc_mem_realloc(NULL, rows->n, sizeof(*v.layout));
	v.kind = rcc_mem_realloc(NULL, rows->machine.n, sizeof(*v.kind));
	a.system = rcc_mem_calloc(rows->system.n, sizeof(*a.system));
	for (size_t s = 0; s < rows->system.n; s++)
		analyse_system(&a, s, &v, &a.system[s]);
	if (rows->system.n > 1)
		analyse_ratio(&a, &v);
	status = print(&a);
	for (size_t s = 0; s < rows->system.n; s++)
		part_release(&a.system[s]);
	part_release(&a.ratio);
	free(a.system);
	free(v.kind);
	free(v.layout);
	free(v.machine);
	free(v.x);
	return status;
}
