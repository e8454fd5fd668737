/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the formats of a suite's report share. */
#include "harness/report/suite.h"

#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "harness/report/warnings.h"

const double rcc_suite_precision[RCC_SUITE_N_PRECISIONS] = {0.005, 0.01, 0.015,
							    0.02};

size_t rcc_suite_needed(const struct rcc_suite_findings *f,
			const struct rcc_cell *cell, size_t i)
{
	const struct rcc_mean mean = rcc_mean_of(&cell->levels);
	size_t n = 0;

	if (cell->levels_error != 0 ||
	    rcc_plan_top(&mean, rcc_suite_precision[i], f->level, &n) != 0)
		return 0;
	return n;
}

const char *rcc_suite_seen(const struct rcc_effect *effect)
{
	if (effect->error != 0)
		return "too few runs";
	if (effect->effect.shift_seen && effect->effect.noise_seen)
		return "both";
	if (effect->effect.noise_seen)
		return "varies";
	return effect->effect.shift_seen ? "shift" : "neither";
}

char *rcc_suite_absence(const struct rcc_suite_findings *f,
			const struct rcc_suite_entry *e)
{
	const struct rcc_benchmark *b = e->benchmark;

	if (e->is_begun && e->findings.n_runs != 0)
		return NULL;
	if (b->status > 0 && b->problem != NULL)
		return rcc_mem_printf("nothing measured: %s", b->problem);
	if (b->status > 0)
		return rcc_mem_printf("nothing measured: it failed; "
				      "`randstudy run -o %s/%s` says why",
				      f->dir, b->name);
	return rcc_mem_strdup("not measured yet");
}

/* A warning that holds for one benchmark, or for several: once, with names. */
struct told {
	struct rcc_strvec text;
	struct rcc_strvec names;
};

static void tell(struct told *t, const char *text, const char *name)
{
	size_t i = 0;
	char *longer;

	while (i < t->text.n && strcmp(t->text.item[i], text) != 0)
		i++;
	if (i == t->text.n) {
		rcc_strvec_push(&t->text, text);
		rcc_strvec_push(&t->names, name);
		return;
	}
	longer = rcc_mem_printf("%s, %s", t->names.item[i], name);
	rcc_strvec_replace(&t->names, i, longer);
	free(longer);
}

void rcc_report_suite_warnings(const struct rcc_suite_findings *f,
			       struct rcc_strvec *warning)
{
	struct told told = {0};

	for (size_t i = 0; i < f->suite.n; i++) {
		const struct rcc_suite_entry *e = &f->entry[i];
		struct rcc_strvec own = {0};

		if (e->is_begun && e->findings.n_runs != 0)
			rcc_report_warnings(&e->findings, &own);
		for (size_t k = 0; k < own.n; k++)
			tell(&told, own.item[k], e->benchmark->name);
		rcc_strvec_release(&own);
	}
	for (size_t i = 0; i < told.text.n; i++)
		rcc_strvec_pushf(warning, "%s: %s", told.names.item[i],
				 told.text.item[i]);
	rcc_strvec_release(&told.text);
	rcc_strvec_release(&told.names);
}
