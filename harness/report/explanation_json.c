/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/explanation_page.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness/report/json_parts.h"
#include "harness/report/remedies_page.h"

#define FORMAT_NAME "randcc-explanation-1"

static const char *const verdict_text[] = {
	[RCC_CONFIRM_OPEN] = "undecided",
	[RCC_CONFIRM_YES] = "effect",
	[RCC_CONFIRM_NO] = "no-effect",
};

static json_t *name_json(const struct rcc_explanation *e, size_t number)
{
	return number < e->n_moved ? json_string(e->moved[number]->name)
				   : json_null();
}

/* If the suspicion is about two functions, add the offset of the second one at
 * dose i. */
static void add_other_offset(const struct rcc_confirmation *c, size_t i,
			     json_t *json)
{
	if (c->suspect.other != RCC_NO_FUNCTION)
		json_object_set_new(json, "other-offset",
				    json_integer(c->dose[i].other));
}

static json_t *dose_json(const struct rcc_confirmation *c, size_t i)
{
	json_t *json = json_pack(
		"{s:i,s:b,s:b,s:o}", "offset", (int)c->dose[i].offset,
		"suspected", c->dose[i].is_suspect, "unmoved",
		c->dose[i].is_unmoved, "ratio", rcc_json_ratio(&c->each[i]));

	add_other_offset(c, i, json);
	return json;
}

static json_t *count_json(const struct rcc_confirmation *c,
			  const struct rcc_dose_count *count)
{
	json_t *doses = json_array();

	for (size_t k = 0; k < c->n_doses; k++) {
		json_t *one = json_pack(
			"{s:i,s:o,s:o,s:o}", "offset", (int)c->dose[k].offset,
			"mean", rcc_json_number(count->mean[k]), "ratio",
			rcc_json_number(count->ratio[k]), "se",
			rcc_json_number(count->se[k]));

		add_other_offset(c, k, one);
		json_array_append_new(doses, one);
	}
	return json_pack("{s:s,s:I,s:o}", "event", count->event, "blocks",
			 (json_int_t)count->n_blocks, "doses", doses);
}

static json_t *counts_json(const struct rcc_explanation *e, size_t i)
{
	json_t *list = json_array();

	for (size_t k = 0; k < e->n_counts[i]; k++)
		json_array_append_new(
			list, count_json(&e->confirmation[i], &e->count[i][k]));
	return list;
}

static json_t *test_json(const struct rcc_explanation *e, size_t i)
{
	const struct rcc_confirmation *c = &e->confirmation[i];
	json_t *doses = json_array();

	for (size_t k = 0; k < c->n_doses && c->n_blocks > 1; k++)
		json_array_append_new(doses, dose_json(c, k));
	return json_pack(
		"{s:o,s:o,s:i,s:i,s:i,s:{s:o,s:o,s:o,s:I},s:I,s:o,s:s,s:b,s:o,"
		"s:o}",
		"function", name_json(e, c->suspect.function), "other",
		name_json(e, c->suspect.other), "modulus",
		(int)c->suspect.modulus, "first", (int)c->suspect.first,
		"width", (int)c->suspect.width, "suspicion", "effect",
		rcc_json_number(c->suspect.effect), "t",
		rcc_json_number(c->suspect.t), "p",
		rcc_json_number(c->suspect.p), "programs",
		(json_int_t)c->suspect.n_in, "blocks", (json_int_t)c->n_blocks,
		"ratio",
		c->n_blocks > 1 ? rcc_json_ratio(&c->ratio) : json_null(),
		"verdict", verdict_text[c->verdict], "named",
		rcc_explanation_names(e, i), "doses", doses, "events",
		counts_json(e, i));
}

static const char *const property_text[] = {
	[RCC_PROPERTY_LINE] = "line",
	[RCC_PROPERTY_PAGE] = "page",
	[RCC_PROPERTY_SET] = "set",
	[RCC_PROPERTY_DISTANCE] = "distance",
};

static json_t *association_json(const struct rcc_explanation *e,
				const struct rcc_screened *one)
{
	const struct rcc_suspect *s = &one->suspect;

	return json_pack(
		"{s:o,s:s,s:o,s:i,s:i,s:o,s:o,s:o,s:I,s:b}", "function",
		name_json(e, s->function), "property",
		property_text[rcc_suspect_property(s)], "other",
		name_json(e, s->other), "first", (int)s->first, "width",
		(int)s->width, "ratio", rcc_json_number(exp(s->effect)), "t",
		rcc_json_number(s->t), "p", rcc_json_number(s->p), "programs",
		(json_int_t)s->n_in, "tested", one->is_tested);
}

static json_t *screen_json(const struct rcc_explanation *e)
{
	size_t n;
	size_t n_tried;
	struct rcc_screened *list = rcc_explanation_screen(e, &n, &n_tried);
	json_t *array = json_array();

	for (size_t i = 0; i < n; i++)
		json_array_append_new(array, association_json(e, &list[i]));
	free(list);
	return json_pack("{s:I,s:o}", "tried", (json_int_t)n_tried,
			 "associations", array);
}

static json_t *function_json(const struct rcc_explained_function *f)
{
	json_t *json =
		json_pack("{s:s,s:I,s:f,s:I,s:I,s:b}", "name", f->name, "file",
			  (json_int_t)f->file, "share", f->share, "size",
			  (json_int_t)f->size, "offset", (json_int_t)f->offset,
			  "moved", f->obstacle == NULL);

	if (f->label != f->name)
		json_object_set_new(json, "label", json_string(f->label));
	if (f->loop != NULL)
		json_object_set(json, "loop", (json_t *)f->loop);
	if (f->obstacle != NULL)
		json_object_set_new(json, "obstacle", json_string(f->obstacle));
	return json;
}

/* Return the seed of the layout whose functions are moved; null if that is the
 * original layout. */
static json_t *moved_seed_json(const struct rcc_explanation *e,
			       const struct rcc_findings *f)
{
	const struct rcc_layout_record *l = rcc_explanation_layout(e, f);
	char text[24];

	if (l == NULL || l->seed == 0)
		return json_null();
	snprintf(text, sizeof(text), "%" PRIu64, l->seed);
	return json_string(text);
}

void rcc_report_explanation_json(const struct rcc_explanation *e,
				 const struct rcc_remedies *remedies,
				 const struct rcc_findings *f, FILE *out)
{
	json_t *functions = json_array();
	json_t *tests = json_array();
	json_t *named = json_array();
	json_t *root = json_pack(
		"{s:s,s:s,s:b,s:b,s:f,s:f,s:o,s:o,s:o,s:{s:I,s:o},s:{s:I,s:o,"
		"s:o},s:I}",
		"format", FORMAT_NAME, "metric", f->asked.metric.name,
		"explored", e->is_explored, "decided", e->is_decided,
		"threshold", e->threshold, "seconds", e->spent_s, "named",
		named, "tests", tests, "functions", functions, "exploring",
		"runs", (json_int_t)e->n_explored, "sd",
		rcc_json_number(e->explored_sd), "layouts", "n",
		(json_int_t)e->n_layouts, "sd", rcc_json_number(e->layouts_sd),
		"rest-sd", rcc_json_number(e->rest_sd), "failed",
		(json_int_t)e->n_failed);

	for (size_t i = 0; i < e->n_suspects; i++) {
		json_array_append_new(tests, test_json(e, i));
		if (rcc_explanation_names(e, i))
			json_array_append_new(
				named,
				name_json(e,
					  e->confirmation[i].suspect.function));
	}
	for (size_t i = 0; i < e->n_functions; i++)
		json_array_append_new(functions,
				      function_json(&e->function[i]));
	json_object_set_new(root, "counters",
			    e->counters != NULL ? json_incref(e->counters)
						: json_null());
	json_object_set_new(root, "screen", screen_json(e));
	json_object_set_new(root, "moved-seed", moved_seed_json(e, f));
	json_object_set_new(root, "cut-short", json_boolean(e->is_cut_short));
	json_object_set(root, "host",
			e->host != NULL ? e->host : f->stored.host);
	json_object_set_new(root, "remedies", rcc_json_remedies(e, remedies));
	rcc_json_print(root, out);
}
