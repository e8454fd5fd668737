/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/fleet_page.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "common/shell_words.h"
#include "common/strvec.h"
#include "harness/report/format.h"
#include "harness/report/json_parts.h"
#include "harness/report/ratio_sentence.h"
#include "harness/report/warnings.h"

#define FORMAT_NAME "randcc-machines-1"

/* ---- Warnings ----------------------------------------------------------- */

static void warn_of_missing(const struct rcc_fleet *fleet,
			    struct rcc_strvec *warning)
{
	char *text;

	if (fleet->missing.n == 0)
		return;
	text = rcc_number_list_text(&fleet->missing, "machine");
	rcc_strvec_pushf(warning,
			 "%s of %u %s missing: bring the runs that are there, "
			 "and merge again",
			 text, fleet->n_machines,
			 fleet->missing.n == 1 ? "is" : "are");
	free(text);
}

static void warn_of_unfinished(const struct rcc_fleet *fleet,
			       struct rcc_strvec *warning)
{
	struct rcc_number_list list = {0};
	char *text;

	for (size_t i = 0; i < fleet->n; i++)
		if (fleet->machine[i].is_unfinished)
			rcc_number_list_add(&list, fleet->machine[i].number);
	if (list.n != 0) {
		text = rcc_number_list_text(&list, "machine");
		rcc_strvec_pushf(warning,
				 "%s lack%s planned runs: no claim may rest on "
				 "them",
				 text, list.n == 1 ? "s" : "");
		free(text);
	}
	rcc_number_list_release(&list);
}

/* Return whether machine i is the first one with this text. */
static bool is_first(const struct rcc_fleet *fleet, size_t i, const char *key)
{
	const char *text = rcc_fleet_host_text(&fleet->machine[i], key);

	for (size_t k = 0; k < i; k++)
		if (strcmp(rcc_fleet_host_text(&fleet->machine[k], key),
			   text) == 0)
			return false;
	return true;
}

/* Warn if several machines are the same computer.  Then their differences do
 * not come from hardware. */
static void warn_of_one_host(const struct rcc_fleet *fleet,
			     struct rcc_strvec *warning)
{
	for (size_t i = 0; i < fleet->n; i++) {
		const char *host =
			rcc_fleet_host_text(&fleet->machine[i], "hostname");
		struct rcc_number_list list = {0};
		char *text;

		if (strcmp(host, "unknown") == 0 ||
		    !is_first(fleet, i, "hostname"))
			continue;
		for (size_t k = i; k < fleet->n; k++)
			if (strcmp(rcc_fleet_host_text(&fleet->machine[k],
						       "hostname"),
				   host) == 0)
				rcc_number_list_add(&list,
						    fleet->machine[k].number);
		text = rcc_number_list_text(&list, "machine");
		if (list.n > 1)
			rcc_strvec_pushf(
				warning,
				"%s ran on one computer%s%s: their "
				"differences say nothing about hardware",
				text, fleet->is_anonymous ? "" : ", ",
				fleet->is_anonymous ? "" : host);
		free(text);
		rcc_number_list_release(&list);
	}
}

static void warn_of_failed(const struct rcc_fleet *fleet,
			   struct rcc_strvec *warning)
{
	for (size_t i = 0; i < fleet->n; i++)
		if (fleet->machine[i].n_failed != 0)
			rcc_strvec_pushf(warning,
					 "%zu of %zu runs of machine %u "
					 "failed: `randstudy report --machine="
					 "%u` says how",
					 fleet->machine[i].n_failed,
					 fleet->machine[i].n_runs,
					 fleet->machine[i].number,
					 fleet->machine[i].number);
}

static void find_warnings(const struct rcc_fleet *fleet,
			  struct rcc_strvec *warning)
{
	warn_of_missing(fleet, warning);
	warn_of_one_host(fleet, warning);
	warn_of_unfinished(fleet, warning);
	warn_of_failed(fleet, warning);
	for (size_t i = 0; i < fleet->lost.n; i++)
		rcc_strvec_push(warning, fleet->lost.item[i]);
}

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
			   const struct rcc_fleet *fleet, size_t effect)
{
	struct rcc_table *t;

	rcc_document_section(d, "%s of %s, machine by machine",
			     fleet->metric.text, fleet->effect[effect]);
	t = rcc_document_table(d, NULL);
	rcc_table_column(t, RCC_ALIGN_RIGHT, "machine");
	rcc_table_column(t, RCC_ALIGN_LEFT, "name");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "runs");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "random / original");
	rcc_table_column(t, RCC_ALIGN_LEFT, "interval");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "layout sd");
	rcc_table_column(t, RCC_ALIGN_LEFT, "interval");
	for (size_t i = 0; i < fleet->n; i++) {
		const struct rcc_fleet_machine *m = &fleet->machine[i];
		char number[16];

		snprintf(number, sizeof(number), "%u", m->number);
		rcc_table_row(t, number);
		rcc_table_cell(t, "%s", m->name);
		rcc_table_cell(t, "%zu", m->n_runs);
		add_effect(t, &m->effect[effect]);
	}
	rcc_document_note(d, "Each line is the study of one machine by itself. "
			     "The layouts are the same on all machines.");
}

/* A kind of machine has the same processor, number of CPUs and kernel. */
static char *kind_of(const struct rcc_fleet_machine *m)
{
	return rcc_mem_printf(
		"%s (%lld CPUs), %s", rcc_fleet_host_text(m, "cpu"),
		(long long)json_integer_value(json_object_get(m->host, "cpus")),
		rcc_fleet_host_text(m, "kernel"));
}

static void compose_kinds(struct rcc_document *d, const struct rcc_fleet *fleet)
{
	struct rcc_strvec kind = {0};

	rcc_document_section(d, "The machines");
	for (size_t i = 0; i < fleet->n; i++) {
		char *one = kind_of(&fleet->machine[i]);

		if (!rcc_strvec_has(&kind, one))
			rcc_strvec_push(&kind, one);
		free(one);
	}
	for (size_t k = 0; k < kind.n; k++) {
		struct rcc_number_list list = {0};
		char *text;

		for (size_t i = 0; i < fleet->n; i++) {
			char *one = kind_of(&fleet->machine[i]);

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

void rcc_compose_fleet(struct rcc_document *d, const struct rcc_fleet *fleet)
{
	struct rcc_strvec warning = {0};
	char *dir = rcc_shell_quote(fleet->dir);

	rcc_document_title(
		d, "Layout study of %s on %zu of %u machines: %zu runs",
		fleet->title, fleet->n, fleet->n_machines, fleet->n_runs);
	for (size_t i = 0; i < fleet->n_effects; i++)
		compose_effect(d, fleet, i);
	compose_kinds(d, fleet);
	find_warnings(fleet, &warning);
	rcc_compose_warnings(d, &warning);
	rcc_strvec_release(&warning);
	rcc_document_section(d, "Commands for details");
	rcc_document_command(d, "one machine",
			     "randstudy report --machine=K %s", dir);
	rcc_document_command(d, "rows", "randstudy report --format csv %s",
			     dir);
	free(dir);
}

/* ---- JSON --------------------------------------------------------------- */

static json_t *effect_json(const struct rcc_fleet *fleet,
			   const struct rcc_fleet_effect *e, size_t i)
{
	const bool is_defined = e->error == 0;

	return json_pack("{s:s,s:o,s:o}", "arm", fleet->effect[i], "shift",
			 is_defined ? rcc_json_ratio(&e->shift) : json_null(),
			 "layout-sd-percent",
			 is_defined && e->has_sd ? rcc_json_interval(&e->sd)
						 : json_null());
}

static json_t *machine_json(const struct rcc_fleet *fleet,
			    const struct rcc_fleet_machine *m)
{
	json_t *effects = json_array();

	for (size_t i = 0; i < fleet->n_effects; i++)
		json_array_append_new(effects,
				      effect_json(fleet, &m->effect[i], i));
	return json_pack("{s:i,s:s,s:I,s:I,s:I,s:b,s:o,s:O?}", "machine",
			 (int)m->number, "name", m->name, "runs",
			 (json_int_t)m->n_runs, "planned",
			 (json_int_t)m->n_planned, "failed",
			 (json_int_t)m->n_failed, "finished", !m->is_unfinished,
			 "effects", effects, "host", m->host);
}

void rcc_report_fleet_json(const struct rcc_fleet *fleet, FILE *out)
{
	struct rcc_strvec warning = {0};
	json_t *machines = json_array();
	json_t *missing = json_array();

	find_warnings(fleet, &warning);
	for (size_t i = 0; i < fleet->n; i++)
		json_array_append_new(machines,
				      machine_json(fleet, &fleet->machine[i]));
	for (size_t i = 0; i < fleet->missing.n; i++)
		json_array_append_new(missing,
				      json_integer(fleet->missing.number[i]));
	rcc_json_print(json_pack("{s:s,s:s,s:s,s:i,s:o,s:o,s:o}", "format",
				 FORMAT_NAME, "metric", fleet->metric.name,
				 "unit", rcc_json_unit(&fleet->metric),
				 "planned-machines", (int)fleet->n_machines,
				 "missing", missing, "machines", machines,
				 "warnings", rcc_json_strings(&warning)),
		       out);
}
