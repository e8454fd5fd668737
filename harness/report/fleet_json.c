/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Print the findings of a study of several machines as JSON. */
#include "harness/report/fleet_page.h"

#include <math.h>
#include <stdlib.h>

#include "common/mem.h"
#include "common/strvec.h"
#include "harness/report/fleet_answer.h"
#include "harness/report/fleet_warnings.h"
#include "harness/report/json_parts.h"
#include "harness/report/verdict_words.h"
#include "harness/study/simulation.h"

#define FORMAT_NAME "randcc-machines-1"

/* ---- Models ------------------------------------------------------------- */

static json_t *test_json(const struct rcc_fleet_test *test)
{
	return json_pack("{s:o,s:o,s:o,s:o}", "f", rcc_json_number(test->f),
			 "df1", rcc_json_number(test->df1), "df2",
			 rcc_json_number(test->df2), "p",
			 rcc_json_number(test->p));
}

static json_t *tests_json(const struct rcc_fleet *r)
{
	return json_pack("{s:o,s:o,s:o,s:o}", "layouts-differ",
			 test_json(&r->layouts_differ), "layouts-depend",
			 test_json(&r->layouts_depend), "machines-differ",
			 test_json(&r->machines_differ), "kinds-differ",
			 test_json(&r->kinds_differ));
}

/* Return the variance of the log ratio that each source adds: machines,
 * layouts, layouts on one machine, runs. */
static json_t *variances_json(const struct rcc_fleet *r)
{
	static const char *const key[] = {"machines", "layouts",
					  "layouts-machines", "runs"};
	json_t *all = json_object();

	for (size_t i = 0; i < RCC_N_FLEET_COMPONENTS; i++)
		json_object_set_new(all, key[i],
				    rcc_json_interval(&r->component[i]));
	return all;
}

static json_t *model_machines_json(const struct rcc_fleet_findings *fleet,
				   const struct rcc_fleet_model *m)
{
	json_t *all = json_array();

	for (size_t i = 0; i < m->result.n_machines; i++) {
		const struct rcc_fleet_machine *it = &m->machine[i];
		const size_t index = m->machine_index[i];

		json_array_append_new(
			all,
			json_pack("{s:i,s:I,s:o,s:o,s:o,s:o,s:o,s:o,s:b}",
				  "machine", (int)fleet->machine[index].number,
				  "values", (json_int_t)it->n_runs, "effect",
				  rcc_json_number(it->effect), "se",
				  rcc_json_number(it->se), "p",
				  rcc_json_number(it->p), "p-holm",
				  rcc_json_number(it->p_holm), "shrunken",
				  rcc_json_number(it->shrunken), "shrunken-sd",
				  rcc_json_number(it->shrunken_sd), "differs",
				  rcc_fleet_model_differs(m, i)));
	}
	return all;
}

/* Convert the interval of a mean log ratio to an interval of the ratio, and
 * return it as JSON. */
static json_t *power_json(const struct rcc_interval *it)
{
	struct rcc_interval result = *it;

	result.estimate = exp(it->estimate);
	result.lo = exp(it->lo);
	result.hi = exp(it->hi);
	return rcc_json_interval(&result);
}

/* Return the results for each kind of machine; an empty array if the model does
 * not tell kinds apart. */
static json_t *kinds_json(const struct rcc_fleet_findings *fleet,
			  const struct rcc_fleet_model *m)
{
	json_t *all = json_array();

	for (size_t i = 0; m->result.n_kinds > 1 && i < m->result.n_kinds; i++)
		json_array_append_new(
			all,
			json_pack("{s:s,s:I,s:o,s:o}", "kind",
				  fleet->kind[m->kind_index[i]], "machines",
				  (json_int_t)m->kind[i].n_machines, "mean",
				  power_json(&m->kind[i].mean), "to-first",
				  power_json(&m->kind[i].difference)));
	return all;
}

/* A model gives one ratio over all machines and layouts.  Return the results of
 * the model; null if m->error is not 0. */
static json_t *model_json(const struct rcc_fleet_findings *fleet,
			  const struct rcc_fleet_model *m)
{
	const struct rcc_fleet *r = &m->result;
	struct rcc_ratio ratio;

	if (m->error != 0)
		return json_null();
	ratio = rcc_fleet_model_ratio(m);
	return json_pack(
		"{s:I,s:I,s:I,s:I,s:b,s:o,s:o,s:o,s:o,s:o,s:o}", "machines",
		(json_int_t)r->n_machines, "layouts", (json_int_t)r->n_layouts,
		"values", (json_int_t)r->n_runs, "cells",
		(json_int_t)r->n_cells, "balanced", r->balanced, "ratio",
		rcc_json_ratio(&ratio), "variances", variances_json(r),
		"portable-share", rcc_json_interval(&r->share), "tests",
		tests_json(r), "each-machine", model_machines_json(fleet, m),
		"kinds", kinds_json(fleet, m));
}

static json_t *effects_json(const struct rcc_fleet_findings *fleet)
{
	json_t *all = json_array();

	for (size_t i = 0; i < fleet->n_effects; i++)
		json_array_append_new(
			all, json_pack("{s:s,s:o}", "arm", fleet->effect[i],
				       "over-machines",
				       model_json(fleet, &fleet->model[i])));
	return all;
}

static json_t *comparison_json(const struct rcc_fleet_findings *fleet,
			       const struct rcc_fleet_comparison *c)
{
	const enum rcc_better better = fleet->metric.better;
	char *headline = rcc_fleet_headline(fleet, c);
	json_t *json = json_pack(
		"{s:s,s:s,s:s,s:f,s:s,s:s,s:o,s:o,s:o,s:o}", "old", c->old,
		"new", c->now, "headline", headline, "threshold", c->delta,
		"verdict", rcc_verdict_key(c->verdict, better), "verdict-alone",
		rcc_verdict_key(fleet->is_unfinished ? RCC_VERDICT_UNDECIDED
						     : c->claim.verdict,
				better),
		"regression", rcc_json_regression(c->verdict, better), "p",
		rcc_json_number(c->claim.p), "p-holm",
		rcc_json_number(c->p_holm), "over-machines",
		model_json(fleet, &c->model));

	free(headline);
	return json;
}

static json_t *comparisons_json(const struct rcc_fleet_findings *fleet)
{
	json_t *all = json_array();

	for (size_t i = 0; i < fleet->n_comparisons; i++)
		json_array_append_new(
			all, comparison_json(fleet, &fleet->comparison[i]));
	return all;
}

/* ---- Each machine ------------------------------------------------------- */

static json_t *effect_json(const struct rcc_fleet_findings *fleet,
			   const struct rcc_fleet_effect *e, size_t i)
{
	const bool is_defined = e->error == 0;

	return json_pack("{s:s,s:o,s:o}", "arm", fleet->effect[i], "shift",
			 is_defined ? rcc_json_ratio(&e->shift) : json_null(),
			 "layout-sd-percent",
			 is_defined && e->has_sd ? rcc_json_interval(&e->sd)
						 : json_null());
}

static json_t *machine_json(const struct rcc_fleet_findings *fleet,
			    const struct rcc_fleet_member *m)
{
	json_t *effects = json_array();
	json_t *json;

	for (size_t i = 0; i < fleet->n_effects; i++)
		json_array_append_new(effects,
				      effect_json(fleet, &m->effect[i], i));
	json = json_pack("{s:i,s:s,s:I,s:I,s:I,s:b,s:o,s:O?}", "machine",
			 (int)m->number, "name", m->name, "runs",
			 (json_int_t)m->n_runs, "planned",
			 (json_int_t)m->n_planned, "failed",
			 (json_int_t)m->n_failed, "finished", !m->is_unfinished,
			 "effects", effects, "host", m->host);
	if (m->simulation != NULL)
		json_object_set_new(json, "simulation",
				    json_pack("{s:O}",
					      rcc_simulation_tool(fleet->tool),
					      m->simulation));
	return json;
}

/* Return the groups of machines of the study that were the same computer. */
static json_t *computers_json(const struct rcc_fleet_findings *fleet)
{
	/* If machine i is the first of a group, group[i] is the number of that
	 * group, counted from 1.  Otherwise it is 0. */
	size_t *group = rcc_mem_calloc(fleet->n + 1, sizeof(*group));
	json_t *all = json_array();

	for (size_t i = 0; i < fleet->n; i++) {
		const size_t first = fleet->machine[i].computer;

		if (first == i)
			continue;
		if (group[first] == 0) {
			json_array_append_new(
				all,
				json_pack("[i]",
					  (int)fleet->machine[first].number));
			group[first] = json_array_size(all);
		}
		json_array_append_new(json_array_get(all, group[first] - 1),
				      json_integer(fleet->machine[i].number));
	}
	free(group);
	return all;
}

void rcc_report_fleet_json(const struct rcc_fleet_findings *fleet, FILE *out)
{
	struct rcc_strvec warning = {0};
	json_t *machines = json_array();
	json_t *missing = json_array();

	rcc_fleet_leading_warnings(fleet, &warning);
	rcc_fleet_other_warnings(fleet, &warning);
	for (size_t i = 0; i < fleet->n; i++)
		json_array_append_new(machines,
				      machine_json(fleet, &fleet->machine[i]));
	for (size_t i = 0; i < fleet->missing.n; i++)
		json_array_append_new(missing,
				      json_integer(fleet->missing.number[i]));
	rcc_json_print(
		json_pack("{s:s,s:s,s:s,s:o,s:f,s:i,s:b,s:o,s:o,s:o,s:o,s:o,s:"
			  "o,s:b}",
			  "format", FORMAT_NAME, "metric", fleet->metric.name,
			  "unit", rcc_json_unit(&fleet->metric), "better",
			  rcc_json_better(fleet->metric.better), "confidence",
			  fleet->level, "planned-machines",
			  (int)fleet->n_machines, "finished",
			  !fleet->is_unfinished, "missing", missing,
			  "same-computer", computers_json(fleet), "effects",
			  effects_json(fleet), "comparisons",
			  comparisons_json(fleet), "machines", machines,
			  "warnings", rcc_json_strings(&warning), "simulated",
			  fleet->is_simulated),
		out);
}
