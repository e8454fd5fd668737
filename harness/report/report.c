/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/report.h"

#include <string.h>

#include "common/diag.h"
#include "common/strbuf.h"
#include "harness/document/render_html.h"
#include "harness/document/render_markdown.h"
#include "harness/document/render_text.h"
#include "harness/report/ab_page.h"
#include "harness/report/comparison_json.h"
#include "harness/report/csv.h"
#include "harness/report/fleet_page.h"
#include "harness/report/history_page.h"
#include "harness/report/json.h"
#include "harness/report/json_parts.h"
#include "harness/report/other_tools.h"
#include "harness/report/study_page.h"
#include "harness/report/suite_json.h"
#include "harness/report/suite_page.h"

static const struct format {
	const char *name;
	/* Render a document; NULL in a format for programs, such as JSON. */
	void (*render)(const struct rcc_document *d, FILE *out);
	bool has_figures;
	/* Print a study in a format for programs; NULL in a format for
	 * people. */
	void (*write)(const struct rcc_findings *f, FILE *out);
	void (*write_suite)(const struct rcc_suite_findings *f, FILE *out);
} format[] = {
	{"text", rcc_render_text, false, NULL, NULL},
	{"html", rcc_render_html, true, NULL, NULL},
	{"markdown", rcc_render_markdown, false, NULL, NULL},
	{"json", NULL, false, rcc_report_json, rcc_report_suite_json},
	{"csv", NULL, false, rcc_report_csv, rcc_report_suite_csv},
	{"hyperfine", NULL, false, rcc_report_hyperfine,
	 rcc_report_suite_hyperfine},
	{"benchfmt", NULL, false, rcc_report_benchfmt,
	 rcc_report_suite_benchfmt},
};

/* Return the format with this name; NULL if the name is unknown or NULL. */
static const struct format *find(const char *name)
{
	for (size_t i = 0; i < sizeof(format) / sizeof(format[0]); i++)
		if (name != NULL && strcmp(format[i].name, name) == 0)
			return &format[i];
	return NULL;
}

bool rcc_report_has_format(const char *name)
{
	return find(name) != NULL;
}

char *rcc_report_formats(void)
{
	struct rcc_strbuf names = {0};
	const size_t n = sizeof(format) / sizeof(format[0]);

	for (size_t i = 0; i < n; i++)
		rcc_strbuf_add_item(&names, i + 1 < n ? ", " : " or ",
				    format[i].name);
	return rcc_strbuf_take(&names);
}

/* ---- One study --------------------------------------------------------- */

static void print_study(const struct rcc_findings *f, const struct format *how,
			FILE *out)
{
	struct rcc_document d = {.has_figures = how->has_figures};

	if (how->render == NULL) {
		how->write(f, out);
		return;
	}
	rcc_compose_study(&d, f);
	how->render(&d, out);
	rcc_document_release(&d);
}

/* Flush the report and return the exit code, which tells whether runs
 * failed. */
static int finish(FILE *out, size_t n_failed)
{
	if (fflush(out) != 0 || ferror(out)) {
		rcc_error_errno("cannot write the report");
		return RCC_EXIT_USAGE;
	}
	return n_failed == 0 ? RCC_EXIT_OK : RCC_EXIT_FAILED;
}

static int report_on_study(const char *dir, const struct format *how,
			   const struct rcc_asking *asking, FILE *out)
{
	struct rcc_findings f;
	int status = rcc_findings_load_as(dir, asking, &f);

	if (status == RCC_EXIT_OK) {
		if (how != NULL)
			print_study(&f, how, out);
		status = finish(out, f.n_failed);
	}
	rcc_findings_release(&f);
	return status;
}

/* ---- Several machines --------------------------------------------------- */

/* Print the runs of one machine as CSV; called for each machine of a study. */
static void visit_machine(const struct rcc_findings *f, unsigned machine,
			  bool is_first, void *self)
{
	rcc_report_machine_csv(f, machine, is_first, self);
}

static void print_fleet(const struct rcc_fleet_findings *fleet,
			const struct format *how, FILE *out)
{
	struct rcc_document d = {.has_figures = how->has_figures};

	if (how->render == NULL) {
		rcc_report_fleet_json(fleet, out);
		return;
	}
	rcc_compose_fleet(&d, fleet);
	how->render(&d, out);
	rcc_document_release(&d);
}

static int report_on_fleet(const char *dir, const struct format *how,
			   const struct rcc_asking *asking, FILE *out)
{
	const bool is_csv = how != NULL && how->write == rcc_report_csv;
	struct rcc_fleet_findings fleet;
	int status;

	if (how != NULL && how->render == NULL && !is_csv &&
	    how->write != rcc_report_json) {
		rcc_error("\"%s\" has the runs of several machines: no format "
			  "%s",
			  dir, how->name);
		rcc_hint("report on one of them: --machine=K");
		return RCC_EXIT_USAGE;
	}
	status = rcc_fleet_load(dir, asking, -1, is_csv ? visit_machine : NULL,
				out, &fleet);
	if (status == RCC_EXIT_OK) {
		if (how != NULL && !is_csv)
			print_fleet(&fleet, how, out);
		status = finish(out, fleet.n_failed);
	}
	rcc_fleet_release(&fleet);
	return status;
}

/* ---- A suite ----------------------------------------------------------- */

static void print_suite(const struct rcc_suite_findings *f,
			const struct format *how, FILE *out)
{
	struct rcc_document d = {.has_figures = how->has_figures};

	if (how->render == NULL) {
		how->write_suite(f, out);
		return;
	}
	rcc_compose_suite(&d, f);
	how->render(&d, out);
	rcc_document_release(&d);
}

static int report_on_suite(const char *dir, const struct format *how,
			   const struct rcc_asking *asking, FILE *out)
{
	struct rcc_suite_findings f;
	int status;

	status = rcc_suite_findings_load(dir, asking, &f);
	if (status == RCC_EXIT_OK) {
		if (how != NULL)
			print_suite(&f, how, out);
		status = finish(out, f.n_failed);
	}
	rcc_suite_findings_release(&f);
	return status;
}

int rcc_report_print(const char *dir, const char *format_name,
		     const struct rcc_asking *asking, FILE *out)
{
	const struct format *how = find(format_name);

	if (asking->machine == 0 && rcc_fleet_is_there(dir))
		return report_on_fleet(dir, how, asking, out);
	if (!rcc_suite_is_there(dir))
		return report_on_study(dir, how, asking, out);
	if (asking->estimator != RCC_STATISTIC_MEAN) {
		rcc_error("\"%s\" is a suite, which is reported by means", dir);
		rcc_hint("report on one benchmark: %s/NAME", dir);
		return RCC_EXIT_USAGE;
	}
	return report_on_suite(dir, how, asking, out);
}

/* ---- Versions ---------------------------------------------------------- */

const char *const rcc_report_page_formats[] = {"text", "html", "markdown",
					       "json", NULL};

int rcc_report_print_ab(const struct rcc_comparison *c, unsigned format_index,
			FILE *out)
{
	const struct format *how = find(rcc_report_page_formats[format_index]);
	struct rcc_document d = {.has_figures = how->has_figures};

	if (how->render == NULL) {
		json_t *list = json_pack("[o]", rcc_comparison_json(c));

		rcc_report_comparisons_json(list, json_array(), out);
		return finish(out, 0);
	}
	rcc_compose_ab(&d, c);
	how->render(&d, out);
	rcc_document_release(&d);
	return finish(out, 0);
}

int rcc_report_print_history(const struct rcc_history *h, unsigned format_index,
			     FILE *out)
{
	const struct format *how = find(rcc_report_page_formats[format_index]);
	struct rcc_document d = {.has_figures = how->has_figures};

	if (how->render == NULL) {
		rcc_json_print(rcc_history_json(h), out);
		return finish(out, 0);
	}
	rcc_compose_history(&d, h);
	how->render(&d, out);
	rcc_document_release(&d);
	return finish(out, 0);
}
