/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/comparison_json.h"

#include "common/strvec.h"
#include "harness/report/json_parts.h"
#include "harness/report/warnings.h"

#define FORMAT_NAME "randcc-comparison-1"

static json_t *ratio_json(const struct rcc_ratio *r, enum rcc_verdict verdict)
{
	return json_pack("{s:o,s:o,s:o,s:o,s:s,s:s}", "estimate",
			 rcc_json_number(r->estimate), "low",
			 rcc_json_number(r->lo), "high", rcc_json_number(r->hi),
			 "df", rcc_json_number(r->df), "method",
			 rcc_ratio_method_name(r->method), "verdict",
			 rcc_verdict_name(verdict));
}

static json_t *alone_json(const struct rcc_comparison_side *side)
{
	const struct rcc_effect *e = rcc_comparison_effect(side);

	return e != NULL ? rcc_json_interval(&e->effect.percent) : json_null();
}

void rcc_report_comparison_json(const struct rcc_comparison *c, FILE *out)
{
	struct rcc_strvec warning = {0};
	json_t *root;

	rcc_report_comparison_warnings(c, &warning);
	root = json_pack("{s:s,s:s,s:s,s:s,s:f,s:f,s:b,s:o}", "format",
			 FORMAT_NAME, "old", c->old.name, "new", c->now.name,
			 "metric", c->old.f->asked.metric.name, "confidence",
			 c->old.f->asked.level, "threshold", c->delta,
			 "interleaved", c->is_interleaved, "warnings",
			 rcc_json_strings(&warning));

	if (c->error == 0)
		json_object_set_new(root, "ratio",
				    ratio_json(&c->ratio, c->verdict));
	if (c->error == 0 && c->n_each != 0)
		json_object_set_new(root, "layouts-to-decide",
				    json_integer((json_int_t)c->n_each));
	if (c->naive_error == 0)
		json_object_set_new(root, "original-layouts-alone",
				    ratio_json(&c->naive, c->naive_verdict));
	json_object_set_new(root, "layout-sd-percent",
			    json_pack("{s:o,s:o}", "old", alone_json(&c->old),
				      "new", alone_json(&c->now)));
	json_object_set_new(root, "measured",
			    json_pack("{s:o,s:o}", "old",
				      rcc_json_origin(c->old.f), "new",
				      rcc_json_origin(c->now.f)));
	rcc_json_print(root, out);
}
