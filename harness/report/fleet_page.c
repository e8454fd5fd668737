/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/fleet_page.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "common/shell_words.h"
#include "common/strvec.h"
#include "harness/report/fleet_answer.h"
#include "harness/report/fleet_warnings.h"
#include "harness/report/format.h"
#include "harness/report/ratio_sentence.h"
#include "harness/report/warnings.h"
#include "harness/study/simulation.h"

/* If a study has more machines than this, HTML and Markdown show its table of
 * machines only on demand. */
#define MOST_UNFOLDED 30

/* ---- Tables ------------------------------------------------------------- */

static void add_effect(struct rcc_table *t, const struct rcc_fleet_effect *e)
{
	struct rcc_interval_text text;

	if (e->error != 0) {
		rcc_table_message(t, "too few runs");
		return;
	}
	rcc_add_ratio_cells(t, &e->shift);
	if (!e->has_sd) {
		rcc_table_message(t, "not detected");
		return;
	}
	rcc_format_percent_interval(&e->sd, &text);
	rcc_table_cell(t, "%s %%", text.estimate);
	rcc_table_cell(t, "%s to %s", text.lo, text.hi);
}

static void compose_effect(struct rcc_document *d,
			   const struct rcc_fleet_findings *fleet,
			   size_t effect)
{
	struct rcc_table *t;

	rcc_document_section(d, "%s of %s, machine by machine",
			     fleet->metric.text, fleet->subject[effect]);
	if (fleet->n > MOST_UNFOLDED)
		rcc_document_fold(d, "Each machine");
	t = rcc_document_table(d, NULL);
	rcc_table_column(t, RCC_ALIGN_RIGHT, "machine");
	rcc_table_column(t, RCC_ALIGN_LEFT, "name");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "runs");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "random / original");
	rcc_table_column(t, RCC_ALIGN_LEFT, "interval");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "layout sd");
	rcc_table_column(t, RCC_ALIGN_LEFT, "interval");
	for (size_t i = 0; i < fleet->n; i++) {
		const struct rcc_fleet_member *m = &fleet->machine[i];
		char number[16];

		snprintf(number, sizeof(number), "%u", m->number);
		rcc_table_row(t, number);
		rcc_table_cell(t, "%s", m->name);
		rcc_table_cell(t, "%zu", m->n_runs);
		add_effect(t, &m->effect[effect]);
	}
	rcc_document_note(d, "Each line is the study of one machine by itself. "
			     "The layouts are the same on all machines.");
	if (fleet->n > MOST_UNFOLDED)
		rcc_document_fold_end(d);
}

static char *hardware_of(const struct rcc_fleet_findings *fleet, size_t i)
{
	return rcc_fleet_hardware(&fleet->machine[i]);
}

static char *simulation_of(const struct rcc_fleet_findings *fleet, size_t i)
{
	char *text =
		rcc_simulation_text(fleet->tool, fleet->machine[i].simulation);
	char *longer = rcc_mem_printf("simulated %s", text);

	free(text);
	return longer;
}

/* Append a term (RCC_NODE_TERM) for each distinct text that text_of() returns.
 * The label of the term lists the numbers of the machines with this text. */
static void
compose_kinds(struct rcc_document *d, const struct rcc_fleet_findings *fleet,
	      char *(*text_of)(const struct rcc_fleet_findings *, size_t))
{
	struct rcc_strvec kind = {0};

	for (size_t i = 0; i < fleet->n; i++) {
		char *one = text_of(fleet, i);

		if (!rcc_strvec_has(&kind, one))
			rcc_strvec_push(&kind, one);
		free(one);
	}
	for (size_t k = 0; k < kind.n; k++) {
		struct rcc_number_list list = {0};
		char *text;

		for (size_t i = 0; i < fleet->n; i++) {
			char *one = text_of(fleet, i);

			if (strcmp(one, kind.item[k]) == 0)
				rcc_number_list_add(&list,
						    fleet->machine[i].number);
			free(one);
		}
		text = rcc_number_list_text(&list, "machine");
		rcc_document_term(d, text, "%s", kind.item[k]);
		free(text);
		rcc_number_list_release(&list);
	}
	rcc_strvec_release(&kind);
}

/* ---- Pages -------------------------------------------------------------- */

static void compose_leading_warnings(struct rcc_document *d,
				     const struct rcc_fleet_findings *fleet)
{
	struct rcc_strvec warning = {0};

	rcc_fleet_leading_warnings(fleet, &warning);
	for (size_t i = 0; i < warning.n; i++)
		rcc_document_warning(d, warning.item[i]);
	rcc_strvec_release(&warning);
}

static void compose_comparisons(struct rcc_document *d,
				const struct rcc_fleet_findings *fleet)
{
	for (size_t i = 0; i < fleet->n_comparisons; i++)
		rcc_compose_fleet_comparison(d, fleet, i);
}

static void compose_comparison_models(struct rcc_document *d,
				      const struct rcc_fleet_findings *fleet)
{
	for (size_t i = 0; i < fleet->n_comparisons; i++) {
		const struct rcc_fleet_comparison *c = &fleet->comparison[i];
		char *what = rcc_mem_printf("%s of %s / %s", fleet->metric.text,
					    c->now, c->old);

		rcc_compose_fleet_model(d, fleet, &c->model, what);
		free(what);
	}
}

static void compose_end(struct rcc_document *d,
			const struct rcc_fleet_findings *fleet)
{
	struct rcc_strvec warning = {0};
	char *dir = rcc_shell_quote(fleet->dir);

	rcc_document_section(d, "The machines");
	compose_kinds(d, fleet, hardware_of);
	if (fleet->is_simulated)
		compose_kinds(d, fleet, simulation_of);
	rcc_fleet_other_warnings(fleet, &warning);
	rcc_compose_warnings(d, &warning);
	rcc_strvec_release(&warning);
	rcc_document_section(d, "Commands for details");
	rcc_document_command(d, "one machine",
			     "randstudy report --machine=K %s", dir);
	rcc_document_command(d, "rows", "randstudy report --format csv %s",
			     dir);
	rcc_document_command(d, "next study", "randstudy plan %s", dir);
	free(dir);
}

void rcc_compose_fleet(struct rcc_document *d,
		       const struct rcc_fleet_findings *fleet)
{
	rcc_document_title(
		d, "Layout study of %s on %zu of %u machines: %zu runs",
		fleet->title, fleet->n, fleet->n_machines, fleet->n_runs);
	compose_leading_warnings(d, fleet);
	compose_comparisons(d, fleet);
	for (size_t i = 0; i < fleet->n_effects; i++)
		rcc_compose_fleet_effect(d, fleet, i);
	compose_comparison_models(d, fleet);
	for (size_t i = 0; i < fleet->n_effects; i++) {
		char *what =
			rcc_mem_printf("%s of %s / original layout",
				       fleet->metric.text, fleet->effect[i]);

		rcc_compose_fleet_model(d, fleet, &fleet->model[i], what);
		free(what);
	}
	for (size_t i = 0; i < fleet->n_effects; i++)
		compose_effect(d, fleet, i);
	compose_end(d, fleet);
}

void rcc_compose_fleet_comparisons(struct rcc_document *d,
				   const struct rcc_fleet_findings *fleet)
{
	rcc_document_title(
		d, "Comparison with %s on %zu of %u machines: %zu runs",
		fleet->system[0], fleet->n, fleet->n_machines, fleet->n_runs);
	compose_leading_warnings(d, fleet);
	compose_comparisons(d, fleet);
	compose_comparison_models(d, fleet);
	compose_end(d, fleet);
}
