/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Planning the next study of the same program:
 *
 *	- the time that layouts and runs take (their cost)
 *	- the number of layouts that a precision needs
 *	- the precision that a time budget allows
 *
 * Precision is half the width of the interval, divided by the estimate.
 *
 * Every plan assumes that the next study has the same variances as this one.
 * With few layouts, the variances are not known well.
 */
#ifndef RCC_HARNESS_FINDINGS_PLAN_H
#define RCC_HARNESS_FINDINGS_PLAN_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/findings/cell.h"
#include "harness/findings/comparison.h"
#include "harness/findings/findings.h"
#include "stats/rcc_stats.h"

/* The mean costs in seconds. */
struct rcc_cost {
	double link; /* time to link one layout */
	double run;  /* time of one execution with its iterations */
	double iteration;
	double start; /* time of one execution without its iterations */
	/* Time of one more layout in every arm of every system: the sum over
	 * all links and runs of these layouts. */
	double layout;
};

/* Return the time of a run of a study in seconds.  If n runs were made at the
 * same time, in tandem or in duet, only 1 / n of the wall time of each run is
 * counted. */
double rcc_run_seconds(const struct rcc_stored *s,
		       const struct rcc_run_record *run);

/* Compute the costs from the times of the study's links and runs.  `mean` is
 * the mean of the metric, or 0 if unknown.  If the metric is a time and all
 * iterations of a run fit into the run's time, `mean` is used as the time of
 * one iteration. */
void rcc_cost_compute(const struct rcc_findings *f, double mean,
		      struct rcc_cost *cost);

/* Return the number of layouts that a cell needs so that the half-width of the
 * interval of its mean is mean * precision; 0 if unknown. */
size_t rcc_cell_layouts_needed(const struct rcc_cell *c, double precision,
			       double level);

/* The quantity whose interval is planned. */
enum rcc_plan_quantity {
	RCC_PLAN_MEAN, /* the mean of a random arm */
	/* The ratio of a random arm to the original layout, from blocks.  It is
	 * used if reports give ratios from blocks (blocks.h), because the
	 * interval of the mean is not valid then. */
	RCC_PLAN_SHIFT,
	/* the ratio of two systems (section 10.2 of Kalibera & Jones 2013, the
	 * paper KJ13 of stats/rcc_stats.h) */
	RCC_PLAN_RATIO,
};

struct rcc_study_plan {
	/* The random arm for which the plan is made. */
	const struct rcc_cell *cell;
	enum rcc_plan_quantity quantity;
	/* The ratio from blocks, borrowed.  It is NULL if the plan is for a
	 * mean, or for a ratio computed from the means `old` and `now` of two
	 * systems. */
	const struct rcc_block_ratio *blocks;
	struct rcc_mean old, now;
	double level;
	unsigned n_executions; /* executions of a layout in this study */
	struct rcc_cost cost;
};
void rcc_study_plan_make(const struct rcc_findings *f,
			 const struct rcc_cell *cell,
			 struct rcc_study_plan *plan);
/* Make a plan for the ratio of two systems.  The comparison must be defined.
 * The plan borrows from *c. */
void rcc_study_plan_make_ratio(const struct rcc_comparison *c,
			       struct rcc_study_plan *plan);

/* The number of layouts that a precision needs, and their time. */
struct rcc_plan_precision {
	/* 0 if unknown; then `seconds` is undefined.  It may be larger than
	 * RCC_STUDY_MAX, the most layouts of a study. */
	size_t n_layouts;
	double seconds;
};
struct rcc_plan_precision
rcc_study_plan_precision(const struct rcc_study_plan *plan, double precision);

/* The number of layouts and the precision that a time budget allows. */
struct rcc_plan_budget {
	bool is_enough; /* whether the budget allows two layouts */
	/* At most RCC_STUDY_MAX.  It is defined even if is_enough is false.  The
	 * fields below are then undefined. */
	size_t n_layouts;
	double half_width; /* relative half-width of the interval */
	/* The relative difference that is detected with probability
	 * RCC_DETECTABLE_POWER.  For a ratio, it is the difference from 1.  For
	 * a mean, it is the difference between the means of two programs that
	 * vary like this one, with n_layouts layouts each. */
	double detectable;
};
struct rcc_plan_budget rcc_study_plan_budget(const struct rcc_study_plan *plan,
					     double seconds);

/* Compute how many executions of a layout make the best use of time.  If an
 * execution has several iterations, compute their best number too.  In
 * *repetitions, level[n_levels - 2] has the number of executions.  Returns
 * RCC_EDOM if each layout was run once, because both numbers are then
 * unknown. */
int rcc_study_plan_repetitions(const struct rcc_study_plan *plan,
			       struct rcc_plan *repetitions);

#endif
