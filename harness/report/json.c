/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/json.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "harness/findings/detectable_difference.h"
#include "harness/findings/tandem_cost.h"
#include "harness/report/all_pairs_page.h"
#include "harness/report/comparison_json.h"
#include "harness/report/json_parts.h"
#include "harness/report/rounds_words.h"
#include "harness/report/verdict_words.h"
#include "harness/report/warnings.h"
#include "harness/study/interim.h"
#include "harness/study/simulation.h"
#include "harness/study/toolchains.h"

#define FORMAT_NAME "randcc-study-1"

static json_t *layouts_json(const struct rcc_findings *f,
			    const struct rcc_cell *c)
{
	json_t *array = json_array();

	for (size_t i = 0; i < c->n_layouts; i++) {
		const struct rcc_layout_record *l =
			rcc_stored_layout(&f->stored, c->layout_id[i]);
		char seed[24] = "none";
		char checksum[24];

		if (!l->is_original)
			snprintf(seed, sizeof(seed), "%" PRIu64, l->seed);
		snprintf(checksum, sizeof(checksum), "%016" PRIx64,
			 l->checksum);
		json_array_append_new(
			array,
			json_pack("{s:I,s:s,s:s,s:I,s:o}", "id",
				  (json_int_t)l->id, "seed", seed,
				  "program-checksum", checksum, "runs-ok",
				  (json_int_t)c->size[i], "mean",
				  rcc_json_number(c->layout_mean[i])));
	}
	return array;
}

/* Return an object {SYSTEM: [LIBRARY, ...]} with the shared libraries that are
 * laid out with the program of each system. */
static json_t *libraries_json(const struct rcc_findings *f)
{
	json_t *json = json_object();

	for (size_t i = 0; i < f->stored.study.n_systems; i++) {
		const struct rcc_layout_record *l =
			rcc_stored_original(&f->stored, i);
		json_t *names = json_array();

		for (size_t k = 0; l != NULL && k < l->n_libraries; k++)
			json_array_append_new(names,
					      json_string(l->library[k].name));
		json_object_set_new(json, rcc_findings_system_name(f, i),
				    names);
	}
	return json;
}

static bool has_libraries(const struct rcc_stored *s)
{
	for (size_t i = 0; i < s->n_layouts; i++)
		if (s->layout[i].n_libraries != 0)
			return true;
	return s->study.has_libraries;
}

static json_t *outcomes_json(const struct rcc_findings *f)
{
	json_t *json = json_object();

	for (int i = 0; i < RCC_N_OUTCOMES; i++)
		json_object_set_new(json, rcc_outcome_text((enum rcc_outcome)i),
				    json_integer((json_int_t)f->by_outcome[i]));
	return json;
}

static json_t *detectable_difference_json(const struct rcc_findings *f)
{
	struct rcc_detectable_difference d;

	rcc_detectable_difference_compute(f, &d);
	if (d.comparison.error != 0)
		return json_null();
	return json_pack("{s:o,s:o,s:o,s:f,s:b,s:I,s:I,s:I,s:o,s:I,s:I}",
			 "ratio",
			 rcc_json_ratio(rcc_comparison_ratio(&d.comparison)),
			 "half-width", rcc_json_number(d.half_width),
			 "detectable", rcc_json_number(d.detectable), "power",
			 RCC_DETECTABLE_POWER, "told-apart", d.is_false_alarm,
			 "splits", (json_int_t)d.n_splits, "split-alarms",
			 (json_int_t)d.n_split_alarms, "runs-of-one-layout",
			 (json_int_t)d.n_runs, "one-layout-rate",
			 rcc_json_number(d.one_layout_rate), "pairs",
			 (json_int_t)d.n_pairs, "pair-alarms",
			 (json_int_t)d.n_pair_alarms);
}

static json_t *interim_json(const struct rcc_stored *s)
{
	size_t n = 0;
	struct rcc_interim *analysis =
		rcc_interim_read(s->interim_analyses, &n);
	json_t *array = json_array();

	for (size_t i = 0; i < n; i++)
		json_array_append_new(
			array,
			json_pack("{s:i,s:o,s:s}", "layouts",
				  (int)analysis[i].n_layouts, "half-width",
				  rcc_json_number(analysis[i].half_width),
				  "then",
				  rcc_interim_text(analysis[i].decision)));
	free(analysis);
	return array;
}

/* Return when the study's result could be read (looks.h): the number of layouts
 * at each time, whether these times were planned, and, if the study had a time
 * limit, the number of layouts at which it was expected to end. */
static json_t *looks_json(const struct rcc_looks *looks)
{
	json_t *array = json_array();

	for (size_t i = 0; i < looks->n; i++)
		json_array_append_new(
			array, json_integer((json_int_t)looks->n_layouts[i]));
	return json_pack("{s:b,s:o,s:o}", "planned",
			 looks->plan.kind != RCC_LOOKS_UNPLANNED, "layouts",
			 array, "end",
			 looks->plan.kind == RCC_LOOKS_LIMITED
				 ? json_integer((json_int_t)looks->plan.n_end)
				 : json_null());
}

static json_t *cells_json(const struct rcc_findings *f)
{
	json_t *array = json_array();

	for (size_t i = 0; i < f->n_cells; i++) {
		json_t *cell = rcc_json_cell(f, &f->cell[i]);

		json_object_set_new(cell, "layout-means",
				    layouts_json(f, &f->cell[i]));
		json_array_append_new(array, cell);
	}
	return array;
}

static json_t *effects_json(const struct rcc_findings *f)
{
	json_t *array = json_array();

	for (size_t i = 0; i < f->n_effects; i++)
		json_array_append_new(array, rcc_json_effect(f, &f->effect[i]));
	return array;
}

/* Return how runs in tandem shared a CPU, and the ratio of their CPU time to
 * the CPU time of runs alone. */
static json_t *tandem_json(const struct rcc_findings *f)
{
	json_t *json = rcc_tandem_json(&f->stored.tandem);
	struct rcc_tandem_cost cost;

	rcc_tandem_cost_compute(&f->stored, f->asked.level, &cost);
	json_object_set_new(
		json, "alone",
		json_pack("{s:I,s:I,s:o,s:o,s:o}", "runs",
			  (json_int_t)f->stored.n_alone, "pairs",
			  (json_int_t)cost.n, "ratio",
			  rcc_json_number(cost.ratio.estimate), "low",
			  cost.error == 0 ? rcc_json_number(cost.ratio.lo)
					  : json_null(),
			  "high",
			  cost.error == 0 ? rcc_json_number(cost.ratio.hi)
					  : json_null()));
	return json;
}

void rcc_report_json(const struct rcc_findings *f, FILE *out)
{
	const struct rcc_stored *s = &f->stored;
	struct rcc_strvec warning = {0};
	json_t *root;

	rcc_report_warnings(f, &warning);
	root = json_pack(
		"{s:s,s:s?,s:s?,s:s?,s:O,s:O?,s:s,s:s,s:f,s:I,s:o,s:o,s:o,s:o,"
		"s:s}",
		"format", FORMAT_NAME, "randcc", s->randcc, "compiler",
		s->compiler, "linker", s->linker, "study", s->study.json,
		"host", s->host, "metric", f->asked.metric.name, "unit",
		rcc_json_unit(&f->asked.metric), "confidence", f->asked.level,
		"runs-planned", (json_int_t)f->n_planned, "outcomes",
		outcomes_json(f), "arms", cells_json(f), "effects",
		effects_json(f), "warnings", rcc_json_strings(&warning),
		"estimator", rcc_statistic_name(f->asked.estimator));
	if (s->compilers != NULL)
		json_object_set_new(root, "compilers",
				    rcc_toolchains_compilers(s->compilers));
	if (s->toolchains != NULL)
		json_object_set_new(root, "toolchains",
				    rcc_json_toolchains(s->toolchains));
	json_object_set_new(root, "better",
			    rcc_json_better(f->asked.metric.better));
	json_object_set_new(
		root, "simulated",
		json_boolean(rcc_metric_is_simulated(&f->asked.metric)));
	json_object_set_new(root, "steal",
			    rcc_json_number(rcc_stored_steal(s)));
	json_object_set(root, "inputs", s->inputs);
	json_object_set(root, "options", s->compile_options);
	json_object_set(root, "code", s->code_share);
	if (s->in_place != NULL || s->study.is_in_place)
		json_object_set_new(root, "in-place", json_true());
	if (has_libraries(s))
		json_object_set_new(root, "libraries", libraries_json(f));
	if (s->tuning.executions != 0)
		json_object_set_new(root, "tuned", rcc_tuning_json(&s->tuning));
	if (s->tandem.is_settled)
		json_object_set_new(root, "tandem", tandem_json(f));
	if (s->duet.is_settled)
		json_object_set_new(root, "duet", rcc_duet_json(&s->duet));
	if (json_object_size(s->simulation) != 0)
		json_object_set(root, "simulation", s->simulation);
	json_object_set_new(root, "finished", json_boolean(!f->is_unfinished));
	json_object_set_new(root, "computed-confidence",
			    json_real(f->asked.computed_level));
	json_object_set_new(root, "blocks", rcc_json_blocks(&f->blocks));
	json_object_set_new(root, "rounds", rcc_rounds_findings_json(f));
	json_object_set_new(root, "looks", interim_json(s));
	json_object_set_new(root, "looked-at", looks_json(&f->looks));
	if (s->study.n_systems > 1)
		json_object_set_new(root, "comparisons",
				    rcc_comparisons_json(f));
	if (s->study.n_systems > 2)
		json_object_set_new(
			root, "all-pairs",
			rcc_all_pairs_json(f, rcc_comparison_delta(f)));
	if (s->study.is_aa)
		json_object_set_new(root, "floor",
				    detectable_difference_json(f));
	rcc_json_print(root, out);
}
