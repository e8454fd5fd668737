/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The findings as JSON: every number that the text report prints, with all its
 * digits, and what it rests on.  What is undefined is null.
 */
#include "harness/report/report.h"

#include <inttypes.h>
#include <math.h>

#include "harness/report/json_parts.h"
#include "harness/report/warnings.h"

#define FORMAT_NAME "randcc-study-1"

json_t *rcc_json_number(double x)
{
	return isfinite(x) ? json_real(x) : json_null();
}

json_t *rcc_json_interval(const struct rcc_interval *i)
{
	return json_pack("{s:o,s:o,s:o,s:o}", "estimate",
			 rcc_json_number(i->estimate), "low",
			 rcc_json_number(i->lo), "high", rcc_json_number(i->hi),
			 "df", rcc_json_number(i->df));
}

json_t *rcc_json_ratio(const struct rcc_ratio *r)
{
	static const char *const set[] = {
		[RCC_RATIO_BOUNDED] = "bounded",
		[RCC_RATIO_OUTSIDE] = "outside",
		[RCC_RATIO_LINE] = "line",
	};

	return json_pack("{s:o,s:o,s:o,s:o,s:s,s:s,s:o,s:o}", "estimate",
			 rcc_json_number(r->estimate), "low",
			 rcc_json_number(r->lo), "high", rcc_json_number(r->hi),
			 "df", rcc_json_number(r->df), "method",
			 rcc_ratio_method_name(r->method), "set", set[r->set],
			 "gap-low", rcc_json_number(r->gap_lo), "gap-high",
			 rcc_json_number(r->gap_hi));
}

json_t *rcc_json_cell(const struct rcc_findings *f, const struct rcc_cell *c)
{
	json_t *json = json_pack(
		"{s:s,s:s,s:b,s:I,s:I,s:I,s:I,s:I,s:I}", "system",
		rcc_findings_system_name(f, c->system), "arm",
		f->stored.study.arm[c->arm].name, "original", c->is_original,
		"runs-planned", (json_int_t)c->n_planned, "runs-stored",
		(json_int_t)c->n_stored, "runs-ok", (json_int_t)c->n_ok,
		"layouts", (json_int_t)c->n_layouts, "different-layouts",
		(json_int_t)c->n_digests, "runs-far-off", (json_int_t)c->n_far);

	json_object_set_new(json, "values",
			    json_integer((json_int_t)c->n_values));
	json_object_set_new(json, "runs-without-the-metric",
			    json_integer((json_int_t)c->n_without));
	if (c->levels_error == 0 && c->interval_error == 0) {
		const struct rcc_mean mean = rcc_mean_of(&c->levels);

		json_object_set_new(json, "mean",
				    rcc_json_interval(&c->interval));
		/* Of single runs, in every arm. */
		json_object_set_new(json, "sd", rcc_json_number(c->levels.sd));
		if (f->stored.study.n_executions > 1 && !c->is_original)
			json_object_set_new(json, "sd-of-layout-means",
					    rcc_json_number(sqrt(mean.s2)));
		json_object_set_new(json, "min",
				    rcc_json_number(c->levels.min));
		json_object_set_new(json, "max",
				    rcc_json_number(c->levels.max));
	}
	return json;
}

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

static json_t *spread_json(const struct rcc_spread *s)
{
	if (isnan(s->p))
		return json_null();
	return json_pack("{s:s,s:o,s:o,s:o,s:o}", "test", "brown-forsythe",
			 "ratio", rcc_json_number(s->ratio), "t",
			 rcc_json_number(s->t), "df", rcc_json_number(s->df),
			 "p", rcc_json_number(s->p));
}

json_t *rcc_json_effect(const struct rcc_findings *f,
			const struct rcc_effect *e)
{
	const struct rcc_cell *c = &f->cell[e->random];
	const struct rcc_layout_effect *x = &e->effect;
	const bool is_within = x->method == RCC_LAYOUT_WITHIN;

	if (e->error != 0)
		return json_pack("{s:s,s:s,s:b}", "system",
				 rcc_findings_system_name(f, c->system), "arm",
				 f->stored.study.arm[c->arm].name, "defined",
				 0);
	return json_pack(
		"{s:s,s:s,s:b,s:s,s:o,s:o,s:o,s:s,s:o,s:o,s:o,s:o,s:o,s:o,s:b,"
		"s:b,s:b}",
		"system", rcc_findings_system_name(f, c->system), "arm",
		f->stored.study.arm[c->arm].name, "defined", 1, "method",
		is_within ? "within" : "two-arms", "layout-variance",
		rcc_json_interval(&x->variance), "layout-sd-percent",
		rcc_json_interval(&x->percent), "variance-ratio",
		rcc_json_interval(&x->ratio), "variance-ratio-of",
		is_within ? "layout means / noise in them"
			  : "random layouts / original layout",
		"variance-ratio-p", rcc_json_number(x->ratio_p), "spread",
		spread_json(&e->spread), "share-of-variance",
		rcc_json_interval(&x->share), "shift",
		rcc_json_ratio(&x->shift), "half-width-random",
		rcc_json_number(x->random_half_width), "half-width-original",
		rcc_json_number(x->fixed_half_width), "variation-detected",
		x->noise_seen, "variation-by-f-only", rcc_effect_is_doubtful(e),
		"shift-detected", x->shift_seen);
}

/* What is laid out with the programs, by system. */
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

static json_t *outcomes_json(const struct rcc_findings *f)
{
	json_t *json = json_object();

	for (int i = 0; i < RCC_N_OUTCOMES; i++)
		json_object_set_new(json, rcc_outcome_text((enum rcc_outcome)i),
				    json_integer((json_int_t)f->by_outcome[i]));
	return json;
}

static json_t *warnings_json(const struct rcc_findings *f)
{
	struct rcc_strvec warning = {0};
	json_t *array = json_array();

	rcc_report_warnings(f, &warning);
	for (size_t i = 0; i < warning.n; i++)
		json_array_append_new(array, json_string(warning.item[i]));
	rcc_strvec_release(&warning);
	return array;
}

const char *rcc_json_unit(const struct rcc_metric *metric)
{
	static const char *const name[] = {"seconds", "bytes", "count"};

	if (metric->unit == RCC_UNIT_COUNT && metric->label != NULL)
		return metric->label;
	return name[metric->unit];
}

void rcc_report_json(const struct rcc_findings *f, FILE *out)
{
	json_t *cells = json_array();
	json_t *effects = json_array();
	json_t *root = json_pack(
		"{s:s,s:s?,s:s?,s:s?,s:O,s:O?,s:s,s:s,s:f,s:I,s:o,s:o,s:o,s:o}",
		"format", FORMAT_NAME, "randcc", f->stored.randcc, "compiler",
		f->stored.compiler, "linker", f->stored.linker, "study",
		f->stored.study.json, "host", f->stored.host, "metric",
		f->asked.metric.name, "unit", rcc_json_unit(&f->asked.metric),
		"confidence", f->asked.level, "runs-planned",
		(json_int_t)f->n_planned, "outcomes", outcomes_json(f), "arms",
		cells, "effects", effects, "warnings", warnings_json(f));

	for (size_t i = 0; i < f->n_cells; i++) {
		json_t *cell = rcc_json_cell(f, &f->cell[i]);

		json_object_set_new(cell, "layout-means",
				    layouts_json(f, &f->cell[i]));
		json_array_append_new(cells, cell);
	}
	for (size_t i = 0; i < f->n_effects; i++)
		json_array_append_new(effects,
				      rcc_json_effect(f, &f->effect[i]));
	json_object_set_new(
		root, "estimator",
		json_string(rcc_statistic_name(f->asked.estimator)));
	json_object_set(root, "inputs", f->stored.inputs);
	json_object_set(root, "options", f->stored.compile_options);
	if (f->stored.study.has_libraries)
		json_object_set_new(root, "libraries", libraries_json(f));
	if (f->stored.tuning.executions != 0)
		json_object_set_new(root, "tuned",
				    rcc_tuning_json(&f->stored.tuning));
	json_object_set_new(root, "computed-confidence",
			    json_real(f->asked.computed_level));
	json_object_set_new(root, "looks", rcc_report_looks_json(f));
	if (f->stored.study.is_aa)
		json_object_set_new(root, "floor", rcc_report_floor_json(f));
	json_dumpf(root, out, JSON_INDENT(2));
	fputc('\n', out);
	json_decref(root);
}
