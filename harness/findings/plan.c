/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/findings/plan.h"

#include <math.h>

#include "common/diag.h"
#include "harness/findings/detectable_difference.h"

/* The largest number of executions of a layout, or iterations of an execution,
 * that a plan advises. */
#define REPETITIONS_CAP 100
/* If the time of an iteration is unknown, all iterations of a run together are
 * assumed to take this share of the run's time. */
#define ITERATIONS_SHARE 0.9

/* ---- Costs ------------------------------------------------------------- */

/* Return the mean time of a link in seconds: the total time of all links,
 * divided by the number of random layouts. */
static double link_cost(const struct rcc_stored *s)
{
	double link_ns = 0;
	size_t n_links = 0;

	for (size_t i = 0; i < s->n_layouts; i++) {
		link_ns += (double)s->layout[i].link_ns;
		n_links += !s->layout[i].is_original;
	}
	return n_links != 0 ? link_ns / (double)n_links / 1e9 : 0;
}

double rcc_run_seconds(const struct rcc_stored *s,
		       const struct rcc_run_record *run)
{
	size_t n = run->n_sharers;

	if (n == 0 && s->duet.is_settled)
		n = s->duet.n;
	return (double)run->wall_ns / (double)(n > 1 ? n : 1) / 1e9;
}

/* Return the mean time of a run in seconds. */
static double run_cost(const struct rcc_stored *s)
{
	double seconds = 0;

	for (size_t i = 0; i < s->n_runs; i++)
		seconds += rcc_run_seconds(s, &s->run[i]);
	return s->n_runs != 0 ? seconds / (double)s->n_runs : 0;
}

void rcc_cost_compute(const struct rcc_findings *f, double mean,
		      struct rcc_cost *cost)
{
	const struct rcc_study *study = &f->stored.study;
	size_t n_linked = 0; /* links for one more layout in every cell */

	for (size_t i = 0; i < f->n_cells; i++)
		n_linked += !f->cell[i].is_original;
	cost->link = link_cost(&f->stored);
	cost->run = run_cost(&f->stored);
	cost->iteration = ITERATIONS_SHARE * cost->run / study->n_iterations;
	if (f->asked.metric.unit == RCC_UNIT_SECONDS &&
	    f->stored.tuning.executions <= 1 && mean > 0 &&
	    mean * study->n_iterations < cost->run)
		cost->iteration = mean;
	cost->start = cost->run - cost->iteration * study->n_iterations;
	cost->layout = (double)n_linked * cost->link +
		       (double)f->n_cells * study->n_executions * cost->run;
}

/* ---- Counts ------------------------------------------------------------ */

size_t rcc_cell_layouts_needed(const struct rcc_cell *c, double precision,
			       double level)
{
	const struct rcc_mean mean = rcc_mean_of(&c->levels);
	size_t n = 0;

	if (c->levels_error != 0 ||
	    rcc_plan_top(&mean, precision, level, &n) != 0)
		return 0;
	return n;
}

/* Return the cell's ratio to the original layout if reports give it from
 * blocks; NULL otherwise. */
static const struct rcc_block_ratio *blocks_of(const struct rcc_findings *f,
					       const struct rcc_cell *cell)
{
	for (size_t i = 0; i < f->n_effects; i++)
		if (&f->cell[f->effect[i].random] == cell &&
		    f->effect[i].by_blocks)
			return &f->effect[i].blocks;
	return NULL;
}

void rcc_study_plan_make(const struct rcc_findings *f,
			 const struct rcc_cell *cell,
			 struct rcc_study_plan *plan)
{
	const struct rcc_block_ratio *blocks = blocks_of(f, cell);

	*plan = (struct rcc_study_plan){
		.cell = cell,
		.quantity = blocks != NULL ? RCC_PLAN_SHIFT : RCC_PLAN_MEAN,
		.blocks = blocks,
		.level = f->asked.level,
		.n_executions = f->stored.study.n_executions,
	};
	rcc_cost_compute(f, cell->levels.mean, &plan->cost);
}

void rcc_study_plan_make_ratio(const struct rcc_comparison *c,
			       struct rcc_study_plan *plan)
{
	rcc_study_plan_make(c->now.f, c->now.random, plan);
	plan->quantity = RCC_PLAN_RATIO;
	plan->blocks = c->by_blocks ? &c->blocks : NULL;
	plan->old = rcc_mean_of(&c->old.random->levels);
	plan->now = rcc_mean_of(&c->now.random->levels);
}

/* ---- Layouts and half-widths ------------------------------------------- */

static size_t layouts_needed(const struct rcc_study_plan *plan,
			     double precision)
{
	size_t n = 0;

	if (plan->blocks != NULL)
		rcc_plan_blocks(plan->blocks, precision, plan->level, &n);
	else if (plan->quantity == RCC_PLAN_RATIO)
		rcc_plan_ratio(&plan->old, &plan->now, precision, plan->level,
			       &n);
	else
		n = rcc_cell_layouts_needed(plan->cell, precision, plan->level);
	return n;
}

struct rcc_plan_precision
rcc_study_plan_precision(const struct rcc_study_plan *plan, double precision)
{
	const size_t n = layouts_needed(plan, precision);

	return (struct rcc_plan_precision){n, (double)n * plan->cost.layout};
}

static void expect_blocks(const struct rcc_study_plan *plan,
			  struct rcc_plan_budget *b)
{
	struct rcc_block_ratio r = *plan->blocks;
	const double n = (double)b->n_layouts;

	b->half_width =
		rcc_plan_blocks_half_width(&r, b->n_layouts, plan->level);
	r.log_se *= sqrt((double)r.n_units / n);
	r.ratio.df = n - 1;
	rcc_block_ratio_detectable(&r, plan->level, RCC_DETECTABLE_POWER,
				   &b->detectable);
}

static void expect_means(const struct rcc_study_plan *plan,
			 struct rcc_plan_budget *b)
{
	const bool is_ratio = plan->quantity == RCC_PLAN_RATIO;
	const struct rcc_mean own = rcc_mean_of(&plan->cell->levels);
	struct rcc_mean old = is_ratio ? plan->old : own;
	struct rcc_mean now = is_ratio ? plan->now : own;

	b->half_width =
		is_ratio ? rcc_plan_ratio_half_width(&old, &now, b->n_layouts,
						     plan->level)
			 : rcc_plan_half_width(&own, b->n_layouts, plan->level);
	old.n = now.n = b->n_layouts;
	rcc_detectable(&old, &now, plan->level, RCC_DETECTABLE_POWER,
		       &b->detectable);
}

struct rcc_plan_budget rcc_study_plan_budget(const struct rcc_study_plan *plan,
					     double seconds)
{
	const struct rcc_mean mean = rcc_mean_of(&plan->cell->levels);
	struct rcc_plan_budget b = {.is_enough = false};

	/* A study has at most RCC_STUDY_MAX layouts. */
	seconds = fmin(seconds, (RCC_STUDY_MAX + 0.5) * plan->cost.layout);
	/* The budget and the cost of a layout determine the number of layouts,
	 * whichever quantity is planned.  The half-width is replaced below. */
	if (rcc_plan_budget(&mean, seconds, plan->cost.layout, plan->level,
			    &b.n_layouts, &b.half_width) != 0)
		return b;
	b.is_enough = true;
	if (plan->blocks != NULL)
		expect_blocks(plan, &b);
	else
		expect_means(plan, &b);
	return b;
}

int rcc_study_plan_repetitions(const struct rcc_study_plan *plan,
			       struct rcc_plan *repetitions)
{
	const struct rcc_cost *cost = &plan->cost;
	const size_t n = plan->cell->levels.n_levels;
	/* The cost of one more repetition at each level (iteration, execution,
	 * layout), from the lowest to the highest. */
	const double layout = cost->link > 0 ? cost->link : cost->run;
	const double costs[][3] = {
		{cost->run, layout, 0},
		{cost->iteration, cost->start, layout},
	};

	if (plan->n_executions == 1 || n < 2 || n > 3)
		return RCC_EDOM;
	return rcc_plan_repetitions(&plan->cell->levels, costs[n - 2],
				    REPETITIONS_CAP, plan->level, repetitions);
}
