/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/json_parts.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness/findings/moved_too.h"
#include "harness/findings/one_layout.h"
#include "harness/study/toolchains.h"

/* ---- Numbers ----------------------------------------------------------- */

json_t *rcc_json_number(double x)
{
	return isfinite(x) ? json_real(x) : json_null();
}

json_t *rcc_json_numbers(const double *x, size_t n)
{
	json_t *array = json_array();

	for (size_t i = 0; i < n; i++)
		json_array_append_new(array, rcc_json_number(x[i]));
	return array;
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

json_t *rcc_json_block_ratio(const struct rcc_block_ratio *r, int error)
{
	json_t *json;

	if (error != 0)
		return json_null();
	json = rcc_json_ratio(&r->ratio);
	json_object_set_new(json, "blocks",
			    json_integer((json_int_t)r->n_blocks));
	json_object_set_new(json, "units",
			    json_integer((json_int_t)r->n_units));
	json_object_set_new(json, "log-sd", rcc_json_number(r->log_sd));
	json_object_set_new(json, "log-sd-most",
			    rcc_json_number(r->log_sd_most));
	json_object_set_new(json, "hodges-lehmann",
			    rcc_json_interval(&r->hodges_lehmann));
	return json;
}

json_t *rcc_json_blocks(const struct rcc_blocks *b)
{
	const struct rcc_block_correlation *c = &b->correlation;

	if (b->n == 0)
		return json_null();
	return json_pack(
		"{s:I,s:I,s:I,s:o,s:o,s:b,s:o,s:o,s:o,s:o,s:I}", "whole",
		(json_int_t)b->n, "torn", (json_int_t)b->n_torn, "rounds",
		(json_int_t)b->n_rounds, "correlation",
		rcc_json_number(c->correlation), "p", rcc_json_number(c->p),
		"correlated", c->is_seen, "log-sd", rcc_json_number(c->sd),
		"log-sd-within", rcc_json_number(c->sd_within),
		"log-sd-within-used", rcc_json_number(b->sd_within_used),
		"autocorrelation", rcc_json_number(b->autocorrelation), "jumps",
		(json_int_t)rcc_blocks_n_jumps(b));
}

const char *rcc_json_reported(bool by_blocks)
{
	return by_blocks ? "blocks" : "means";
}

const char *rcc_json_unit(const struct rcc_metric *metric)
{
	static const char *const name[] = {"seconds", "bytes", "count"};

	if (metric->unit == RCC_UNIT_COUNT && metric->label != NULL)
		return metric->label;
	return name[metric->unit];
}

/* ---- A study ----------------------------------------------------------- */

json_t *rcc_json_toolchains(json_t *stored)
{
	json_t *json = json_object();
	const char *name;
	json_t *one;

	json_object_foreach(stored, name, one)
	{
		const char *text =
			json_string_value(json_object_get(one, "compilers"));

		json_object_set_new(
			json, name,
			json_pack("{s:o,s:O?}", "compilers",
				  rcc_toolchains_compilers(text != NULL ? text
									: ""),
				  "linker", json_object_get(one, "linker")));
	}
	return json;
}

json_t *rcc_json_origin(const struct rcc_findings *f)
{
	json_t *json = json_pack(
		"{s:s?,s:s?,s:s?,s:O?,s:I}", "randcc", f->stored.randcc,
		"compiler", f->stored.compiler, "linker", f->stored.linker,
		"host", f->stored.host, "runs", (json_int_t)f->stored.n_runs);

	if (f->stored.compilers != NULL)
		json_object_set_new(
			json, "compilers",
			rcc_toolchains_compilers(f->stored.compilers));
	if (json_object_size(f->stored.simulation) != 0)
		json_object_set(json, "simulation", f->stored.simulation);
	if (f->stored.n_runs != 0) {
		json_object_set_new(
			json, "begin-unix-s",
			json_integer(rcc_stored_begin_ns(&f->stored) /
				     1000000000));
		json_object_set_new(json, "end-unix-s",
				    json_integer(rcc_stored_end_ns(&f->stored) /
						 1000000000));
	}
	return json;
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
		/* "sd" is the standard deviation of single runs, both for
		 * random layouts and for the original one. */
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

static json_t *spread_json(const struct rcc_spread *s)
{
	if (isnan(s->p))
		return json_null();
	return json_pack("{s:s,s:o,s:o,s:o,s:o}", "test", "brown-forsythe",
			 "ratio", rcc_json_number(s->ratio), "t",
			 rcc_json_number(s->t), "df", rcc_json_number(s->df),
			 "p", rcc_json_number(s->p));
}

static json_t *extreme_json(const struct rcc_findings *f,
			    const struct rcc_cell *c,
			    const struct rcc_extreme *extreme)
{
	const struct rcc_layout_record *l =
		rcc_stored_layout(&f->stored, c->layout_id[extreme->layout]);
	char seed[24];

	snprintf(seed, sizeof(seed), "%" PRIu64, l->seed);
	return json_pack("{s:I,s:s,s:o,s:o}", "id", (json_int_t)l->id, "seed",
			 seed, "deviation", rcc_json_number(extreme->deviation),
			 "expected-deviation",
			 rcc_json_number(extreme->expected));
}

static json_t *extremes_json(const struct rcc_findings *f,
			     const struct rcc_effect *e)
{
	const struct rcc_cell *c = &f->cell[e->random];
	struct rcc_extremes extremes;

	if (rcc_extremes_compute(f, e, &extremes) != 0)
		return json_null();
	return json_pack("{s:o,s:o}", "lowest",
			 extreme_json(f, c, &extremes.least), "highest",
			 extreme_json(f, c, &extremes.most));
}

static json_t *position_json(const struct rcc_findings *f,
			     const struct rcc_effect *e)
{
	struct rcc_original_position at;

	if (rcc_original_position(f, e, &at) != 0)
		return json_null();
	return json_pack("{s:I,s:I,s:o,s:o}", "layouts", (json_int_t)at.n,
			 "below", (json_int_t)at.position.n_below, "percentile",
			 rcc_json_number(at.position.percentile), "z",
			 rcc_json_number(at.position.z));
}

static void add_worth(json_t *json, const struct rcc_findings *f,
		      const struct rcc_effect *e)
{
	struct rcc_one_layout_worth worth;

	rcc_one_layout_worth(f, e, &worth);
	json_object_set_new(json, "one-layout-error-percent",
			    isnan(worth.error.estimate)
				    ? json_null()
				    : rcc_json_interval(&worth.error));
	json_object_set_new(json, "one-layout-error-percent-most",
			    rcc_json_number(worth.most));
}

/* Return the kinds of memory that layouts may have moved besides functions:
 * "variables", "heap", "stack". */
static json_t *moved_too_json(const struct rcc_findings *f,
			      const struct rcc_cell *random)
{
	static const struct {
		enum rcc_moved_too bit;
		const char *name;
	} part[] = {{RCC_MOVED_VARIABLES, "variables"},
		    {RCC_MOVED_HEAP, "heap"},
		    {RCC_MOVED_STACK, "stack"}};
	const unsigned moved = rcc_moved_too(f, random);
	json_t *all = json_array();

	for (size_t i = 0; i < sizeof(part) / sizeof(part[0]); i++)
		if ((moved & part[i].bit) != 0)
			json_array_append_new(all, json_string(part[i].name));
	return all;
}

json_t *rcc_json_effect(const struct rcc_findings *f,
			const struct rcc_effect *e)
{
	const struct rcc_cell *c = &f->cell[e->random];
	const struct rcc_layout_effect *x = &e->effect;
	const bool is_within = x->method == RCC_LAYOUT_WITHIN;

	struct rcc_interval sd;
	const bool is_known = rcc_effect_sd(e, &sd);
	/* Results may be claimed, once no planned run is missing. */
	const bool claims = !f->is_unfinished;
	json_t *json;

	if (e->error != 0)
		return json_pack("{s:s,s:s,s:b}", "system",
				 rcc_findings_system_name(f, c->system), "arm",
				 f->stored.study.arm[c->arm].name, "defined",
				 0);
	json = json_pack(
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
		claims && rcc_effect_variation_is_seen(e),
		"variation-by-f-only", claims && rcc_effect_is_doubtful(e),
		"shift-detected", claims && rcc_effect_shift_is_seen(e));
	json_object_set_new(json, "variation-undecided",
			    json_boolean(rcc_effect_is_undecided(e)));
	json_object_set_new(json, "reported",
			    json_string(rcc_json_reported(e->by_blocks)));
	json_object_set_new(json, "shift-blocks",
			    rcc_json_block_ratio(&e->blocks, e->blocks_error));
	json_object_set_new(json, "layout-sd-percent-reported",
			    is_known ? rcc_json_interval(&sd) : json_null());
	json_object_set_new(json, "layout-sd-percent-most",
			    rcc_json_number(e->sd_most));
	json_object_set_new(json, "layouts-differ-p",
			    rcc_json_number(e->layouts_p));
	json_object_set_new(json, "layouts-differ-p-joint",
			    rcc_json_number(claims ? e->joint_layouts_p : NAN));
	json_object_set_new(json, "shift-p", rcc_json_number(e->shift_p));
	json_object_set_new(json, "shift-p-joint",
			    rcc_json_number(claims ? e->joint_shift_p : NAN));
	json_object_set_new(json, "extremes", extremes_json(f, e));
	json_object_set_new(json, "original-position", position_json(f, e));
	json_object_set_new(json, "moved-too", moved_too_json(f, c));
	add_worth(json, f, e);
	return json;
}

/* ---- Printing ---------------------------------------------------------- */

json_t *rcc_json_strings(struct rcc_strvec *text)
{
	json_t *array = json_array();

	for (size_t i = 0; i < text->n; i++)
		json_array_append_new(array, json_string(text->item[i]));
	rcc_strvec_release(text);
	return array;
}

void rcc_json_print(json_t *root, FILE *out)
{
	json_dumpf(root, out, JSON_INDENT(2));
	fputc('\n', out);
	json_decref(root);
}
