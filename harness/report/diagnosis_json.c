/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/diagnosis_json.h"

#include "harness/report/json_parts.h"

#define FORMAT_NAME "randcc-diagnosis-1"

static json_t *series_json(const struct rcc_series *s)
{
	json_t *changes = json_array();

	for (size_t i = 0; i < s->n_changes; i++)
		json_array_append_new(changes,
				      json_integer((json_int_t)s->change[i]));
	return json_pack(
		"{s:s,s:o,s:o,s:o,s:o,s:o,s:{s:o,s:{s:i,s:o,s:o},s:o}}", "name",
		s->name, "values", rcc_json_numbers(s->measured.x, s->n),
		"autocorrelation", rcc_json_numbers(s->measured.r, s->n_lags),
		"shuffled", rcc_json_numbers(s->shuffled.x, s->n),
		"shuffled-autocorrelation",
		rcc_json_numbers(s->shuffled.r, s->n_lags),
		"autocorrelation-bound", rcc_json_number(s->bound), "hints",
		"drift", rcc_json_interval(&s->drift), "ljung-box", "lags",
		(int)s->n_lags, "q", rcc_json_number(s->q), "p",
		rcc_json_number(s->p), "changes", changes);
}

void rcc_report_diagnosis_json(const struct rcc_findings *f,
			       const struct rcc_diagnosis *d, FILE *out)
{
	json_t *series = json_array();
	json_t *root = json_pack(
		"{s:s,s:s,s:s,s:o,s:{s:o,s:o},s:{s:o,s:o}}", "format",
		FORMAT_NAME, "metric", f->asked.metric.name, "unit",
		rcc_json_unit(&f->asked.metric), "series", series, "run-before",
		"f", rcc_json_number(d->by_previous_arm.f), "p",
		rcc_json_number(d->by_previous_arm.p), "place-in-block", "f",
		rcc_json_number(d->by_block_position.f), "p",
		rcc_json_number(d->by_block_position.p));

	for (size_t i = 0; i < d->n_series; i++)
		json_array_append_new(series, series_json(&d->series[i]));
	rcc_json_print(root, out);
}
