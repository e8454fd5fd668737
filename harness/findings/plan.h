/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Planning the next study of the same program from the present one: the cost of
 * layouts and runs, the number of layouts that a precision needs, and the
 * precision that a time budget allows.
 *
 * Every plan assumes that the next study has the same variances as this one.
 * With few layouts that is a guess.
 */
#ifndef RCC_HARNESS_FINDINGS_PLAN_H
#define RCC_HARNESS_FINDINGS_PLAN_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/findings/cell.h"
#include "harness/findings/comparison.h"
#include "harness/findings/findings.h"
#include "stats/rcc_stats.h"

/* The costs in seconds, averaged over the study. */
struct rcc_cost {
	double link; /* time to link one layout */
	double run;  /* time of one execution with its iterations */
	double iteration;
	double start; /* time of one execution without its iterations */
	/* Time of one more layout in every arm of every system: all links and
	 * runs, one after the other. */
	double layout;
};

/* Compute the costs.  `mean` is the metric's mean, or 0 if unknown.  If the
 * metric is a time and the iterations fit into a run, it is taken for the time
 * of an iteration. */
void rcc_cost_compute(const struct rcc_findings *f, double mean,
		      struct rcc_cost *cost);

/* Return the number of layouts with which the half-width of the mean's interval
 * is mean * precision; 0 if unknown. */
size_t rcc_cell_layouts_needed(const struct rcc_cell *c, double precision,
			       double level);

/* The quantity for whose interval the plan is made. */
enum rcc_plan_quantity {
	RCC_PLAN_MEAN, /* the mean of a random arm */
	/* The ratio of a random arm to the original layout, from blocks.  It is
	 * used if runs depend on when they were made, since the interval of the
	 * mean is then not valid. */
	RCC_PLAN_SHIFT,
	RCC_PLAN_RATIO, /* the ratio of two systems (KJ13 10.2) */
};

struct rcc_study_plan {
	/* The random arm for which the plan is made. */
	const struct rcc_cell *cell;
	enum rcc_plan_quantity quantity;
	/* The ratio from blocks, borrowed.  NULL if the quantity is a mean, or
	 * a ratio computed from the means `old` and `now`. */
	const struct rcc_block_ratio *blocks;
	struct rcc_mean old, now;
	double level;
	unsigned n_executions; /* executions of a layout in the present study */
	struct rcc_cost cost;
};
void rcc_study_plan_make(const struct rcc_findings *f,
			 const struct rcc_cell *cell,
			 struct rcc_study_plan *plan);
/* Make a plan for the ratio of two systems.  The comparison must be defined;
 * the plan borrows from *c. */
void rcc_study_plan_make_ratio(const struct rcc_comparison *c,
			       struct rcc_study_plan *plan);

/* The number of layouts and the time that a precision needs. */
struct rcc_plan_precision {
	size_t n_layouts; /* 0 if unknown; then `seconds` is undefined */
	double seconds;
};
struct rcc_plan_precision
rcc_study_plan_precision(const struct rcc_study_plan *plan, double precision);

/* The number of layouts and the precision that a time budget allows. */
struct rcc_plan_budget {
	bool is_enough; /* whether the budget allows two layouts */
	/* Defined even if is_enough is false; the fields below are not. */
	size_t n_layouts;
	double half_width; /* relative half-width of the quantity's interval */
	/* The relative difference that is detected with probability
	 * RCC_DETECTABLE_POWER.  For a ratio it is the difference from 1; for a
	 * mean, the difference between two such programs with n_layouts
	 * each. */
	double detectable;
};
struct rcc_plan_budget rcc_study_plan_budget(const struct rcc_study_plan *plan,
					     double seconds);

/* Compute the number of executions of a layout, and of iterations of an
 * execution if it has several, that make the best use of time.  Level
 * n_levels - 2 of *repetitions is the level of executions.  RCC_EDOM: unknown,
 * since each layout was run once. */
int rcc_study_plan_repetitions(const struct rcc_study_plan *plan,
			       struct rcc_plan *repetitions);

#endif
