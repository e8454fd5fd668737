/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/all_pairs_page.h"

#include <stdlib.h>

#include "common/mem.h"
#include "harness/findings/all_pairs.h"
#include "harness/report/format.h"
#include "harness/report/json_parts.h"
#include "harness/report/ratio_sentence.h"
#include "harness/report/verdict_words.h"

static void add_pair(struct rcc_table *t, const struct rcc_pair *pair)
{
	const struct rcc_comparison *c = &pair->comparison;
	char *name = rcc_mem_printf("%s / %s", c->now.name, c->old.name);

	rcc_table_row(t, name);
	free(name);
	if (!pair->is_defined) {
		rcc_table_message(t, "no verdict");
		return;
	}
	rcc_add_ratio_cells(t, &pair->claim.ratio);
	rcc_table_cell(t, "%s",
		       rcc_verdict_short(c->verdict, &c->old.f->asked.metric));
}

void rcc_compose_all_pairs(struct rcc_document *d, const struct rcc_findings *f,
			   double delta)
{
	struct rcc_all_pairs all;
	struct rcc_table *t;
	char threshold[48];

	if (f->stored.study.n_systems < 3)
		return;
	rcc_all_pairs_compute(f, delta, &all);
	rcc_document_section(d, "All pairs of systems, judged together");
	t = rcc_document_table(d, NULL);
	rcc_table_column(t, RCC_ALIGN_LEFT, "systems");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "ratio");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "joint interval");
	rcc_table_column(t, RCC_ALIGN_LEFT, "verdict");
	for (size_t i = 0; i < all.n; i++)
		add_pair(t, &all.pair[i]);
	rcc_format_percent(100 * delta, threshold, sizeof(threshold));
	rcc_document_note(
		d,
		"The %zu intervals are simultaneous at %.0f %% (Bonferroni; "
		"each is computed at %.4g %%). The verdicts are adjusted for "
		"all pairs, at a threshold of %s (Holm). Holm's adjustment "
		"is less strict than Bonferroni's, so a pair may have a "
		"verdict although its interval contains the threshold.",
		all.n, 100 * f->asked.level, 100 * all.level, threshold);
	rcc_all_pairs_release(&all);
}

static json_t *pair_json(const struct rcc_pair *pair, double level)
{
	const struct rcc_comparison *c = &pair->comparison;
	json_t *json =
		json_pack("{s:s,s:s}", "old", c->old.name, "new", c->now.name);

	json_object_set_new(json, "ratio",
			    pair->is_defined
				    ? rcc_json_ratio(&pair->claim.ratio)
				    : json_null());
	json_object_set_new(json, "computed-confidence", json_real(level));
	json_object_set_new(json, "p", rcc_json_number(c->p));
	json_object_set_new(json, "p-holm", rcc_json_number(c->p_holm));
	json_object_set_new(
		json, "verdict-holm",
		json_string(rcc_verdict_key(c->verdict, c->better)));
	json_object_set_new(json, "regression",
			    rcc_json_regression(c->verdict, c->better));
	return json;
}

json_t *rcc_all_pairs_json(const struct rcc_findings *f, double delta)
{
	json_t *array = json_array();
	struct rcc_all_pairs all;

	if (f->stored.study.n_systems < 3)
		return array;
	rcc_all_pairs_compute(f, delta, &all);
	for (size_t i = 0; i < all.n; i++)
		json_array_append_new(array,
				      pair_json(&all.pair[i], all.level));
	rcc_all_pairs_release(&all);
	return array;
}
