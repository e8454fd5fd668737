/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The statistics of a study on many machines, each of which ran the same
 * layouts.  rcc_stats.h has the conventions on units, errors, undefined results
 * (NaN) and scratch space.
 *
 * Machines and layouts are crossed: layout l is the same program on every
 * machine.  Run k of layout l on machine m has the value
 *	x_mlk = μ_kind(m) + M_m + L_l + (LM)_lm + E_mlk
 * The effects M, L, LM and E are independent and normal, with mean 0.  Their
 * variances are the components of enum rcc_fleet_component.  The means μ of
 * kinds of machines, such as models of processors, are fixed.
 *
 * The values x should be logarithms of times, so that effects are relative.
 * For the shift of random layouts from the original one, x is
 * ln(random / original) of a block.  For a comparison of two systems it is
 * ln(new / old), and a layout is a pair of layouts that have the same partner
 * on every machine.
 *
 * Sources, in addition to those of rcc_stats.h
 *	PT71	Patterson & Thompson, Biometrika 58, 1971 (REML)
 *	GTC95	Gilmour, Thompson & Cullis, Biometrics 51, 1995 (average
 *		information)
 */
#ifndef RCC_STATS_RCC_FLEET_H
#define RCC_STATS_RCC_FLEET_H

#include <stdbool.h>
#include <stddef.h>

#include "stats/rcc_stats.h"

struct rcc_random; /* common/random.h */

/* The largest number of kinds of machines. */
#define RCC_FLEET_MOST_KINDS 32
/* If there are fewer machines than this, a report warns that results about
 * machines rest on few machines. */
#define RCC_FLEET_FEW_MACHINES 5

/* The components of the variance of x: the variances of M, L, LM and E in the
 * model at the top of this file. */
enum rcc_fleet_component {
	RCC_FLEET_MACHINES, /* σ²_M: between machines of the same kind */
	/* σ²_L: the effect that a layout has on every machine */
	RCC_FLEET_LAYOUTS,
	/* σ²_LM: the effect that a layout has on one machine alone */
	RCC_FLEET_LAYOUT_MACHINE,
	RCC_FLEET_RUNS, /* σ²_E: between runs of a layout on a machine */
	RCC_N_FLEET_COMPONENTS
};
/* Return "machines", "layouts", "layouts x machines" or "runs". */
const char *rcc_fleet_component_name(enum rcc_fleet_component component);

/*
 * The measurements, in any order.  The caller owns the arrays.
 *
 * Value x[i] was measured on machine[i] < n_machines, with
 * layout[i] < n_layouts.  A cell is one machine with one layout.  Cells may
 * differ in their number of runs, or be empty, but every machine and every
 * layout has a run.
 *
 * kind[m] < n_kinds is the kind of machine m.  `kind` is NULL if n_kinds is 1.
 * Every kind has a machine.
 */
struct rcc_fleet_data {
	const double *x;
	const size_t *machine, *layout;
	size_t n;
	size_t n_machines, n_layouts;
	const size_t *kind;
	size_t n_kinds;
};

/*
 * A mean square of the cells' means, where a cell is one machine with one
 * layout.  Every cell that has a run has the same weight, whatever its number
 * of runs.  The expectation of the mean square is
 *	own σ² + σ²_LM + runs σ²_E
 * The factors `own` and `runs` are fields below.  σ² is the component with the
 * name of the mean square (enum rcc_fleet_component).  For cells
 * (LAYOUT_MACHINE), `own` is 0.  For runs, the expectation is σ²_E.
 *
 * There are four mean squares:
 *
 * layouts	adjusted for machines
 * machines	adjusted for layouts, within kinds
 * layouts x machines
 *		the residuals of cells after machines and layouts
 * runs		within cells
 *
 * In balanced data with e runs in a cell these are the mean squares of the
 * two-way analysis of variance divided by e.  For the mean square of layouts,
 * `own` is then the number of machines.  For the mean square of machines, `own`
 * is the number of layouts.  `runs` is 1 / e.  In unbalanced data a mean square
 * is not exactly a chi-square; df is then Satterthwaite's approximation.
 *
 * value and df are NaN if there are no degrees of freedom.
 */
struct rcc_fleet_square {
	double value, df;
	double own, runs;
	/* Equal to df, or smaller if the effects have heavy tails
	 * (rcc_kurtosis_df() and rcc_pooled_df()).  The intervals of components
	 * use this number. */
	double tails_df;
};

/* An F test: the statistic, its degrees of freedom, and the p-value, which is
 * the upper tail. */
struct rcc_fleet_test {
	double f, df1, df2, p;
};

/*
 * The results of rcc_fleet_compute().
 *
 * has_runs	whether a cell has two runs.  If none has, the layouts' effect
 *		on one machine cannot be told from the noise of runs.  RUNS is
 *		then σ²_LM + σ²_E, and LAYOUT_MACHINE and `share` are NaN
 * balanced	whether every cell has the same number of runs
 * component	the variances.  The estimate is by restricted maximum
 *		likelihood (REML, PT71), which is never negative.  It equals
 *		lme4's lmer(x ~ kind + (1|machine) + (1|layout) +
 *		(1|machine:layout)).  In balanced data it also equals the
 *		estimate of the analysis of variance, if all estimates of the
 *		analysis of variance are positive.  The limits are by the
 *		modified large-sample method from the mean squares (BG92 3.3),
 *		with tails_df.  See “Limits at zero” below.  df is the df of the
 *		mean square
 * share	the portable share of the layout effect, σ²_L / (σ²_L + σ²_LM).
 *		At 1, a layout that is fast on one machine is fast on all.  At
 *		0, the best layout of one machine tells nothing about other
 *		machines.  The limits of `share` are the shares s at which the
 *		modified large-sample limits of (1 - s) σ²_L - s σ²_LM are 0
 *		(BG92 3.3).  The estimate is NaN if both variances are 0
 * mean		the generalised least squares mean over machines and layouts.
 *		Each kind counts by its number of machines.  Limits are
 *		Student's, with Satterthwaite's degrees of freedom.  In balanced
 *		data the variance is
 *			(MS_M + MS_L - MS_LM) / (M N)
 *		with the mean squares above.  A component that is estimated as 0
 *		is left out
 * mean_se	the standard error of the mean
 * machines_differ
 *		tests σ²_M = 0, by MS_M / MS_LM.  Differences between kinds do
 *		not count
 * layouts_differ
 *		tests σ²_L = 0, by MS_L / MS_LM: whether layouts have an effect
 *		that is the same everywhere
 * layouts_depend
 *		tests σ²_LM = 0, by MS_LM / MS_E: whether the effect depends on
 *		the machine
 * kinds_differ	tests whether kinds have the same mean, by the mean square of
 *		kinds divided by MS_M.  NaN if there is one kind
 *		These four tests are exact for balanced normal data.
 *		kinds_differ is exact even for unbalanced normal data, if all
 *		kinds have the same layouts
 * reml_criterion
 *		-2 times the restricted log-likelihood, as lme4 prints it
 *
 * Limits at zero.  A variance cannot be negative, so an interval with equal
 * tails would cover 97.5 % instead of 95 % of true values near 0.  Therefore
 * the upper limit is at least the upper limit for an estimate of 0.  If the
 * true variance is below this value, the upper limit is never too low, so the
 * lower limit may use all of α (the unified approach of Feldman & Cousins,
 * Physical Review D 57, 1998).  The interval then excludes 0 if a one-sided
 * test at 1 - level rejects.  The limits of the share follow this rule at 0 and
 * at 1.
 */
struct rcc_fleet {
	size_t n_machines, n_layouts, n_kinds;
	size_t n_cells; /* number of cells that have a run */
	size_t n_runs;
	/* The least and the largest number of runs of a cell that has a run. */
	size_t fewest_runs, most_runs;
	bool has_runs, balanced;
	struct rcc_interval component[RCC_N_FLEET_COMPONENTS];
	struct rcc_fleet_square square[RCC_N_FLEET_COMPONENTS];
	struct rcc_interval share;
	struct rcc_interval mean;
	double mean_se;
	struct rcc_fleet_test machines_differ, layouts_differ, layouts_depend;
	struct rcc_fleet_test kinds_differ;
	double reml_criterion;
};

/* The results of rcc_fleet_compute() for one machine. */
struct rcc_fleet_machine {
	size_t n_runs;
	/* `effect` is the machine's mean over layouts minus the mean of the
	 * machines of its kind.  It is adjusted for empty cells.  `se` is the
	 * standard error that `effect` has if machines do not differ, computed
	 * from the residuals of cells. */
	double effect, se;
	/* The two-sided p-value of `effect` by Student's t, and Holm's
	 * adjustment for all machines.  If all machines are alike, the
	 * probability that p_holm <= α for any of them is at most α. */
	double p, p_holm;
	/* `shrunken` is the best linear unbiased prediction of M_m: `effect`
	 * moved towards 0, by the part that noise explains.  It equals lme4's
	 * ranef().  `shrunken_sd` is the standard deviation of its error. */
	double shrunken, shrunken_sd;
};

/* The results of rcc_fleet_compute() for one kind of machines. */
struct rcc_fleet_kind {
	size_t n_machines;
	struct rcc_interval mean;
	/* The kind's mean minus the mean of the first kind, and the standard
	 * error; NaN for the first kind. */
	struct rcc_interval difference;
	double difference_se;
};

/* Return the number of bytes of scratch that rcc_fleet_compute() needs, for
 * these numbers of machines, layouts and kinds; SIZE_MAX if that overflows. */
size_t rcc_fleet_scratch(size_t n_machines, size_t n_layouts, size_t n_kinds);

/*
 * Compute the results.  The results for machines and kinds are written to
 * machine[n_machines] and kind[n_kinds]; either may be NULL.  `scratch` must be
 * aligned like memory from malloc().
 *
 * Machines are eliminated first (the Schur complement), so matrices have the
 * size of layouts and kinds alone.  With M machines and N layouts, the memory
 * is O(M N + N²) and an iteration of REML takes O(M N² + N³).
 *
 * Returns RCC_EFORMAT if the data is not as described.  Returns RCC_EDOM in any
 * of these cases:
 * - A value is not finite.
 * - There are fewer than 2 machines or fewer than 2 layouts.
 * - There are as many kinds as machines.
 * - The residuals of cells have no degrees of freedom.
 * - Groups of machines have no layout in common.
 * - Nothing varies besides machines and layouts.
 * Results are NaN after both errors.
 */
int rcc_fleet_compute(const struct rcc_fleet_data *data, double level,
		      void *scratch, struct rcc_fleet *out,
		      struct rcc_fleet_machine *machine,
		      struct rcc_fleet_kind *kind);

/* ---- Planning ---------------------------------------------------------- */

/* The costs of a study, in any unit: of each machine, of each layout (built
 * once), and of each run.  None is negative, and the cost of a run is
 * positive. */
struct rcc_fleet_costs {
	double machine, layout, run;
};

/* A plan: every machine runs every layout once in each round. */
struct rcc_fleet_plan {
	size_t n_machines, n_layouts, n_rounds;
	double cost;
	/* The expected half-width of the mean's interval, and the interval's
	 * degrees of freedom. */
	double half_width, df;
};

/* The largest numbers that rcc_fleet_plan() and rcc_fleet_plan_for_cost() may
 * choose. */
struct rcc_fleet_limits {
	size_t n_machines, n_layouts, n_rounds;
};

/*
 * Return the expected half-width of the mean's interval, in the unit of x:
 *	t(1 - α/2, df) sqrt(σ²_M / M + σ²_L / N + (σ²_LM + σ²_E / e) / (M N))
 * with M machines, N layouts, e rounds and α = 1 - level.  *df is set to the
 * degrees of freedom: Satterthwaite's approximation, from the expected mean
 * squares.  The argument df may be NULL.  Returns NaN if M or N is < 2, e is 0,
 * or a variance is negative or NaN.
 */
double rcc_fleet_half_width(const double *variance, size_t n_machines,
			    size_t n_layouts, size_t n_rounds, double level,
			    double *df);

/*
 * Find the cheapest plan whose half-width is at most `half_width`, within
 * `limits` and with at least 2 machines and 2 layouts.  If several plans are
 * equally cheap, the result has the fewest machines, and then the fewest
 * rounds.  variance[] is indexed by enum rcc_fleet_component; σ²_LM may be 0 if
 * it is unknown and part of σ²_E.
 *
 * Returns RCC_EDOM and sets the counts to 0 if no plan within `limits` has such
 * a small half-width.  Returns RCC_EFORMAT if an argument is not valid.
 */
int rcc_fleet_plan(const double *variance, const struct rcc_fleet_costs *costs,
		   const struct rcc_fleet_limits *limits, double half_width,
		   double level, struct rcc_fleet_plan *out);

/*
 * Find the plan with the smallest half-width that costs at most `cost`, within
 * `limits` and with at least 2 machines and 2 layouts.  If several plans have
 * this half-width, the result is the cheapest of them.
 *
 * Returns RCC_EDOM and sets the counts to 0 if no plan is so cheap.  Returns
 * RCC_EFORMAT if an argument is not valid.
 */
int rcc_fleet_plan_for_cost(const double *variance,
			    const struct rcc_fleet_costs *costs,
			    const struct rcc_fleet_limits *limits, double cost,
			    double level, struct rcc_fleet_plan *out);

/* ---- Simulation -------------------------------------------------------- */

/* A simulated study on many machines.  All standard deviations are in the unit
 * of x. */
struct rcc_fleet_simulation {
	size_t n_machines, n_layouts, n_runs; /* each cell has n_runs */
	double mean;
	double machine_sd;
	/* effect of layouts on one machine: sqrt(σ²_L + σ²_LM) */
	double layout_sd;
	double portable; /* the share σ²_L / (σ²_L + σ²_LM), 0 … 1 */
	double run_sd;
	enum rcc_shape shape; /* distribution of the effects L and LM */
	/* The probability that a run has no value, as if it had failed.  If a
	 * result is then undefined, the study is drawn anew. */
	double lost;
	double level;
};

/* The intervals that rcc_simulate_fleet() computes for every simulated
 * study. */
enum rcc_fleet_trial {
	RCC_FLEET_TRIAL_MEAN,
	/* The four variances, in the order of enum rcc_fleet_component: */
	RCC_FLEET_TRIAL_MACHINES,
	RCC_FLEET_TRIAL_LAYOUTS,
	RCC_FLEET_TRIAL_LAYOUT_MACHINE,
	RCC_FLEET_TRIAL_RUNS,
	/* The portable share, `share` of struct rcc_fleet. */
	RCC_FLEET_TRIAL_SHARE,
	/* Student's interval from all runs, as if they were independent */
	RCC_FLEET_TRIAL_FLAT,
	/* Student's interval from the machines' means, as if each machine had
	 * layouts of its own */
	RCC_FLEET_TRIAL_NESTED,
	RCC_N_FLEET_TRIALS
};
const char *rcc_fleet_trial_name(enum rcc_fleet_trial trial);

/* The tests that rcc_simulate_fleet() makes of every simulated study. */
enum rcc_fleet_claim {
	RCC_FLEET_CLAIM_MACHINES_DIFFER,
	RCC_FLEET_CLAIM_ANY_MACHINE, /* the smallest p_holm of the machines */
	RCC_FLEET_CLAIM_LAYOUTS_DIFFER,
	RCC_FLEET_CLAIM_LAYOUTS_DEPEND,
	RCC_N_FLEET_CLAIMS
};
const char *rcc_fleet_claim_name(enum rcc_fleet_claim claim);

/* The counts that rcc_simulate_fleet() made in n studies. */
struct rcc_fleet_simulated {
	size_t n;
	/* Number of intervals that contain the true value. */
	size_t covered[RCC_N_FLEET_TRIALS];
	/* intervals not counted in `covered` */
	size_t undefined[RCC_N_FLEET_TRIALS];
	/* Number of studies in which each test rejects at 1 - level. */
	size_t claimed[RCC_N_FLEET_CLAIMS];
	/* sum over studies of the half-width of the interval of the mean */
	double half_width;
	/* sum over studies of the width of the share's interval */
	double share_width;
	size_t n_share; /* number of studies in share_width */
};

size_t
rcc_simulate_fleet_scratch(const struct rcc_fleet_simulation *simulation);
/* Simulate n studies.  Returns RCC_EDOM if the simulation is not valid. */
int rcc_simulate_fleet(const struct rcc_fleet_simulation *simulation, size_t n,
		       struct rcc_random *random, void *scratch,
		       struct rcc_fleet_simulated *out);

#endif
