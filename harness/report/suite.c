/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the formats of a suite's report share. */
#include "harness/report/suite.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "common/strbuf.h"
#include "harness/findings/plan.h"
#include "harness/report/format.h"
#include "harness/report/origin.h"
#include "harness/report/warnings.h"

const double rcc_suite_precision[RCC_SUITE_N_PRECISIONS] = {0.005, 0.01, 0.015,
							    0.02};

size_t rcc_suite_needed(const struct rcc_suite_findings *f,
			const struct rcc_cell *cell, size_t i)
{
	return rcc_cell_layouts_needed(cell, rcc_suite_precision[i], f->level);
}

double rcc_suite_uncertainty(const struct rcc_cell *cell)
{
	const double half = (cell->interval.hi - cell->interval.lo) / 2;

	return half > 0 ? half : fabs(cell->levels.mean) / 1000;
}

const char *rcc_suite_seen(const struct rcc_suite_row *row)
{
	const struct rcc_effect *effect = row->effect;

	if (rcc_cells_are_constant(row->random, row->fixed))
		return "constant";
	if (effect->error != 0)
		return "too few runs";
	if (effect->effect.shift_seen && effect->effect.noise_seen)
		return "both";
	if (effect->effect.noise_seen)
		return "varies";
	return effect->effect.shift_seen ? "shift" : "neither";
}

const char *rcc_suite_doubt(const struct rcc_suite_row *row)
{
	return rcc_effect_is_doubtful(row->effect) ? "?" : "";
}

const char *rcc_suite_seen_by(const struct rcc_suite_row *row)
{
	const struct rcc_effect *e = row->effect;

	if (e->error != 0)
		return "n/a";
	if (isinf(e->effect.ratio.estimate))
		return "no noise";
	if (e->effect.method == RCC_LAYOUT_WITHIN)
		return e->effect.noise_seen ? "F" : "neither";
	if (e->effect.noise_seen)
		return e->variation_holds ? "both" : "F only";
	return e->variation_holds ? "B-F only" : "neither";
}

const char rcc_suite_variation_words[] =
	"F: probability of such variances if layout did nothing, which a few "
	"disturbed runs are enough to make small; B-F: the same by the "
	"distances from the median (Brown and Forsythe), which they hardly "
	"move; Holm: the latter adjusted for the number of benchmarks. Seen "
	"by: probabilities are one-sided, and 0.025 is the limit, as of the "
	"intervals on either side. F only: it may rest on a few runs, and the "
	"table above has a question mark. Layouts that are run more than once "
	"are compared with the noise within them, for which F alone will do. "
	"Intervals take the runs as normally distributed, and are too narrow "
	"where they are not; where nothing is left of one (0.0 to 0.0), the "
	"original layout varied by that much more, which no layout does: the "
	"noise was not the same, and nothing is shown.";

void rcc_suite_probability(double p, char *out, size_t n)
{
	if (isnan(p))
		snprintf(out, n, "n/a");
	else if (p < 0.0001)
		snprintf(out, n, "<0.0001");
	else
		snprintf(out, n, "%#.2g", p);
}

char *rcc_suite_absence(const struct rcc_suite_findings *f,
			const struct rcc_suite_entry *e)
{
	const struct rcc_benchmark *b = e->benchmark;

	if (e->is_begun && e->findings.stored.n_runs != 0)
		return NULL;
	if (b->status > 0 && b->problem != NULL)
		return rcc_mem_printf("nothing measured: %s", b->problem);
	if (b->status > 0)
		return rcc_mem_printf("nothing measured: it failed; "
				      "`randstudy run -o %s/%s` says why",
				      f->dir, b->name);
	return rcc_mem_strdup("not measured yet");
}

char *rcc_suite_joint_names(const struct rcc_suite_ratio *s,
			    enum rcc_verdict verdict)
{
	struct rcc_strbuf names = {0};

	for (size_t i = 0; i < s->n; i++)
		if (s->pair[i].error == 0 && s->pair[i].joint == verdict)
			rcc_strbuf_add_item(&names, ", ", s->pair[i].name);
	if (names.n == 0)
		rcc_strbuf_add(&names, "none");
	return rcc_strbuf_take(&names);
}

char *rcc_suite_varying_names(const struct rcc_suite_findings *f)
{
	struct rcc_strbuf names = {0};

	for (size_t i = 0; i < f->n_rows; i++)
		if (f->row[i].varies_together)
			rcc_strbuf_add_item(&names, ", ", f->row[i].name);
	if (names.n == 0)
		rcc_strbuf_add(&names, "none");
	return rcc_strbuf_take(&names);
}

char *rcc_suite_joint_words(const struct rcc_suite_ratio *shift)
{
	char *slower = rcc_suite_joint_names(shift, RCC_VERDICT_SLOWER);
	char *faster = rcc_suite_joint_names(shift, RCC_VERDICT_FASTER);
	char *words = rcc_mem_printf(
		"Shifts that hold for all benchmarks together (Holm): random "
		"slower: %s; random faster: %s.",
		slower, faster);

	free(slower);
	free(faster);
	return words;
}

char *rcc_suite_geometric_words(const struct rcc_suite_findings *f,
				const struct rcc_suite_ratio *s,
				const char *what)
{
	const struct rcc_interval *b = &s->bootstrap;
	const struct rcc_interval *l = &s->log;
	const struct rcc_scale one = {1, ""};
	const double half = (l->hi - l->lo) / 2;
	char text[5][48];

	if (s->bootstrap_error != 0 || s->log_error != 0)
		return rcc_mem_printf("Geometric mean %s: none; at least two "
				      "good layouts of each are needed.",
				      what);
	rcc_format_number(one, l->estimate, half, text[0], sizeof(text[0]));
	rcc_format_number(one, b->lo, half, text[1], sizeof(text[1]));
	rcc_format_number(one, b->hi, half, text[2], sizeof(text[2]));
	rcc_format_number(one, l->lo, half, text[3], sizeof(text[3]));
	rcc_format_number(one, l->hi, half, text[4], sizeof(text[4]));
	return rcc_mem_printf(
		"Geometric mean %s, of %zu benchmarks: %s (%.0f %% interval "
		"%s to %s, hierarchical bootstrap, %zu replicates, seed "
		"%" PRIu64 "; %s to %s from the logarithms' variances%s). It "
		"is about these benchmarks, not about others.",
		what, s->n_defined, text[0], 100 * f->level, text[1], text[2],
		f->n_replicates, f->seed, text[3], text[4],
		s->few ? ", which with fewer than 10 layouts is the one to "
			 "trust"
		       : "");
}

void rcc_suite_print_origin(const struct rcc_suite_findings *f, FILE *out)
{
	struct rcc_origin *origin =
		rcc_mem_calloc(f->suite.n + 1, sizeof(*origin));
	size_t n = 0;

	for (size_t i = 0; i < f->suite.n; i++)
		if (f->entry[i].is_begun &&
		    f->entry[i].findings.stored.n_runs != 0)
			origin[n++] = (struct rcc_origin){
				&f->entry[i].findings,
				f->entry[i].benchmark->name};
	if (n != 0) {
		rcc_origin_print_when(origin, n, NULL, out);
		rcc_origin_print_made(origin, n, out);
	}
	free(origin);
}

/* Whether two texts differ in their numbers at most. */
static bool is_alike(const char *a, const char *b)
{
	static const char number[] = "0123456789.";

	for (;;) {
		const size_t n = strcspn(a, number);

		if (n != strcspn(b, number) || strncmp(a, b, n) != 0)
			return false;
		if (a[n] == '\0' || b[n] == '\0')
			return a[n] == b[n];
		a += n;
		b += n;
		a += strspn(a, number);
		b += strspn(b, number);
	}
}

/* A warning that holds for one benchmark, or for several: once, with names. */
struct told {
	struct rcc_strvec text;
	struct rcc_strvec names;
	struct rcc_strvec alike; /* those with other numbers; "": none */
};

static void add_name(struct rcc_strvec *names, size_t i, const char *name)
{
	char *longer =
		rcc_mem_printf("%s%s%s", names->item[i],
			       names->item[i][0] != '\0' ? ", " : "", name);

	rcc_strvec_replace(names, i, longer);
	free(longer);
}

static void tell(struct told *t, const char *text, const char *name)
{
	size_t i = 0;

	while (i < t->text.n && !is_alike(t->text.item[i], text))
		i++;
	if (i == t->text.n) {
		rcc_strvec_push(&t->text, text);
		rcc_strvec_push(&t->names, "");
		rcc_strvec_push(&t->alike, "");
	}
	add_name(strcmp(t->text.item[i], text) == 0 ? &t->names : &t->alike, i,
		 name);
}

static void push_told(const struct told *t, size_t i,
		      struct rcc_strvec *warning)
{
	if (t->alike.item[i][0] == '\0')
		rcc_strvec_pushf(warning, "%s: %s", t->names.item[i],
				 t->text.item[i]);
	else
		rcc_strvec_pushf(
			warning, "%s (and, with other numbers, %s): %s",
			t->names.item[i], t->alike.item[i], t->text.item[i]);
}

void rcc_report_suite_warnings(const struct rcc_suite_findings *f,
			       struct rcc_strvec *warning)
{
	struct told told = {0};

	for (size_t i = 0; i < f->suite.n; i++) {
		const struct rcc_suite_entry *e = &f->entry[i];
		struct rcc_strvec own = {0};

		if (e->is_begun && e->findings.stored.n_runs != 0)
			rcc_report_warnings(&e->findings, &own);
		for (size_t k = 0; k < own.n; k++)
			tell(&told, own.item[k], e->benchmark->name);
		rcc_strvec_release(&own);
	}
	for (size_t i = 0; i < told.text.n; i++)
		push_told(&told, i, warning);
	rcc_strvec_release(&told.text);
	rcc_strvec_release(&told.names);
	rcc_strvec_release(&told.alike);
}
