/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/suite_json.h"

#include <inttypes.h>
#include <stdlib.h>

#include "harness/report/json_parts.h"
#include "harness/report/suite_warnings.h"
#include "harness/report/suite_words.h"
#include "harness/report/verdict_words.h"
#include "harness/study/simulation.h"

#define FORMAT_NAME "randcc-suite-report-1"

static json_t *needed_json(const struct rcc_suite_findings *f,
			   const struct rcc_suite_row *row, bool is_random)
{
	json_t *array = json_array();

	for (size_t i = 0; i < RCC_SUITE_N_PRECISIONS; i++) {
		const size_t n = rcc_suite_needed(f, row, is_random, i);

		json_array_append_new(
			array, json_pack("{s:f,s:o}", "precision",
					 rcc_suite_precision[i], "n",
					 n != 0 ? json_integer((json_int_t)n)
						: json_null()));
	}
	return array;
}

static json_t *row_json(const struct rcc_suite_findings *f, size_t i)
{
	const struct rcc_suite_row *row = &f->row[i];
	const struct rcc_findings *findings = &row->entry->findings;

	return json_pack(
		"{s:s,s:o,s:o,s:o,s:o,s:o,s:o,s:b,s:b,s:o,s:o,s:s,s:s}",
		"benchmark", row->entry->benchmark->name, "measured",
		rcc_json_origin(findings), "random",
		rcc_json_cell(findings, row->random), "original",
		rcc_json_cell(findings, row->fixed), "effect",
		rcc_json_effect(findings, row->effect), "shift-p-holm",
		rcc_json_number(row->shift_p_holm), "variation-p-holm",
		rcc_json_number(row->variation_p_holm),
		"variation-detected-holm", row->varies_together,
		"shift-detected-holm", row->shifts_together, "layouts-needed",
		needed_json(f, row, true), "original-runs-needed",
		needed_json(f, row, false), "seen", rcc_suite_seen(row),
		"seen-alone", rcc_suite_seen_alone(row));
}

static json_t *geometric_json(const struct rcc_suite_findings *f,
			      const struct rcc_suite_ratio *s)
{
	char seed[24];
	json_t *json;

	if (s->log_error != 0)
		return json_null();
	snprintf(seed, sizeof(seed), "%" PRIu64, f->seed);
	json = json_pack("{s:o,s:I,s:n,s:{s:o,s:o,s:o}}", "estimate",
			 rcc_json_number(s->log.estimate), "benchmarks",
			 (json_int_t)s->n_defined, "bootstrap", "log", "low",
			 rcc_json_number(s->log.lo), "high",
			 rcc_json_number(s->log.hi), "df",
			 rcc_json_number(s->log.df));
	/* If ratios are from blocks, there is no bootstrap interval, and the
	 * value of "bootstrap" stays null. */
	if (s->bootstrap_error == 0)
		json_object_set_new(
			json, "bootstrap",
			json_pack("{s:o,s:o,s:I,s:s,s:b}", "low",
				  rcc_json_number(s->bootstrap.lo), "high",
				  rcc_json_number(s->bootstrap.hi),
				  "replicates", (json_int_t)f->n_replicates,
				  "seed", seed, "few", s->few));
	return json;
}

static json_t *no_ratio_json(const struct rcc_suite_findings *f,
			     const struct rcc_suite_comparison *c, size_t i)
{
	char *why = rcc_suite_no_ratio(f, c, i);
	json_t *json =
		json_pack("{s:s,s:b,s:s}", "benchmark", c->ratio.pair[i].name,
			  "defined", 0, "why", why);

	free(why);
	return json;
}

static json_t *pair_json(const struct rcc_suite_findings *f,
			 const struct rcc_suite_comparison *c, size_t i)
{
	const struct rcc_suite_pair *pair = &c->ratio.pair[i];
	const enum rcc_better better = f->metric->better;

	if (pair->error != 0)
		return no_ratio_json(f, c, i);
	return json_pack("{s:s,s:b,s:f,s:o,s:s,s:s,s:o,s:o,s:s,s:o}",
			 "benchmark", pair->name, "defined", 1, "threshold",
			 pair->delta, "ratio", rcc_json_ratio(&pair->ratio),
			 "verdict", rcc_verdict_key(pair->joint, better),
			 "verdict-alone",
			 rcc_verdict_key(pair->verdict, better), "p",
			 rcc_json_number(pair->p), "p-holm",
			 rcc_json_number(pair->p_holm), "verdict-holm",
			 rcc_verdict_key(pair->joint, better), "regression",
			 rcc_json_regression(pair->joint, better));
}

static json_t *systems_json(const struct rcc_suite_findings *f)
{
	json_t *all = json_array();

	for (size_t i = 0; i < f->n_comparisons; i++) {
		const struct rcc_suite_comparison *s = &f->comparison[i];
		json_t *pairs = json_array();

		for (size_t k = 0; k < s->ratio.n; k++)
			json_array_append_new(pairs, pair_json(f, s, k));
		json_array_append_new(
			all, json_pack("{s:s,s:s,s:f,s:o,s:o}", "old", s->old,
				       "new", s->now, "threshold", s->delta,
				       "benchmarks", pairs, "geometric-mean",
				       geometric_json(f, &s->ratio)));
	}
	return all;
}

static json_t *absent_json(const struct rcc_suite_findings *f)
{
	json_t *all = json_array();

	for (size_t i = 0; i < f->suite.n; i++) {
		const struct rcc_benchmark *b = &f->suite.benchmark[i];
		char *absence = rcc_suite_absence(f, &f->entry[i]);

		if (absence != NULL)
			json_array_append_new(
				all, json_pack("{s:s,s:b,s:s}", "benchmark",
					       b->name, "failed", b->status > 0,
					       "why", absence));
		free(absence);
	}
	return all;
}

void rcc_report_suite_json(const struct rcc_suite_findings *f, FILE *out)
{
	struct rcc_strvec warning = {0};
	json_t *rows = json_array();
	json_t *root;

	rcc_report_suite_warnings(f, &warning);
	for (size_t i = 0; i < f->n_rows; i++)
		json_array_append_new(rows, row_json(f, i));
	root = json_pack("{s:s,s:s,s:s,s:s,s:f,s:o,s:o,s:o,s:o,s:o,s:o,s:b}",
			 "format", FORMAT_NAME, "file", f->suite.file, "metric",
			 f->metric->name, "unit", rcc_json_unit(f->metric),
			 "confidence", f->level, "benchmarks", rows,
			 "shift-geometric-mean", geometric_json(f, &f->shift),
			 "systems", systems_json(f), "absent", absent_json(f),
			 "warnings", rcc_json_strings(&warning), "better",
			 rcc_json_better(f->metric->better), "simulated",
			 rcc_metric_is_simulated(f->metric));
	rcc_json_print(root, out);
}
