/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The JSON output of `randstudy analyse`.  Keys never change.  Undefined
 * numbers are null.  Levels are in the order of the file's header, highest
 * first.
 */
#include "analyse/analyse_result.h"
#include "analyse/json_values.h"

#include <math.h>
#include <inttypes.h>

#include <jansson.h>

static json_t *levels(const struct rcc_analysis *a,
		      const struct rcc_analyse_system *system)
{
	json_t *all = json_array();

	for (size_t i = a->data->n_levels; i-- > 0;) {
		const struct rcc_level *level = &system->levels.level[i];

		json_array_append_new(
			all,
			json_pack("{s:s, s:o, s:o, s:o, s:o, s:b, s:b, s:o, "
				  "s:o}",
				  "name", a->data->level_name[i], "n",
				  rcc_analyse_json_count(level->r_max), "n_min",
				  rcc_analyse_json_count(level->r_min), "S2",
				  rcc_analyse_json_number(level->s2), "T2",
				  rcc_analyse_json_number(level->t2), "removed",
				  level->status == RCC_LEVEL_REMOVED,
				  "repeated", level->r_max > 1, "S2_kept",
				  rcc_analyse_json_number(level->s2_kept),
				  "T2_kept",
				  rcc_analyse_json_number(level->t2_kept)));
	}
	return all;
}

static json_t *precisions(const struct rcc_analyse_system *system)
{
	json_t *all = json_array();

	for (size_t i = 0; i < RCC_ANALYSE_N_PRECISIONS; i++) {
		const size_t n = system->n_for_precision[i];

		json_array_append_new(
			all, json_pack("{s:f, s:o}", "percent",
				       rcc_analyse_precision[i], "n",
				       n > 0 ? rcc_analyse_json_count(n)
					     : json_null()));
	}
	return all;
}

static json_t *plan(const struct rcc_analysis *a,
		    const struct rcc_analyse_system *system)
{
	const struct rcc_analyse_options *o = a->options;
	json_t *r = json_array();
	json_t *lo = json_array();
	json_t *hi = json_array();
	json_t *costs = json_array();
	json_t *all;

	for (size_t i = a->data->n_levels; i-- > 0;) {
		const struct rcc_plan_level *level = &system->plan.level[i];

		/* The number of repetitions at the highest level is null here,
		 * because it depends on the precision that is wanted.
		 * precisions() returns this number for each precision. */
		json_array_append_new(
			r, level->rule == RCC_PLAN_TOP
				   ? json_null()
				   : rcc_analyse_json_count(level->r));
		json_array_append_new(lo, rcc_analyse_json_number(level->lo));
		json_array_append_new(hi, rcc_analyse_json_number(level->hi));
		json_array_append_new(costs,
				      rcc_analyse_json_number(o->cost[i]));
	}
	all = json_pack("{s:o, s:o, s:o, s:o, s:o}", "r", r, "lo", lo, "hi", hi,
			"costs", costs, "precision", precisions(system));
	if (o->budget > 0)
		json_object_set_new(
			all, "budget",
			json_pack("{s:o, s:o, s:o}", "cost",
				  rcc_analyse_json_number(o->budget), "n",
				  rcc_analyse_json_count(system->n_in_budget),
				  "half_width",
				  rcc_analyse_json_number(
					  system->half_width_in_budget)));
	return all;
}

static json_t *series(const struct rcc_analyse_series *it)
{
	json_t *r = json_array();
	json_t *shuffled = json_array();

	if (!it->is_defined) {
		json_decref(r);
		json_decref(shuffled);
		return json_null();
	}
	for (size_t k = 0; k < RCC_ANALYSE_LAGS; k++) {
		json_array_append_new(r, rcc_analyse_json_number(it->r[k]));
		json_array_append_new(shuffled,
				      rcc_analyse_json_number(it->shuffled[k]));
	}
	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "n",
			 rcc_analyse_json_count(it->n), "bound",
			 rcc_analyse_json_number(it->bound), "autocorrelation",
			 r, "shuffled", shuffled, "ljung_box",
			 rcc_analyse_json_number(it->q), "p",
			 rcc_analyse_json_number(it->p), "changes",
			 rcc_analyse_json_count(it->n_changes));
}

static json_t *system_of(const struct rcc_analysis *a, size_t i)
{
	const struct rcc_analyse_system *it = &a->system[i];
	json_t *all = json_pack(
		"{s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:b, s:o, s:o, s:o}",
		"name", it->name, "n",
		rcc_analyse_json_count(it->levels.n_values), "mean",
		rcc_analyse_json_number(it->levels.mean), "median",
		rcc_analyse_json_number(it->median), "min",
		rcc_analyse_json_number(it->levels.min), "max",
		rcc_analyse_json_number(it->levels.max), "sd",
		rcc_analyse_json_number(it->levels.sd), "balanced",
		it->levels.balanced, "ci",
		rcc_analyse_json_interval(&it->interval), "levels",
		levels(a, it), "plan", plan(a, it));

	if (it->benchmark != NULL)
		json_object_set_new(all, "benchmark",
				    json_string(it->benchmark));
	if (a->options->rows.is_together)
		json_object_set_new(all, "together",
				    it->n_together > 0 ? rcc_analyse_json_count(
								 it->n_together)
						       : json_null());
	if (a->options->wants_series) {
		json_object_set_new(all, "highest_series",
				    series(&it->highest));
		json_object_set_new(all, "lowest_series", series(&it->lowest));
	}
	return all;
}

static json_t *one_ratio(const struct rcc_ratio *it)
{
	json_t *gap = json_null();

	if (it->set == RCC_RATIO_OUTSIDE)
		gap = json_pack("[o, o]", rcc_analyse_json_number(it->gap_lo),
				rcc_analyse_json_number(it->gap_hi));
	return json_pack("{s:o, s:o, s:o, s:o, s:s, s:b, s:o, s:o}", "estimate",
			 rcc_analyse_json_number(it->estimate), "lo",
			 rcc_analyse_json_number(it->lo), "hi",
			 rcc_analyse_json_number(it->hi), "df",
			 rcc_analyse_json_number(it->df), "method",
			 rcc_ratio_method_name(it->method), "bounded",
			 it->set == RCC_RATIO_BOUNDED, "outside", gap, "level",
			 rcc_analyse_json_number(it->level));
}

static json_t *ratio(const struct rcc_analysis *a)
{
	return rcc_analyse_has_ratio(a) ? one_ratio(&a->ratio) : json_null();
}

static json_t *bootstrap(const struct rcc_analysis *a)
{
	const struct rcc_analyse_options *o = a->options;
	const struct rcc_bootstrap *it = &a->bootstrap;
	char seed[24];

	if (o->n_replicates == 0 || a->data->has_benchmarks)
		return json_null();
	/* The seed is a string, because many readers store JSON numbers as
	 * doubles. */
	snprintf(seed, sizeof(seed), "%" PRIu64, a->seed);
	return json_pack(
		"{s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:b, s:o, "
		"s:o, s:s}",
		"of", rcc_analyse_has_ratio(a) ? "ratio" : "system",
		"statistic", rcc_statistic_name(o->statistic), "scheme",
		rcc_scheme_name(o->scheme), "estimate",
		rcc_analyse_json_number(it->estimate), "center",
		rcc_analyse_json_number(it->center), "percentile",
		rcc_analyse_json_interval(&it->percentile), "student",
		rcc_analyse_json_interval(&it->student), "bca",
		rcc_analyse_json_interval(&it->bca), "few", it->few, "coverage",
		rcc_analyse_json_number(a->bootstrap_coverage), "replicates",
		rcc_analyse_json_count(it->n_replicates), "seed", seed);
}

static json_t *pair(const struct rcc_suite_pair *it)
{
	const bool is_defined = it->error == 0;

	return json_pack(
		"{s:s, s:o, s:o, s:o, s:o, s:o}", "benchmark", it->name,
		"ratio", is_defined ? one_ratio(&it->ratio) : json_null(),
		"verdict",
		is_defined ? rcc_analyse_json_verdict(it->verdict)
			   : json_null(),
		"p", rcc_analyse_json_number(it->p), "p_holm",
		rcc_analyse_json_number(it->p_holm), "verdict_holm",
		is_defined ? rcc_analyse_json_verdict(it->joint) : json_null());
}

/* Make the object for the comparison over benchmarks; null if there are no
 * benchmarks or only one system. */
static json_t *suite(const struct rcc_analysis *a)
{
	const struct rcc_suite_ratio *it = &a->suite;
	json_t *pairs = json_array();
	json_t *all;
	char seed[24];

	for (size_t i = 0; i < it->n; i++)
		json_array_append_new(pairs, pair(&it->pair[i]));
	if (it->n == 0) {
		json_decref(pairs);
		return json_null();
	}
	snprintf(seed, sizeof(seed), "%" PRIu64, a->seed);
	all = json_pack("{s:s, s:s, s:o}", "old", a->old, "new", a->now,
			"benchmarks", pairs);
	json_object_set_new(
		all, "geometric_mean",
		json_pack(
			"{s:o, s:o, s:o, s:o, s:o, s:b, s:o, s:s}", "estimate",
			it->log_error == 0
				? rcc_analyse_json_number(it->log.estimate)
				: json_null(),
			"n", rcc_analyse_json_count(it->n_defined), "log",
			it->log_error == 0 ? rcc_analyse_json_interval(&it->log)
					   : json_null(),
			"bootstrap",
			it->bootstrap_error == 0
				? rcc_analyse_json_interval(&it->bootstrap)
				: json_null(),
			"level",
			rcc_analyse_json_number(a->options->confidence / 100),
			"few", it->few, "replicates",
			rcc_analyse_json_count(a->n_suite_replicates), "seed",
			seed));
	return all;
}

/* Describe how the analysed values were computed from the numbers in the file
 * (--only, --estimator, --tune).  Returns null if the analysed values are the
 * unchanged numbers of the file. */
static json_t *values(const struct rcc_analysis *a)
{
	const struct rcc_analyse_options *o = a->options;
	json_t *all = json_object();

	if (o->rows.only != NULL)
		json_object_set_new(
			all, "only",
			json_pack("{s:s, s:s, s:o}", "level",
				  a->data->only_name, "cell", o->rows.only,
				  "left_out",
				  rcc_analyse_json_count(a->data->n_left_out)));
	if (o->estimator != RCC_STATISTIC_MEAN)
		json_object_set_new(
			all, "estimator",
			json_string(rcc_statistic_name(o->estimator)));
	if (o->rows.is_together)
		json_object_set_new(
			all, "timer",
			json_pack(
				"{s:o, s:o, s:o, s:o, s:I}", "accuracy",
				rcc_analyse_json_number(o->timer.accuracy_ns),
				"precision",
				rcc_analyse_json_number(o->timer.precision_ns),
				"a",
				rcc_analyse_json_number(o->timer.a *
							o->timer.precision_ns),
				"b", rcc_analyse_json_number(o->timer.b),
				"most_together",
				(json_int_t)a->data->most_together));
	if (json_object_size(all) > 0)
		return all;
	json_decref(all);
	return json_null();
}

int rcc_analyse_json(const struct rcc_analysis *a, FILE *out)
{
	json_t *systems = json_array();
	json_t *all;

	for (size_t i = 0; i < a->data->n_systems; i++)
		json_array_append_new(systems, system_of(a, i));
	all = json_pack(
		"{s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "format",
		"randcc-analysis-1", "systems", systems, "values", values(a),
		"suite", suite(a), "ratio", ratio(a), "bootstrap", bootstrap(a),
		"verdict",
		rcc_analyse_has_ratio(a) ? rcc_analyse_json_verdict(a->verdict)
					 : json_null(),
		"threshold",
		rcc_analyse_json_number(a->options->threshold / 100),
		"to_decide",
		a->n_to_decide > 0 ? rcc_analyse_json_count(a->n_to_decide)
				   : json_null());
	return rcc_analyse_json_print(all, out);
}
