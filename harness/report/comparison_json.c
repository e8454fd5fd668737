/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/comparison_json.h"

#include <stdlib.h>

#include "common/strvec.h"
#include "harness/findings/one_build_each.h"
#include "harness/report/comparison_headline.h"
#include "harness/report/json_parts.h"
#include "harness/report/verdict_words.h"
#include "harness/report/warnings.h"
#include "harness/study/simulation.h"

#define FORMAT_NAME "randcc-comparison-1"
#define LIST_FORMAT_NAME "randcc-comparisons-1"

static json_t *ratio_json(const struct rcc_ratio *r, enum rcc_verdict verdict,
			  enum rcc_better better)
{
	json_t *json = rcc_json_ratio(r);

	json_object_set_new(json, "verdict",
			    json_string(rcc_verdict_key(verdict, better)));
	json_object_set_new(json, "regression",
			    rcc_json_regression(verdict, better));
	return json;
}

/* Add the standard deviations between the layouts of each system: from the
 * means, as reported, and their upper limits. */
static void add_layout_sds(json_t *json, const struct rcc_comparison *c)
{
	const struct {
		const char *key;
		const struct rcc_comparison_side *side;
	} of[] = {{"old", &c->old}, {"new", &c->now}};
	json_t *means = json_object();
	json_t *reported = json_object();
	json_t *most = json_object();

	for (size_t i = 0; i < 2; i++) {
		const struct rcc_effect *e = rcc_comparison_effect(of[i].side);
		struct rcc_interval sd;
		const bool is_known = e != NULL && rcc_effect_sd(e, &sd);

		json_object_set_new(
			means, of[i].key,
			e != NULL ? rcc_json_interval(&e->effect.percent)
				  : json_null());
		json_object_set_new(reported, of[i].key,
				    is_known ? rcc_json_interval(&sd)
					     : json_null());
		json_object_set_new(most, of[i].key,
				    e != NULL ? rcc_json_number(e->sd_most)
					      : json_null());
	}
	json_object_set_new(json, "layout-sd-percent", means);
	json_object_set_new(json, "layout-sd-percent-reported", reported);
	json_object_set_new(json, "layout-sd-percent-most", most);
}

static void add_one_build_each(json_t *json, const struct rcc_comparison *c)
{
	struct rcc_one_build_each each;

	rcc_one_build_each(c, &each);
	json_object_set_new(json, "one-build-each-error-percent",
			    rcc_json_number(each.error));
	json_object_set_new(json, "one-build-each-error-percent-most",
			    rcc_json_number(each.most));
}

json_t *rcc_comparison_json(const struct rcc_comparison *c)
{
	struct rcc_strvec warning = {0};
	char *headline = rcc_comparison_headline(c);
	json_t *root;

	rcc_report_comparison_warnings(c, &warning);
	root = json_pack("{s:s,s:s,s:s,s:s,s:f,s:f,s:b,s:o,s:o}", "format",
			 FORMAT_NAME, "old", c->old.name, "new", c->now.name,
			 "metric", c->old.f->asked.metric.name, "confidence",
			 c->old.f->asked.level, "threshold", c->delta,
			 "interleaved", c->is_interleaved, "warnings",
			 rcc_json_strings(&warning), "better",
			 rcc_json_better(c->better));
	json_object_set_new(
		root, "simulated",
		json_boolean(rcc_metric_is_simulated(&c->old.f->asked.metric)));
	/* Verdicts follow from p-holm at this level. */
	json_object_set_new(root, "computed-confidence",
			    json_real(rcc_comparison_level(c)));
	json_object_set_new(root, "headline", json_string(headline));
	json_object_set_new(root, "finished", json_boolean(!c->is_unfinished));
	free(headline);
	if (c->error == 0) {
		json_object_set_new(
			root, "ratio",
			ratio_json(&c->ratio, c->means_verdict, c->better));
		json_object_set_new(
			root, "reported",
			json_string(rcc_json_reported(c->by_blocks)));
		json_object_set_new(
			root, "verdict",
			json_string(rcc_verdict_key(c->verdict, c->better)));
		json_object_set_new(root, "p", rcc_json_number(c->p));
		json_object_set_new(root, "p-holm", rcc_json_number(c->p_holm));
		/* Older versions of randstudy used this key for the verdict. */
		json_object_set_new(
			root, "verdict-holm",
			json_string(rcc_verdict_key(c->verdict, c->better)));
		json_object_set_new(
			root, "verdict-alone",
			json_string(rcc_verdict_key(c->alone, c->better)));
		json_object_set_new(root, "regression",
				    rcc_json_regression(c->verdict, c->better));
	}
	json_object_set_new(root, "common-layouts",
			    json_boolean(rcc_comparison_has_common_layouts(c)));
	add_one_build_each(root, c);
	if (c->is_interleaved) {
		json_object_set_new(
			root, "ratio-blocks",
			rcc_json_block_ratio(&c->blocks, c->blocks_error));
		json_object_set_new(
			root, "original-layouts-alone-blocks",
			rcc_json_block_ratio(&c->naive_blocks,
					     c->naive_blocks_error));
		json_object_set_new(root, "blocks",
				    rcc_json_blocks(&c->old.f->blocks));
	}
	if (c->error == 0 && c->n_each != 0)
		json_object_set_new(root, "layouts-to-decide",
				    json_integer((json_int_t)c->n_each));
	if (c->naive_error == 0)
		json_object_set_new(root, "original-layouts-alone",
				    ratio_json(&c->naive,
					       c->naive_means_verdict,
					       c->better));
	add_layout_sds(root, c);
	json_object_set_new(root, "measured",
			    json_pack("{s:o,s:o}", "old",
				      rcc_json_origin(c->old.f), "new",
				      rcc_json_origin(c->now.f)));
	return root;
}

json_t *rcc_comparisons_json(const struct rcc_findings *f)
{
	json_t *array = json_array();

	for (size_t i = 1; i < f->stored.study.n_systems; i++) {
		struct rcc_comparison c;

		rcc_comparison_of_systems(f, 0, i, rcc_comparison_delta(f), &c);
		json_array_append_new(array, rcc_comparison_json(&c));
	}
	return array;
}

void rcc_report_comparisons_json(json_t *array, json_t *all_pairs, FILE *out)
{
	json_t *root;

	if (json_array_size(array) == 1) {
		root = json_incref(json_array_get(array, 0));
		json_decref(array);
		json_decref(all_pairs);
	} else {
		root = json_pack("{s:s,s:o,s:o}", "format", LIST_FORMAT_NAME,
				 "comparisons", array, "all-pairs", all_pairs);
	}
	rcc_json_print(root, out);
}
