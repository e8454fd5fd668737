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

/* A seed may need more digits than a JSON number has in many programs. */
static json_t *seed_json(const struct rcc_best *b, size_t layout)
{
	char text[24];

	snprintf(text, sizeof(text), "%" PRIu64,
		 rcc_best_seed(b->halving.seed, layout));
	return json_string(text);
}

static json_t *comparison_json(const struct rcc_best *b, size_t i)
{
	const struct rcc_best_comparison *c = &b->comparison[i];

	return json_pack("{s:o,s:I,s:o,s:b}", "command",
			 c->command != NULL ? json_string(c->command)
					    : json_null(),
			 "blocks", (json_int_t)c->n_blocks, "ratio",
			 rcc_json_block_ratio(&c->result, c->is_known ? 0 : -1),
			 "worse", rcc_best_is_worse(b, i));
}

static json_t *stated_json(const struct rcc_best *b)
{
	const struct rcc_ratio *r = &b->comparison[0].result.ratio;

	if (!b->is_shrunken)
		return json_null();
	return json_pack("{s:o,s:o,s:o,s:f,s:f,s:f}", "estimate",
			 rcc_json_number(rcc_best_stated(b)), "low",
			 rcc_json_number(r->lo), "high", rcc_json_number(r->hi),
			 "weight", b->shrunken.weight, "layouts-ratio",
			 exp(b->shrunken.group_mean), "layouts-log-sd",
			 sqrt(b->shrunken.t2));
}

static json_t *layout_json(const struct rcc_best *b, size_t i)
{
	const struct rcc_halving_layout *l = &b->halving.layout[i];

	return json_pack("{s:o,s:I,s:o}", "seed", seed_json(b, i), "blocks",
			 (json_int_t)l->n, "ratio",
			 rcc_json_number(exp(b->sign * rcc_halving_mean(l))));
}

void rcc_report_best_json(const struct rcc_best *b,
			  const struct rcc_metric *metric, FILE *out)
{
	json_t *layouts = json_array();
	json_t *comparisons = json_array();

	for (size_t i = 0; i < b->halving.n; i++)
		json_array_append_new(layouts, layout_json(b, i));
	for (size_t i = 0; b->is_searched && i < b->n_comparisons; i++)
		json_array_append_new(comparisons, comparison_json(b, i));
	rcc_json_print(
		json_pack("{s:s,s:s,s:s,s:b,s:o,s:s,s:f,s:o,s:o,s:I,s:o,s:I,"
			  "s:I}",
			  "format", FORMAT_NAME, "metric", metric->name,
			  "verdict", verdict_text[b->verdict], "searched",
			  b->is_searched, "seed",
			  b->is_searched ? seed_json(b, b->halving.alive[0])
					 : json_null(),
			  "factors", RCC_BEST_FACTORS, "threshold",
			  b->threshold, "stated", stated_json(b), "comparisons",
			  comparisons, "round", (json_int_t)b->halving.round,
			  "layouts", layouts, "runs", (json_int_t)b->n_runs,
			  "failed", (json_int_t)b->n_failed),
		out);
}
