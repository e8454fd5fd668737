/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/cmd_analyse.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/mem.h"
#include "common/random.h"
#include "analyse/analyse_result.h"
#include "analyse/fleet_result.h"
#include "common/number.h"
#include "stats/rcc_claims.h"

/* The output advises at most this many repetitions of a level. */
#define MOST_ADVISED ((size_t)1000)

/* check_scale() refuses a system unless its largest absolute value is 0 or
 * between these limits.  At most LARGEST, the squares in a variance do not
 * overflow.  From SMALLEST on, they do not underflow, even if the values differ
 * only in their sixteenth digit. */
#define SMALLEST 1e-130
#define LARGEST 1e130

const double rcc_analyse_precision[RCC_ANALYSE_N_PRECISIONS] = {0.5, 1, 1.5, 2};

/* ---- Computing --------------------------------------------------------- */

/* Return the cost of one more repetition at the highest level (one more
 * layout), including the executions and iterations inside it. */
static double cost_of_highest(const struct rcc_analyse_options *o,
			      const struct rcc_levels *levels)
{
	double n = 1;
	double cost = 0;

	for (size_t i = levels->n_levels; i-- > 0;) {
		const struct rcc_level *level = &levels->level[i];

		if (i + 1 < levels->n_levels)
			n *= (double)(level->r_min + level->r_max) / 2;
		cost += n * o->cost[i];
	}
	return cost;
}

/* If an interval has no width, make its limits undefined and return true.  An
 * interval has no width if all measured values are equal.  Such values do not
 * prove that nothing varies, because they may be too coarse. */
static bool drop_if_empty(struct rcc_interval *it)
{
	const double rounding = 16 * DBL_EPSILON * fabs(it->estimate);

	if (!(it->hi - it->lo <= rounding))
		return false;
	it->lo = it->hi = NAN;
	return true;
}

static void analyse_series(const double *x, size_t n, struct rcc_random *random,
			   struct rcc_analyse_series *out)
{
	const size_t n_lags = n > RCC_ANALYSE_LAGS ? RCC_ANALYSE_LAGS : 0;
	double *shuffled = rcc_mem_realloc(NULL, n, sizeof(*shuffled));
	void *scratch = rcc_mem_alloc(rcc_changes_scratch(n));
	size_t *change = rcc_mem_realloc(NULL, n / 2 + 1, sizeof(*change));

	memset(out, 0, sizeof(*out));
	out->n = n;
	out->bound = rcc_autocorrelation_bound(n, 0.95);
	rcc_shuffled(x, n, random, shuffled);
	out->is_defined =
		n_lags > 0 && rcc_autocorrelation(x, n, n_lags, out->r) == 0 &&
		rcc_autocorrelation(shuffled, n, n_lags, out->shuffled) == 0 &&
		rcc_ljung_box(out->r, n, n_lags, &out->q, &out->p) == 0;
	if (out->is_defined &&
	    rcc_changes(x, n, rcc_changes_penalty(n), scratch, change,
			&out->n_changes) == 0 &&
	    out->n_changes > 0)
		out->first_change = change[0];
	free(change);
	free(scratch);
	free(shuffled);
}

/* Compute the mean of each member of the highest level, for example of each
 * layout.  All members must have the same number of values. */
static void highest_means(const struct rcc_sample *sample, double *mean)
{
	const size_t top = sample->n_levels - 1;
	const size_t n = sample->r[top];
	size_t at = 0;

	for (size_t k = 0; k < n; k++) {
		struct rcc_sample part = *sample;
		struct rcc_levels levels;

		part.x = sample->x + at;
		part.n_levels = top;
		rcc_levels_compute(&part, &levels);
		mean[k] = levels.mean;
		at += levels.n_values;
	}
}

static void analyse_both_series(const struct rcc_sample *sample,
				struct rcc_random *random,
				struct rcc_analyse_system *out)
{
	const size_t top = sample->n_levels - 1;
	const size_t n = sample->r[top];
	const bool is_balanced = out->levels.balanced;
	double *mean;

	if (top == 0) {
		analyse_series(sample->x, n, random, &out->highest);
		return;
	}
	analyse_series(sample->x,
		       sample->size[0] != NULL ? sample->size[0][0]
					       : sample->r[0],
		       random, &out->lowest);
	if (!is_balanced)
		return;
	mean = rcc_mem_realloc(NULL, n, sizeof(*mean));
	highest_means(sample, mean);
	analyse_series(mean, n, random, &out->highest);
	free(mean);
}

static double rounding_shift(const struct rcc_sample *sample, size_t n,
			     double *scratch)
{
	struct rcc_rounding r;

	rcc_rounding_of(sample->x, n, scratch, &r);
	return r.shift;
}

static void analyse_system(const struct rcc_analyse_options *o,
			   const struct rcc_dataset_system *system,
			   struct rcc_analyse_system *out)
{
	const double level = o->confidence / 100;
	const size_t n = rcc_sample_n_values(&system->sample);
	double *copy;

	out->name = system->name;
	out->benchmark = system->benchmark;
	/* Errors are not checked, because undefined results are NaN and are
	 * printed as undefined. */
	rcc_levels_compute(&system->sample, &out->levels);
	out->mean = rcc_mean_of(&out->levels);
	rcc_interval_mean(&out->mean, level, &out->interval);
	out->is_constant = drop_if_empty(&out->interval);
	rcc_plan_repetitions(&out->levels, o->cost, MOST_ADVISED, level,
			     &out->plan);
	for (size_t i = 0; i < RCC_ANALYSE_N_PRECISIONS && !out->is_constant;
	     i++)
		rcc_plan_top(&out->mean, rcc_analyse_precision[i] / 100, level,
			     &out->n_for_precision[i]);
	rcc_plan_budget(&out->mean, o->budget, cost_of_highest(o, &out->levels),
			level, &out->n_in_budget, &out->half_width_in_budget);
	if (out->is_constant)
		out->half_width_in_budget = NAN;
	copy = rcc_mem_realloc(NULL, n, sizeof(*copy));
	if (fabs(out->mean.mean) > 0)
		out->rounding = rounding_shift(&system->sample, n, copy) /
				fabs(out->mean.mean);
	memcpy(copy, system->sample.x, n * sizeof(*copy));
	rcc_median(copy, n, &out->median);
	free(copy);
	if (o->rows.is_together)
		rcc_minimum_executions(&o->timer, out->levels.min,
				       &out->n_together);
}

static void analyse_ratio(struct rcc_analysis *a)
{
	const struct rcc_analyse_options *o = a->options;
	const double level = o->confidence / 100;
	const struct rcc_mean *old = &a->system[0].mean;
	const struct rcc_mean *now = &a->system[1].mean;
	struct rcc_claim claim;

	rcc_ratio_interval(old, now, o->method, level, &a->ratio);
	a->verdict = RCC_VERDICT_UNDECIDED;
	a->obstacle = rcc_verdict_obstacle(old, now);
	if (a->obstacle == RCC_OBSTACLE_NONE &&
	    rcc_rounding_matters(&a->ratio,
				 a->system[0].rounding + a->system[1].rounding,
				 o->threshold / 100))
		a->obstacle = RCC_OBSTACLE_COARSE;
	if (a->obstacle == RCC_OBSTACLE_CONSTANT ||
	    a->obstacle == RCC_OBSTACLE_COARSE) {
		rcc_ratio_drop_interval(&a->ratio);
		a->ratio.df = NAN;
	}
	if (a->obstacle != RCC_OBSTACLE_NONE)
		return;
	rcc_claim_ratio(old, now, o->method, level, o->threshold / 100, &claim);
	a->verdict = claim.verdict;
	if (a->verdict == RCC_VERDICT_UNDECIDED)
		rcc_claim_plan(old, now, level, o->threshold / 100,
			       RCC_CLAIM_POWER, &a->n_to_decide);
}

static void analyse_bootstrap(struct rcc_analysis *a, struct rcc_random *random)
{
	const struct rcc_analyse_options *o = a->options;
	const struct rcc_bootstrap_options options = {
		.statistic = o->statistic,
		.scheme = o->scheme,
		.n_replicates = o->n_replicates,
		.n_threads = o->n_threads,
		.level = o->confidence / 100};
	const struct rcc_sample *old = &a->data->system[0].sample;
	const struct rcc_sample *now =
		rcc_analyse_has_ratio(a) ? &a->data->system[1].sample : NULL;
	void *scratch =
		rcc_mem_alloc(rcc_bootstrap_scratch(old, now, &options));
	double *replicate =
		rcc_mem_realloc(NULL, o->n_replicates, sizeof(*replicate));

	rcc_bootstrap(old, now, &options, random, scratch, replicate,
		      &a->bootstrap);
	drop_if_empty(&a->bootstrap.percentile);
	drop_if_empty(&a->bootstrap.student);
	drop_if_empty(&a->bootstrap.bca);
	free(replicate);
	free(scratch);
	if (o->statistic == RCC_STATISTIC_MEAN)
		a->bootstrap_coverage = rcc_bootstrap_coverage(
			&a->system[0].levels,
			now != NULL ? &a->system[1].levels : NULL, o->scheme,
			options.level);
}

static int analyse(const struct rcc_analyse_options *o, uint64_t seed,
		   const struct rcc_dataset *data)
{
	struct rcc_analysis a = {.options = o,
				 .data = data,
				 .seed = seed,
				 .bootstrap_coverage = NAN};
	struct rcc_random random;
	int result = 0;

	rcc_random_stream(&random, seed, "analyse");
	a.system = rcc_mem_calloc(data->n_systems, sizeof(*a.system));
	for (size_t i = 0; i < data->n_systems; i++) {
		analyse_system(o, &data->system[i], &a.system[i]);
		if (o->wants_series)
			analyse_both_series(&data->system[i].sample, &random,
					    &a.system[i]);
	}
	if (data->has_benchmarks)
		rcc_analyse_suite(&a);
	drop_if_empty(&a.suite.log);
	drop_if_empty(&a.suite.bootstrap);
	if (rcc_analyse_has_ratio(&a))
		analyse_ratio(&a);
	if (o->n_replicates > 0 && !data->has_benchmarks)
		analyse_bootstrap(&a, &random);
	if (o->format == RCC_ANALYSE_JSON)
		result = rcc_analyse_json(&a, stdout);
	else
		rcc_analyse_text(&a, stdout);
	if (fflush(stdout) != 0 || ferror(stdout) || result != 0) {
		rcc_error_errno("cannot write the result");
		result = -1;
	}
	free(a.suite.pair);
	free(a.system);
	return result;
}

/* Refuse values whose variances would overflow or underflow as doubles. */
static int check_scale(const struct rcc_dataset *data)
{
	for (size_t i = 0; i < data->n_systems; i++) {
		const struct rcc_dataset_system *system = &data->system[i];
		const size_t n = rcc_sample_n_values(&system->sample);
		double most = 0;

		for (size_t k = 0; k < n; k++)
			most = fmax(most, fabs(system->sample.x[k]));
		if (most == 0 || (most >= SMALLEST && most <= LARGEST))
			continue;
		rcc_error("the values of \"%s\" are too %s: the largest is "
			  "%.3g, and their variance cannot be computed",
			  system->name, most < SMALLEST ? "small" : "large",
			  most);
		rcc_hint("give them in another unit, in which they lie "
			 "between %g and %g",
			 SMALLEST, LARGEST);
		return -1;
	}
	return 0;
}

static int complete(struct rcc_analyse_options *o,
		    const struct rcc_dataset *data)
{
	if (o->n_costs == 0) {
		for (size_t i = 0; i < data->n_levels; i++)
			o->cost[i] = 1;
	} else if (o->n_costs != data->n_levels) {
		rcc_error("--costs has %zu numbers, but the data has %zu "
			  "levels",
			  o->n_costs, data->n_levels);
		return -1;
	}
	return 0;
}

/* Refuse options that do not apply to several benchmarks.  The geometric mean is
 * bootstrapped by means at all levels. */
static int check_benchmarks(const struct rcc_analyse_options *o,
			    const struct rcc_dataset *data)
{
	if (!data->has_benchmarks || !rcc_analyse_has_own_bootstrap(o))
		return 0;
	rcc_error("--scheme and --statistic are not for data of several "
		  "benchmarks, whose bootstrap is of means at all levels");
	rcc_hint("analyse one benchmark at a time, without that column");
	return -1;
}

static int analyse_machines(const struct rcc_analyse_options *o,
			    const struct rcc_dataset *data)
{
	if (!data->has_benchmarks)
		return rcc_fleet_analyse(o, &data->fleet, data->n_left_out);
	rcc_error("\"%s\" has both benchmarks and machines", o->path);
	rcc_hint("analyse one benchmark at a time, without that column");
	return RCC_EXIT_USAGE;
}

int rcc_cmd_analyse(int argc, char **argv)
{
	struct rcc_analyse_options o;
	struct rcc_dataset data;
	struct rcc_refusal why = {0};
	uint64_t seed;
	int status = RCC_EXIT_USAGE;

	rcc_analyse_options_parse(argc, argv, &o);
	if (rcc_number_seed(o.seed_text, &seed) != 0) {
		rcc_error("bad seed \"%s\"", o.seed_text);
		rcc_hint("a seed is a whole number from 0 to 2^64 - 1");
		return RCC_EXIT_USAGE;
	}
	if (rcc_dataset_read(o.path, &o.rows, &data, &why) != 0) {
		rcc_refusal_print(&why);
		rcc_refusal_release(&why);
		return RCC_EXIT_USAGE;
	}
	if (data.has_machines) {
		status = analyse_machines(&o, &data);
		rcc_dataset_release(&data);
		return status;
	}
	if (o.estimator == RCC_STATISTIC_MIN &&
	    rcc_dataset_counts_differ(&data)) {
		rcc_warn("not every \"%s\" has the same number of values, so "
			 "their minima cannot be compared: of more values the "
			 "minimum is smaller",
			 data.level_name[data.n_levels - 1]);
		rcc_hint("give --estimator median, or leave values out until "
			 "all have the same number");
	}
	if (o.estimator != RCC_STATISTIC_MEAN)
		rcc_dataset_reduce(&data, o.estimator);
	if (check_benchmarks(&o, &data) == 0 && check_scale(&data) == 0 &&
	    complete(&o, &data) == 0 && analyse(&o, seed, &data) == 0)
		status = RCC_EXIT_OK;
	rcc_dataset_release(&data);
	return status;
}
