/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Choose the numbers of machines, layouts and rounds of a study, for a
 * precision or for a cost. */
#include "stats/rcc_fleet.h"

#include <math.h>

#include "common/error.h"
#include "stats/distribution.h"

#define N_PARTS RCC_N_FLEET_COMPONENTS

static bool are_valid(const double *variance)
{
	for (size_t i = 0; i < N_PARTS; i++)
		if (!(variance[i] >= 0) || !isfinite(variance[i]))
			return false;
	return true;
}

/* The variance of the mean: machines + layouts - cells.  The mean squares of
 * machines, of layouts and of cells estimate these three parts.  A cell is one
 * machine with one layout. */
struct parts {
	double machines, layouts, cells;
	double variance;
};

static struct parts parts_of(const double *variance, double machines,
			     double layouts, double rounds)
{
	const double cells = (variance[RCC_FLEET_LAYOUT_MACHINE] +
			      variance[RCC_FLEET_RUNS] / rounds) /
			     (machines * layouts);
	const struct parts parts = {
		.machines = variance[RCC_FLEET_MACHINES] / machines + cells,
		.layouts = variance[RCC_FLEET_LAYOUTS] / layouts + cells,
		.cells = cells,
		.variance = variance[RCC_FLEET_MACHINES] / machines +
			    variance[RCC_FLEET_LAYOUTS] / layouts + cells};

	return parts;
}

double rcc_fleet_half_width(const double *variance, size_t n_machines,
			    size_t n_layouts, size_t n_rounds, double level,
			    double *df)
{
	const double m = (double)n_machines;
	const double n = (double)n_layouts;
	struct parts parts;
	double below;
	double own_df;

	if (df != NULL)
		*df = NAN;
	if (n_machines < 2 || n_layouts < 2 || n_rounds < 1 ||
	    !are_valid(variance))
		return NAN;
	parts = parts_of(variance, m, n, (double)n_rounds);
	/* As rcc_fleet_compute() does, leave out a component that is 0.  If
	 * either machines or layouts have variance 0, but not both, the mean
	 * square of cells cancels. */
	below = 0;
	if (variance[RCC_FLEET_MACHINES] > 0)
		below += parts.machines * parts.machines / (m - 1);
	if (variance[RCC_FLEET_LAYOUTS] > 0)
		below += parts.layouts * parts.layouts / (n - 1);
	if ((variance[RCC_FLEET_MACHINES] > 0) ==
	    (variance[RCC_FLEET_LAYOUTS] > 0))
		below += parts.cells * parts.cells / ((m - 1) * (n - 1));
	if (parts.variance == 0)
		return 0;
	own_df = parts.variance * parts.variance / below;
	if (df != NULL)
		*df = own_df;
	return rcc_quantile_two_sided(level, own_df) * sqrt(parts.variance);
}

/* The precision that a plan shall have, and the costs. */
struct wanted {
	const double *variance;
	const struct rcc_fleet_costs *costs;
	/* `quantile` is the normal quantile for `level`. */
	double half_width, level, quantile;
};

static double cost_of(const struct rcc_fleet_costs *costs, size_t machines,
		      size_t layouts, size_t rounds)
{
	return costs->machine * (double)machines +
	       costs->layout * (double)layouts +
	       costs->run * (double)machines * (double)layouts * (double)rounds;
}

static bool is_precise(const struct wanted *w, size_t machines, size_t layouts,
		       size_t rounds)
{
	return rcc_fleet_half_width(w->variance, machines, layouts, rounds,
				    w->level, NULL) <= w->half_width;
}

/* Return the number of layouts with which a plan would be precise enough if the
 * variances were known; infinity if no number is enough.  The number that
 * find_layouts() returns is at least as large, because find_layouts() allows
 * for variances that are only estimated. */
static double fewest_layouts(const struct wanted *w, size_t machines,
			     size_t rounds)
{
	const double m = (double)machines;
	const double allowed =
		w->half_width * w->half_width / w->quantile / w->quantile -
		w->variance[RCC_FLEET_MACHINES] / m;
	const double each = w->variance[RCC_FLEET_LAYOUTS] +
			    (w->variance[RCC_FLEET_LAYOUT_MACHINE] +
			     w->variance[RCC_FLEET_RUNS] / (double)rounds) /
				    m;

	if (!(allowed > 0))
		return INFINITY;
	return fmax(2, ceil(each / allowed * (1 - 1e-12)));
}

/* Return the number of layouts from `fewest` to `most` with the least half-width.
 * More layouts may be worse.  With more layouts, machines make up more of the
 * remaining variance.  The degrees of freedom then fall towards those of the
 * machines.  The half-width falls up to one number of layouts, and grows from
 * there. */
static size_t most_precise(const double *variance, double level,
			   size_t machines, size_t rounds, size_t fewest,
			   size_t most)
{
	while (fewest < most) {
		const size_t middle = fewest + (most - fewest) / 2;

		if (rcc_fleet_half_width(variance, machines, middle, rounds,
					 level, NULL) <=
		    rcc_fleet_half_width(variance, machines, middle + 1, rounds,
					 level, NULL))
			most = middle;
		else
			fewest = middle + 1;
	}
	return most;
}

/* Return the smallest number of layouts from `fewest` to `most` that is precise
 * enough with these machines and rounds; 0 if there is none. */
static size_t find_layouts(const struct wanted *w, size_t machines,
			   size_t rounds, size_t fewest, size_t most)
{
	size_t too_few = fewest - 1;

	most = most_precise(w->variance, w->level, machines, rounds, fewest,
			    most);
	if (!is_precise(w, machines, most, rounds))
		return 0;
	while (most - too_few > 1) {
		const size_t middle = too_few + (most - too_few) / 2;

		if (is_precise(w, machines, middle, rounds))
			most = middle;
		else
			too_few = middle;
	}
	return most;
}

/* Replace *best by the plan with these machines and rounds if it is cheaper. */
static void improve(const struct wanted *w, size_t machines, size_t rounds,
		    size_t most, struct rcc_fleet_plan *best)
{
	const double fewest = fewest_layouts(w, machines, rounds);
	size_t layouts;

	if (!(fewest <= (double)most))
		return;
	if (best->n_machines > 0 &&
	    cost_of(w->costs, machines, (size_t)fewest, rounds) >= best->cost)
		return;
	layouts = find_layouts(w, machines, rounds, (size_t)fewest, most);
	if (layouts == 0 ||
	    (best->n_machines > 0 &&
	     cost_of(w->costs, machines, layouts, rounds) >= best->cost))
		return;
	*best = (struct rcc_fleet_plan){
		.n_machines = machines,
		.n_layouts = layouts,
		.n_rounds = rounds,
		.cost = cost_of(w->costs, machines, layouts, rounds)};
	best->half_width = rcc_fleet_half_width(w->variance, machines, layouts,
						rounds, w->level, &best->df);
}

static const struct rcc_fleet_plan no_plan = {0, 0, 0, NAN, NAN, NAN};

static bool are_valid_wishes(const double *variance,
			     const struct rcc_fleet_costs *costs, double level)
{
	return are_valid(variance) && level > 0 && level < 1 &&
	       costs->machine >= 0 && costs->layout >= 0 && costs->run > 0;
}

int rcc_fleet_plan(const double *variance, const struct rcc_fleet_costs *costs,
		   const struct rcc_fleet_limits *limits, double half_width,
		   double level, struct rcc_fleet_plan *out)
{
	const struct wanted wanted = {
		.variance = variance,
		.costs = costs,
		.half_width = half_width,
		.level = level,
		.quantile = rcc_quantile_normal(0.5 + level / 2)};

	*out = no_plan;
	if (!are_valid_wishes(variance, costs, level) || !(half_width > 0))
		return RCC_EFORMAT;
	for (size_t m = 2; m <= limits->n_machines; m++) {
		if (out->n_machines > 0 && cost_of(costs, m, 2, 1) >= out->cost)
			break;
		for (size_t e = 1; e <= limits->n_rounds; e++)
			improve(&wanted, m, e, limits->n_layouts, out);
	}
	return out->n_machines > 0 ? 0 : RCC_EDOM;
}

/* ---- A given cost ------------------------------------------------------- */

/* Return the largest number of layouts, at most `most`, that `cost` allows; 0
 * if that is less than 2. */
static size_t affordable_layouts(const struct rcc_fleet_costs *costs,
				 size_t machines, size_t rounds, size_t most,
				 double cost)
{
	const double each =
		costs->layout + costs->run * (double)machines * (double)rounds;
	/* Increase the quotient slightly, because rounding may have made it too
	 * small. */
	const double n = floor((cost - costs->machine * (double)machines) /
			       each * (1 + 1e-12));

	if (!(n >= 2))
		return 0;
	return n < (double)most ? (size_t)n : most;
}

int rcc_fleet_plan_for_cost(const double *variance,
			    const struct rcc_fleet_costs *costs,
			    const struct rcc_fleet_limits *limits, double cost,
			    double level, struct rcc_fleet_plan *out)
{
	*out = no_plan;
	if (!are_valid_wishes(variance, costs, level) || !(cost > 0))
		return RCC_EFORMAT;
	for (size_t m = 2; m <= limits->n_machines; m++)
		for (size_t e = 1; e <= limits->n_rounds; e++) {
			const size_t most = affordable_layouts(
				costs, m, e, limits->n_layouts, cost);
			struct rcc_fleet_plan plan = {.n_machines = m,
						      .n_rounds = e};
			size_t n;

			if (most == 0)
				break;
			n = plan.n_layouts =
				most_precise(variance, level, m, e, 2, most);
			plan.cost = cost_of(costs, m, n, e);
			plan.half_width = rcc_fleet_half_width(
				variance, m, n, e, level, &plan.df);
			if (out->n_machines == 0 ||
			    plan.half_width < out->half_width ||
			    (plan.half_width == out->half_width &&
			     plan.cost < out->cost))
				*out = plan;
		}
	return out->n_machines > 0 ? 0 : RCC_EDOM;
}
