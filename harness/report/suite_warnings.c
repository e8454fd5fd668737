/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/suite_warnings.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "harness/report/warnings.h"
#include "harness/study/simulation.h"

/* Return whether two texts are equal except for their numbers. */
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

/* The distinct warnings of a suite.  names[i] has the names of the benchmarks
 * with the warning text[i]. */
struct merged {
	struct rcc_strvec text;
	struct rcc_strvec names;
	/* For each warning, the names of benchmarks that have the same warning
	 * with other numbers. */
	struct rcc_strvec alike;
};

static void add_name(struct rcc_strvec *names, size_t i, const char *name)
{
	char *longer =
		rcc_mem_printf("%s%s%s", names->item[i],
			       names->item[i][0] != '\0' ? ", " : "", name);

	rcc_strvec_replace(names, i, longer);
	free(longer);
}

static void merge(struct merged *m, const char *text, const char *name)
{
	size_t i = 0;

	while (i < m->text.n && !is_alike(m->text.item[i], text))
		i++;
	if (i == m->text.n) {
		rcc_strvec_push(&m->text, text);
		rcc_strvec_push(&m->names, "");
		rcc_strvec_push(&m->alike, "");
	}
	add_name(strcmp(m->text.item[i], text) == 0 ? &m->names : &m->alike, i,
		 name);
}

static void push_merged(const struct merged *m, size_t i,
			struct rcc_strvec *warning)
{
	if (m->alike.item[i][0] == '\0')
		rcc_strvec_pushf(warning, "%s: %s", m->names.item[i],
				 m->text.item[i]);
	else
		rcc_strvec_pushf(
			warning, "%s (and, with other numbers, %s): %s",
			m->names.item[i], m->alike.item[i], m->text.item[i]);
}

static const json_t *simulation_of(const struct rcc_suite_entry *e)
{
	return rcc_stored_simulation(&e->findings.stored,
				     &e->findings.asked.metric);
}

/* Warn if valgrind did not simulate the counts of a benchmark in the same way
 * as those of the first benchmark. */
static void merge_simulations(const struct rcc_suite_findings *f,
			      struct merged *merged)
{
	const struct rcc_suite_entry *first = NULL;

	for (size_t i = 0; i < f->suite.n; i++) {
		const struct rcc_suite_entry *e = &f->entry[i];
		const char *difference;
		char *text;

		if (!e->is_begun || e->findings.stored.n_runs == 0 ||
		    !rcc_metric_is_simulated(&e->findings.asked.metric))
			continue;
		if (first == NULL)
			first = e;
		difference = rcc_simulation_difference(simulation_of(first),
						       simulation_of(e));
		if (difference == NULL)
			continue;
		text = rcc_mem_printf("%s, so their counts do not compare",
				      difference);
		if (!rcc_strvec_has(&merged->text, text))
			merge(merged, text, first->benchmark->name);
		merge(merged, text, e->benchmark->name);
		free(text);
	}
}

void rcc_report_suite_warnings(const struct rcc_suite_findings *f,
			       struct rcc_strvec *warning)
{
	struct merged merged = {0};

	for (size_t i = 0; i < f->suite.n; i++) {
		const struct rcc_suite_entry *e = &f->entry[i];
		struct rcc_strvec own = {0};

		if (e->is_begun && e->findings.stored.n_runs != 0)
			rcc_report_warnings(&e->findings, &own);
		for (size_t k = 0; k < own.n; k++)
			merge(&merged, own.item[k], e->benchmark->name);
		rcc_strvec_release(&own);
	}
	merge_simulations(f, &merged);
	for (size_t i = 0; i < merged.text.n; i++)
		push_merged(&merged, i, warning);
	rcc_strvec_release(&merged.text);
	rcc_strvec_release(&merged.names);
	rcc_strvec_release(&merged.alike);
}
