/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/study/rounds.h"

#include <math.h>
#include <stdlib.h>

#include "common/mem.h"
#include "stats/rcc_rounds.h"

bool rcc_rounds_may_follow(const struct rcc_study *study)
{
	return (study->chooses_rounds || study->repeats_blocks) &&
	       study->n_layouts >= RCC_ROUNDS_FEWEST;
}

static unsigned read_count(const json_t *json, const char *key)
{
	const json_int_t n = json_integer_value(json_object_get(json, key));

	return n > 0 ? (unsigned)n : 0;
}

static double read_number(const json_t *json)
{
	return json_is_number(json) ? json_number_value(json) : NAN;
}

static json_t *number_json(double x)
{
	return isfinite(x) ? json_real(x) : json_null();
}

/* ---- Reading ----------------------------------------------------------- */

static void read_judged(const json_t *json, struct rcc_rounds *r)
{
	if (!json_is_object(json))
		return;
	r->is_judged = true;
	r->judged_layouts = read_count(json, "layouts");
	r->autocorrelation =
		read_number(json_object_get(json, "autocorrelation"));
	r->bound = read_number(json_object_get(json, "bound"));
	r->n_far = read_count(json, "far-off");
	r->is_calm = json_is_true(json_object_get(json, "calm"));
}

static void read_limits(const json_t *array, struct rcc_rounds *r)
{
	r->n_limits = json_array_size(array);
	if (r->n_limits == 0)
		return;
	r->limit = rcc_mem_calloc(r->n_limits, sizeof(*r->limit));
	for (size_t i = 0; i < r->n_limits; i++)
		r->limit[i] = read_number(json_array_get(array, i));
}

static void read_stage(const json_t *json, struct rcc_added_stage *s)
{
	const json_t *layouts = json_object_get(json, "layouts");

	s->kind = json_is_array(layouts) ? RCC_STAGE_REPEAT : RCC_STAGE_ROUND;
	s->n_batches = read_count(json, "batches");
	s->n_far = read_count(json, "far");
	s->n_torn = read_count(json, "torn");
	if (s->kind == RCC_STAGE_ROUND) {
		s->n_layouts = read_count(json, "layouts");
		return;
	}
	s->n_layouts = (unsigned)json_array_size(layouts);
	s->layout =
		rcc_mem_calloc((size_t)s->n_layouts + 1, sizeof(*s->layout));
	for (unsigned i = 0; i < s->n_layouts; i++)
		s->layout[i] = (unsigned)json_integer_value(
			json_array_get(layouts, i));
}

void rcc_rounds_read(const char *text, struct rcc_rounds *r)
{
	json_t *json = text != NULL ? json_loads(text, 0, NULL) : NULL;
	const json_t *stages = json_object_get(json, "stages");

	*r = (struct rcc_rounds){0};
	read_judged(json_object_get(json, "judged"), r);
	read_limits(json_object_get(json, "limits"), r);
	for (size_t i = 0; i < json_array_size(stages); i++)
		read_stage(json_array_get(stages, i), rcc_rounds_add(r));
	r->settled_layouts = read_count(json, "settled");
	json_decref(json);
}

/* ---- Writing ----------------------------------------------------------- */

static json_t *stage_json(const struct rcc_added_stage *s)
{
	json_t *layouts;

	if (s->kind == RCC_STAGE_ROUND)
		return json_pack("{s:s,s:i,s:i}", "kind", "round", "batches",
				 (int)s->n_batches, "layouts",
				 (int)s->n_layouts);
	layouts = json_array();
	for (unsigned i = 0; i < s->n_layouts; i++)
		json_array_append_new(layouts, json_integer(s->layout[i]));
	return json_pack("{s:s,s:i,s:o,s:i,s:i}", "kind", "repeat", "batches",
			 (int)s->n_batches, "layouts", layouts, "far",
			 (int)s->n_far, "torn", (int)s->n_torn);
}

json_t *rcc_rounds_json(const struct rcc_rounds *r)
{
	json_t *stages = json_array();
	json_t *limits = json_array();
	json_t *judged = json_null();

	if (r->is_judged)
		judged = json_pack("{s:i,s:o,s:o,s:i,s:b}", "layouts",
				   (int)r->judged_layouts, "autocorrelation",
				   number_json(r->autocorrelation), "bound",
				   number_json(r->bound), "far-off",
				   (int)r->n_far, "calm", r->is_calm);
	for (size_t i = 0; i < r->n_limits; i++)
		json_array_append_new(limits, number_json(r->limit[i]));
	for (size_t i = 0; i < r->n_stages; i++)
		json_array_append_new(stages, stage_json(&r->stage[i]));
	return json_pack("{s:o,s:o,s:o,s:i}", "judged", judged, "limits",
			 limits, "stages", stages, "settled",
			 (int)r->settled_layouts);
}

/* ---- Stages ------------------------------------------------------------ */

struct rcc_added_stage *rcc_rounds_add(struct rcc_rounds *r)
{
	struct rcc_added_stage *s;
	size_t room = r->n_stages;

	r->stage = rcc_mem_grow(r->stage, r->n_stages, &room, sizeof(*s));
	s = &r->stage[r->n_stages++];
	*s = (struct rcc_added_stage){0};
	return s;
}

unsigned rcc_rounds_count(const struct rcc_rounds *r, enum rcc_stage_kind kind)
{
	unsigned n = 0;

	for (size_t i = 0; i < r->n_stages; i++)
		n += r->stage[i].kind == kind;
	return n;
}

void rcc_rounds_release(struct rcc_rounds *r)
{
	for (size_t i = 0; i < r->n_stages; i++)
		free(r->stage[i].layout);
	free(r->stage);
	free(r->limit);
	*r = (struct rcc_rounds){0};
}
