/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The next study of the same program, planned from this one: what layouts and
 * runs cost, how many layouts a precision needs, what a time budget buys.
 *
 * Every plan assumes that the next study varies as this one did.  With few
 * layouts that is a guess.
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
	double link; /* one layout */
	double run;  /* one execution, with its iterations */
	double iteration;
	double start;  /* an execution without its iterations */
	double layout; /* one more layout in every arm of every system: its
			  links and runs, one after the other */
};

/* `mean` is the metric's mean.  It is the time of an iteration where the metric
 * is a time and fits into a run; pass 0 where it is not known. */
void rcc_cost_compute(const struct rcc_findings *f, double mean,
		      struct rcc_cost *cost);

/* The number of layouts with which the half-width of the mean's interval is
 * `precision` of the mean; 0 if it is not known. */
size_t rcc_cell_layouts_needed(const struct rcc_cell *c, double precision,
			       double level);

/* The quantity whose interval is planned. */
enum rcc_plan_quantity {
	RCC_PLAN_MEAN, /* the mean of a random arm */
	/* its ratio to the original layout, from blocks: where runs depend on
	 * when they were made, the mean has no interval that holds */
	RCC_PLAN_SHIFT,
	RCC_PLAN_RATIO, /* one system over another (KJ13 10.2) */
};

struct rcc_study_plan {
	const struct rcc_cell *cell; /* the random arm that it is made for */
	enum rcc_plan_quantity quantity;
	/* The ratio: from blocks (borrowed), or, if NULL, from these means. */
	const struct rcc_block_ratio *blocks;
	struct rcc_mean old, now;
	double level;
	unsigned n_executions; /* the executions of one layout in this study */
	struct rcc_cost cost;
};
void rcc_study_plan_make(const struct rcc_findings *f,
			 const struct rcc_cell *cell,
			 struct rcc_study_plan *plan);
/* The same for the ratio of two systems, which is defined; borrows from *c. */
void rcc_study_plan_make_ratio(const struct rcc_comparison *c,
			       struct rcc_study_plan *plan);

/* The layouts and the time that a precision needs. */
struct rcc_plan_precision {
	size_t n_layouts; /* 0: not known, and `seconds` undefined */
	double seconds;
};
struct rcc_plan_precision
rcc_study_plan_precision(const struct rcc_study_plan *plan, double precision);

/* The layouts and the precision that a time allows. */
struct rcc_plan_budget {
	bool is_enough; /* the budget pays for two layouts */
	/* Valid even if not is_enough; the rest is then undefined. */
	size_t n_layouts;
	double half_width; /* relative, of the quantity's interval */
	/* The relative difference that is detected with probability
	 * RCC_DETECTABLE_POWER: of the ratio from 1 or, for a mean, between two
	 * such programs, each with n_layouts. */
	double detectable;
};
struct rcc_plan_budget rcc_study_plan_budget(const struct rcc_study_plan *plan,
					     double seconds);

/* The executions of a layout, and the iterations of an execution where it has
 * several, that make the best use of time; level n_levels - 2 of *repetitions
 * is that of executions.  RCC_EDOM: not known, since each layout was run
 * once. */
int rcc_study_plan_repetitions(const struct rcc_study_plan *plan,
			       struct rcc_plan *repetitions);

#endif
