/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The JSON output of `randstudy analyse` for many machines.  Keys never change.
 * Undefined numbers are null.  Variances, effects and standard errors are of
 * natural logarithms; means and ratios are not logarithms.
 */
#include "analyse/fleet_result.h"

#include <math.h>

#include <jansson.h>

#include "analyse/json_values.h"

#define NUMBER(x) rcc_analyse_json_number(x)
#define COUNT(n) rcc_analyse_json_count(n)

/* Return the estimate and the limits of an interval. */
static json_t *estimate(const struct rcc_interval *it)
{
	return json_pack("{s:o, s:o, s:o, s:o, s:o}", "estimate",
			 NUMBER(it->estimate), "lo", NUMBER(it->lo), "hi",
			 NUMBER(it->hi), "df", NUMBER(it->df), "level",
			 NUMBER(it->level));
}

/* Return an interval of logarithms as an interval of values: exp() of the
 * estimate and of the limits. */
static json_t *power(const struct rcc_interval *it)
{
	struct rcc_interval result = *it;

	result.estimate = exp(it->estimate);
	result.lo = exp(it->lo);
	result.hi = exp(it->hi);
	return estimate(&result);
}

static json_t *test(const struct rcc_fleet_test *it)
{
	return json_pack("{s:o, s:o, s:o, s:o}", "f", NUMBER(it->f), "df1",
			 NUMBER(it->df1), "df2", NUMBER(it->df2), "p",
			 NUMBER(it->p));
}

static json_t *components(const struct rcc_fleet *f)
{
	static const char *const key[] = {"machines", "layouts",
					  "layouts_machines", "runs"};
	json_t *all = json_object();

	for (int i = 0; i < RCC_N_FLEET_COMPONENTS; i++)
		json_object_set_new(all, key[i], estimate(&f->component[i]));
	return all;
}

static json_t *machines(const struct rcc_fleet_analysis *a,
			const struct rcc_fleet_part *part)
{
	json_t *all = json_array();

	for (size_t m = 0; m < part->fleet.n_machines; m++) {
		const struct rcc_fleet_machine *it = &part->machine[m];
		const size_t number = part->machine_number[m];
		json_t *one = json_pack(
			"{s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "name",
			a->rows->machine.item[number], "n", COUNT(it->n_runs),
			"effect", NUMBER(it->effect), "se", NUMBER(it->se), "p",
			NUMBER(it->p), "p_holm", NUMBER(it->p_holm), "shrunken",
			NUMBER(it->shrunken), "shrunken_sd",
			NUMBER(it->shrunken_sd));

		if (a->rows->has_kinds)
			json_object_set_new(
				one, "kind",
				json_string(
					a->rows->kind.item
						[a->rows->kind_of[number]]));
		json_array_append_new(all, one);
	}
	return all;
}

static json_t *kinds(const struct rcc_fleet_analysis *a,
		     const struct rcc_fleet_part *part)
{
	json_t *all = json_array();

	if (!a->rows->has_kinds) {
		json_decref(all);
		return json_null();
	}
	for (size_t k = 0; k < part->fleet.n_kinds; k++) {
		const struct rcc_fleet_kind *it = &part->kind[k];

		json_array_append_new(
			all, json_pack("{s:s, s:o, s:o, s:o}", "name",
				       a->rows->kind.item[part->kind_number[k]],
				       "machines", COUNT(it->n_machines),
				       "mean", power(&it->mean), "to_first",
				       power(&it->difference)));
	}
	return all;
}

static json_t *plans(const struct rcc_fleet_part *part)
{
	json_t *all = json_array();

	for (size_t i = 0; i < RCC_FLEET_N_PRECISIONS; i++) {
		const struct rcc_fleet_plan *it = &part->plan[i];
		const bool is_found = it->n_machines > 0;

		json_array_append_new(
			all,
			json_pack("{s:f, s:o, s:o, s:o, s:o, s:o}", "percent",
				  rcc_fleet_precision[i], "machines",
				  is_found ? COUNT(it->n_machines)
					   : json_null(),
				  "layouts",
				  is_found ? COUNT(it->n_layouts) : json_null(),
				  "runs",
				  is_found ? COUNT(it->n_rounds) : json_null(),
				  "cost",
				  is_found ? NUMBER(it->cost) : json_null(),
				  "half_width",
				  is_found ? NUMBER(it->half_width)
					   : json_null()));
	}
	return all;
}

static json_t *tests(const struct rcc_fleet *f)
{
	return json_pack("{s:o, s:o, s:o, s:o}", "machines_differ",
			 test(&f->machines_differ), "layouts_differ",
			 test(&f->layouts_differ), "layouts_depend",
			 test(&f->layouts_depend), "kinds_differ",
			 test(&f->kinds_differ));
}

static json_t *part_of(const struct rcc_fleet_analysis *a,
		       const struct rcc_fleet_part *part)
{
	const struct rcc_fleet *f = &part->fleet;
	json_t *all = json_pack(
		"{s:o, s:o, s:o, s:o, s:b, s:o, s:o, s:o, s:o, s:o}",
		"n_machines", COUNT(f->n_machines), "n_layouts",
		COUNT(f->n_layouts), "n_runs", COUNT(f->n_runs), "n_cells",
		COUNT(f->n_cells), "balanced", f->balanced, "mean",
		power(&f->mean), "components", components(f), "portable_share",
		estimate(&f->share), "tests", tests(f), "reml_criterion",
		NUMBER(f->reml_criterion));

	json_object_set_new(all, "machines", machines(a, part));
	json_object_set_new(all, "kinds", kinds(a, part));
	json_object_set_new(all, "plan",
			    part->error == 0 ? plans(part) : json_null());
	if (part->name != NULL)
		json_object_set_new(all, "name", json_string(part->name));
	return all;
}

static json_t *ratio(const struct rcc_fleet_analysis *a)
{
	json_t *all;

	if (!a->has_ratio)
		return json_null();
	all = part_of(a, &a->ratio);
	json_object_set_new(all, "old", json_string(a->rows->system.item[0]));
	json_object_set_new(all, "new", json_string(a->rows->system.item[1]));
	json_object_set_new(all, "without_partner",
			    COUNT(a->n_without_partner));
	json_object_set_new(all, "verdict",
			    rcc_analyse_json_verdict(a->claim.verdict));
	return all;
}

int rcc_fleet_json(const struct rcc_fleet_analysis *a, FILE *out)
{
	json_t *systems = json_array();
	json_t *all;

	for (size_t s = 0; s < a->rows->system.n; s++)
		json_array_append_new(systems, part_of(a, &a->system[s]));
	all = json_pack("{s:s, s:o, s:o, s:o, s:o, s:o}", "format",
			"randcc-fleet-analysis-1", "machines", json_true(),
			"systems", systems, "ratio", ratio(a), "threshold",
			NUMBER(a->options->threshold / 100), "costs",
			json_pack("{s:f, s:f, s:f}", "machine",
				  a->costs.machine, "layout", a->costs.layout,
				  "run", a->costs.run));
	return rcc_analyse_json_print(all, out);
}
