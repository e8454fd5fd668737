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
 * variances are the components of enum rcc_fleet_component.  A kind is a kind
 * of machines, such as a model of processor.  Its mean μ is fixed.
 *
 * The values x should be logarithms, so that effects are relative:
 *	ln(time)		for the times of one system
 *	ln(random / original)	for the shift of random layouts from the
 *				original layout, from the two times of a block
 *	ln(new / old)		for a comparison of two systems.  A layout is
 *				then a pair, an old and a new layout that are
 *				partners on every machine
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
 * have different numbers of runs, and some may have none.  Every machine and
 * every layout must have a run.
 *
 * kind[m] < n_kinds is the kind of machine m.  `kind` may be NULL if n_kinds is
 * 1.  Every kind must have a machine.
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
 * A mean square.  There are four, with these expectations:
 *
 * layouts	adjusted for machines: own σ²_L + σ²_LM + runs σ²_E
 * machines	adjusted for layouts, within kinds: own σ²_M + σ²_LM + runs σ²_E
 * layouts x machines
 *		the residuals of cells after machines and layouts:
 *		σ²_LM + runs σ²_E
 * runs		within cells: σ²_E
 *
 * The factors `own` and `runs` are fields below.  The first three mean squares
 * are computed from the cells' means, where a cell is one machine with one
 * layout.  Every cell that has a run has the same weight, whatever its number
 * of runs.
 *
 * In balanced data with e runs in a cell, the first three mean squares are
 * those of the two-way analysis of variance divided by e, and `runs` is 1 / e.
 * `own` is the number of machines for layouts, and the number of layouts for
 * machines.
 *
 * In unbalanced data a mean square is not exactly a chi-square; df is then
 * Satterthwaite's approximation.  value and df are NaN if there are no degrees
 * of freedom.
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
 * The results of rcc_fleet_compute(), for M machines and N layouts.  The mean
 * squares of struct rcc_fleet_square are called MS_M (machines), MS_L
 * (layouts), MS_LM (layouts x machines) and MS_E (runs).
 *
 * has_runs	whether a cell has two runs.  If none has, σ²_LM cannot be told
 *		from σ²_E.  component[RCC_FLEET_RUNS] is then σ²_LM + σ²_E, and
 *		component[RCC_FLEET_LAYOUT_MACHINE] and `share` are NaN
 * balanced	whether every cell has the same number of runs
 * component	the variances.  The estimate is by restricted maximum
 *		likelihood (REML, PT71), and is never negative.  lme4 gives the
 *		same estimate:
 *			lmer(x ~ kind + (1|machine) + (1|layout) +
 *			     (1|machine:layout))
 *		In balanced data, if the analysis of variance gives only
 *		positive estimates, they are the same too.
 *		The limits are by the modified large-sample method from the mean
 *		squares (BG92 3.3), with tails_df.  See “Limits at zero” below.
 *		component[i].df is square[i].df
 * share	the portable share of the layout effect,
 *			σ²_L / (σ²_L + σ²_LM)
 *		At 1, a layout that is fast on one machine is fast on all.  At
 *		0, the best layout of one machine tells nothing about other
 *		machines.
 *		The limits are by the modified large-sample method too: at a
 *		limit s of the share, a limit of (1 - s) σ²_L - s σ²_LM is 0.
 *		The estimate is NaN if both variances are 0
 * mean		the generalised least squares mean over machines and layouts.
 *		Each kind counts by its number of machines.  The limits are
 *		Student's, with Satterthwaite's degrees of freedom.  In balanced
 *		data, if no component is estimated as 0, the variance is
 *			(MS_M + MS_L - MS_LM) / (M N)
 *		A component that is estimated as 0 is left out
 * mean_se	the standard error of the mean
 * machines_differ
 *		tests σ²_M = 0, by MS_M / MS_LM.  Differences between kinds do
 *		not count
 * layouts_differ
 *		tests σ²_L = 0, by MS_L / MS_LM: whether layouts have an effect
 *		that is the same on every machine
 * layouts_depend
 *		tests σ²_LM = 0, by MS_LM / (runs MS_E), where `runs` belongs to
 *		MS_LM: whether the effect of layouts depends on the machine
 * kinds_differ	tests whether kinds have the same mean, by the mean square of
 *		kinds divided by MS_M.  NaN if there is one kind
 * reml_criterion
 *		-2 times the restricted log-likelihood, as lme4 prints it; NaN
 *		if σ²_E is estimated as 0
 *
 * The four tests are exact for balanced normal data.  If machines have unequal
 * numbers of runs, kinds_differ may reject far too often.
 *
 * Limits at zero.  A variance cannot be negative.  So an interval with equal
 * tails contains a true variance near 0 with probability 97.5 % instead of
 * 95 %.  Two rules use this reserve (the unified approach of Feldman & Cousins,
 * Physical Review D 57, 1998).  Let `least` be the upper limit that an estimate
 * of 0 would have.
 *  - The upper limit is at least `least`.  So it is never too low if the true
 *    variance is below `least`.
 *  - A lower limit below `least` may therefore be wrong with probability
 *    1 - level, which is twice as often as in an interval with equal tails.
 *    The interval then excludes 0 if a one-sided test at 1 - level rejects.
 * The limits of the share follow these rules at 0 and at 1.
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
	 * adjustment for all machines.  If all machines are alike and have
	 * equally many runs, the probability that p_holm <= α for any of them
	 * is at most α.  With unequal numbers it may be several times as
	 * large. */
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
 * machine[n_machines] and kind[n_kinds].  `machine` and `kind` may be NULL.
 * `scratch` must have rcc_fleet_scratch() bytes, aligned like memory from
 * malloc().
 *
 * Machines are eliminated first (the Schur complement), so the size of the
 * matrices is the number of layouts and kinds.  With M machines and N layouts,
 * the memory is O(M N + N²), and an iteration of REML takes O(M N² + N³).
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

/* Drop the limits of all means, also of those of the kinds, if rounding could
 * change what the interval of the mean says (rcc_rounding_matters()).  `rounding`
 * is how far it may have moved the ratio, as a part of it, and `delta` is the
 * threshold.  kind[n_kinds] is used only if there are kinds.  Returns whether the
 * limits were dropped. */
bool rcc_fleet_drop_coarse(struct rcc_fleet *f, struct rcc_fleet_kind *kind,
			   double rounding, double delta);

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
 * for M machines, N layouts and e rounds.  α is 1 - level.  variance[] holds
 * the σ², indexed by enum rcc_fleet_component.
 *
 * *df is set to the degrees of freedom, by Satterthwaite's approximation from
 * the expected mean squares.  `df` may be NULL.  Returns NaN if M or N is < 2,
 * e is 0, or a variance is negative or NaN.
 */
double rcc_fleet_half_width(const double *variance, size_t n_machines,
			    size_t n_layouts, size_t n_rounds, double level,
			    double *df);

/*
 * Find the cheapest plan whose half-width is at most `half_width`.  The plan is
 * within `limits`, and has at least 2 machines and 2 layouts.  If several plans
 * are equally cheap, the result is the one with the fewest machines, and among
 * these the one with the fewest rounds.
 *
 * variance[] is indexed by enum rcc_fleet_component.  If only the sum of σ²_LM
 * and σ²_E is known, the caller sets σ²_LM to 0 and σ²_E to the sum.
 *
 * Returns RCC_EDOM and sets the counts to 0 if no plan within `limits` has such
 * a small half-width.  Returns RCC_EFORMAT if an argument is not valid.
 */
int rcc_fleet_plan(const double *variance, const struct rcc_fleet_costs *costs,
		   const struct rcc_fleet_limits *limits, double half_width,
		   double level, struct rcc_fleet_plan *out);

/*
 * Find the plan with the smallest half-width among those that cost at most
 * `cost`.  The plan is within `limits`, and has at least 2 machines and 2
 * layouts.  If several plans have this half-width, the result is the cheapest.
 *
 * Returns RCC_EDOM and sets the counts to 0 if every plan costs more than
 * `cost`.  Returns RCC_EFORMAT if an argument is not valid.
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
