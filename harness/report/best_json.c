/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "harness/report/best_page.h"
#include "harness/report/json_parts.h"

#define FORMAT_NAME "randcc-best-1"

static const char *const verdict_text[] = {
	[RCC_BEST_OPEN] = "undecided",
	[RCC_BEST_YES] = "ship",
	[RCC_BEST_NO] = "none",
	[RCC_BEST_HARM] = "harm",
};

/* Return the seed of a layout as a string, because many programs read a JSON
 * number with too few digits for a seed. */
static json_t *seed_json(const struct rcc_best *b, size_t layout)
{
	char text[24];

	snprintf(text, sizeof(text), "%" PRIu64,
		 rcc_best_layout_seed(b, layout));
	return json_string(text);
}

/* Return how sharing a CPU changes the result; null if the original layout
 * never ran alone on its CPU.
 *
 *	"cost"	the original's time on a shared CPU, divided by its time alone
 *	"ratio"	the ratio to the original layout, as measured on a shared CPU
 *	"alone"	that ratio, computed for runs alone on their CPU
 */
static json_t *sharing_json(const struct rcc_best_comparison *c)
{
	if (!c->has_alone)
		return json_null();
	return json_pack(
		"{s:o,s:o,s:o}", "cost",
		rcc_json_block_ratio(&c->cost, c->is_cost_known ? 0 : -1),
		"ratio", rcc_json_block_ratio(&c->shared, 0), "alone",
		rcc_json_block_ratio(&c->alone, 0));
}

static json_t *comparison_json(const struct rcc_best *b,
			       const struct rcc_best_comparison *c)
{
	return json_pack("{s:o,s:I,s:o,s:o,s:f,s:b}", "command",
			 c->command != NULL ? json_string(c->command)
					    : json_null(),
			 "blocks", (json_int_t)c->n_blocks, "ratio",
			 rcc_json_block_ratio(&c->result, c->is_known ? 0 : -1),
			 "sharing", sharing_json(c), "end-share", c->end_share,
			 "worse", rcc_best_is_worse(b, c));
}

/* Return the comparison of a baseline with the original layout.  A baseline is
 * the order of functions by heat, or the program built with a profile.
 * `stored` is what best.db says about the baseline.  If there is no comparison,
 * return the reason that `stored` gives; null if `stored` gives none. */
static json_t *baseline_json(const struct rcc_best *b, const json_t *stored,
			     unsigned phase)
{
	const char *why = json_string_value(json_object_get(stored, "why"));
	const struct rcc_best_comparison *c = rcc_best_find(b, phase);
	json_t *json;

	if (why != NULL)
		return json_pack("{s:s}", "why", why);
	if (c == NULL)
		return json_null();
	json = comparison_json(b, c);
	json_object_del(json, "command");
	if (phase != RCC_BEST_HEAT_PHASE)
		return json;
	json_object_set(json, "samples", json_object_get(stored, "samples"));
	json_object_set(json, "calls", json_object_get(stored, "calls"));
	json_object_set(json, "functions", json_object_get(stored, "files"));
	return json;
}

static json_t *stated_json(const struct rcc_best *b)
{
	const struct rcc_best_comparison *c = rcc_best_stating(b);
	const struct rcc_ratio *r = &c->result.ratio;

	if (!b->is_shrunken)
		return json_null();
	return json_pack("{s:o,s:o,s:o,s:I,s:o,s:f,s:b,s:f,s:f,s:f}",
			 "estimate", rcc_json_number(rcc_best_stated(b)), "low",
			 rcc_json_number(r->lo), "high", rcc_json_number(r->hi),
			 "blocks", (json_int_t)c->n_blocks, "sharing",
			 sharing_json(c), "end-share", c->end_share,
			 "confirmed", rcc_best_is_better(b, c), "weight",
			 b->shrunken.weight, "layouts-ratio",
			 exp(b->shrunken.group_mean), "layouts-log-sd",
			 sqrt(b->shrunken.t2));
}

static json_t *layout_json(const struct rcc_best *b, size_t i)
{
	const struct rcc_halving_layout *l = &b->halving.layout[i];

	return json_pack("{s:o,s:b,s:I,s:o}", "seed", seed_json(b, i),
			 "targeted", i >= b->n_layouts - rcc_best_n_targeted(b),
			 "blocks", (json_int_t)l->n, "ratio",
			 rcc_json_number(exp(b->sign * rcc_halving_mean(l))));
}

void rcc_report_best_json(const struct rcc_best *b,
			  const struct rcc_findings *f, FILE *out)
{
	json_t *layouts = json_array();
	json_t *comparisons = json_array();

	for (size_t i = 0; i < b->halving.n; i++)
		json_array_append_new(layouts, layout_json(b, i));
	for (size_t i = 0; b->is_searched && i < b->n_commands; i++)
		json_array_append_new(comparisons,
				      comparison_json(b, &b->comparison[i]));
	rcc_json_print(
		json_pack(
			"{s:s,s:s,s:s,s:b,s:o,s:s,s:f,s:o,s:o,s:o,s:o,s:I,s:o,"
			"s:I,s:I}",
			"format", FORMAT_NAME, "metric", f->asked.metric.name,
			"verdict", verdict_text[b->verdict], "searched",
			b->is_searched, "seed",
			b->is_searched ? seed_json(b, b->halving.alive[0])
				       : json_null(),
			"factors", RCC_BEST_FACTORS, "threshold", b->threshold,
			"stated", stated_json(b), "comparisons", comparisons,
			"heat", baseline_json(b, b->heat, RCC_BEST_HEAT_PHASE),
			"profile",
			baseline_json(b, b->profile, RCC_BEST_PROFILE_PHASE),
			"round", (json_int_t)b->halving.round, "layouts",
			layouts, "runs", (json_int_t)b->runs.n, "failed",
			(json_int_t)b->n_failed),
		out);
}
