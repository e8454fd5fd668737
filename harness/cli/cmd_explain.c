/* SPDX-License-Identifier: GPL-3.0-or-later */
/* randstudy explain: find the functions whose place in memory changes the time
 * of the program. */
#include <signal.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "harness/cli/commands.h"
#include "harness/cli/explain_remedies.h"
#include "harness/cli/stored_trials.h"
#include "harness/cli/study_arguments.h"
#include "harness/document/render_html.h"
#include "harness/document/render_text.h"
#include "harness/findings/explanation.h"
#include "harness/findings/findings.h"
#include "harness/findings/remedies.h"
#include "harness/report/explanation_page.h"
#include "harness/report/trials_csv.h"
#include "harness/session/explain_study.h"

enum format { FORMAT_TEXT, FORMAT_HTML, FORMAT_JSON, FORMAT_CSV };

static const char *const format_words[] = {"text", "html", "json", "csv", NULL};

struct options {
	struct rcc_study_arguments study;
	unsigned format; /* enum format */
	struct rcc_explain_options request;
	bool only_reports;
	bool has_remedies;
};

static const struct rcc_argument option[] = {
	RCC_ARGUMENT_TEXT("metric", 'm', "NAME",
			  offsetof(struct rcc_study_arguments, metric),
			  "metric to explain: cpu, wall, user, ... or one of "
			  "the study's own (default: the study's first, else "
			  "cpu)"),
	RCC_ARGUMENT_CHOICE("format", 'f', "FORMAT",
			    offsetof(struct options, format), format_words,
			    "text (default), html, json or csv"),
	RCC_ARGUMENT_TEXT("system", 0, "NAME",
			  offsetof(struct options, request.system),
			  "system to explain (default: the first)"),
	RCC_ARGUMENT_TIME("budget", 0, "TIME",
			  offsetof(struct options, request.budget_s),
			  "how long to measure at most (default: 10m)"),
	RCC_ARGUMENT_PERCENT("threshold", 't', "PERCENT",
			     offsetof(struct options, request.threshold), 100,
			     "ignore effects up to this size (default: 0.5)"),
	RCC_ARGUMENT_COUNT("explore", 0, "RUNS",
			   offsetof(struct options, request.n_explored), 40,
			   1000000,
			   "how many runs with functions at random places to "
			   "make at least (default: 512)"),
	RCC_ARGUMENT_COUNT("functions", 0, "N",
			   offsetof(struct options, request.n_functions), 1, 16,
			   "how many functions to move at most (default: 6)"),
	RCC_ARGUMENT_FLAG("remedies", 0, offsetof(struct options, has_remedies),
			  "also build what may help against a function that "
			  "is named, and measure it, for as long again"),
	RCC_ARGUMENT_FLAG("report", 0, offsetof(struct options, only_reports),
			  "print what is stored; measure nothing"),
	{0},
};

static void print(const struct options *o, const struct rcc_explanation *e,
		  const struct rcc_remedies *remedies,
		  const struct rcc_findings *f)
{
	struct rcc_document doc = {0};

	if (o->format == FORMAT_JSON) {
		rcc_report_explanation_json(e, remedies, f, stdout);
		return;
	}
	if (o->format == FORMAT_CSV) {
		rcc_report_explanation_csv(e, stdout);
		return;
	}
	doc.has_figures = o->format == FORMAT_HTML;
	rcc_compose_explanation(&doc, e, remedies, f);
	if (o->format == FORMAT_HTML)
		rcc_render_html(&doc, stdout);
	else
		rcc_render_text(&doc, stdout);
	rcc_document_release(&doc);
}

static bool is_setup(const struct rcc_explanation *e, const char *key,
		     const char *text)
{
	const char *value = json_string_value(json_object_get(e->setup, key));

	return text == NULL || (value != NULL && strcmp(value, text) == 0);
}

/* Refuse options that differ from those with which DIR/explain.db was made.
 * `metric` is the name of the metric that was asked for. */
static int check_options(const struct options *o, const char *dir,
			 const struct rcc_explanation *e, const char *metric)
{
	const struct rcc_explain_options *r = &o->request;
	const char *what = NULL;

	if (!is_setup(e, "metric", metric))
		what = "metric";
	else if (!is_setup(e, "system", r->system))
		what = "system";
	else if (r->threshold != 0 &&
		 fabs(r->threshold / e->threshold - 1) > 1e-9)
		what = "threshold";
	else if (r->n_functions != 0 && r->n_functions != e->most_functions)
		what = "number of functions";
	if (what == NULL)
		return RCC_EXIT_OK;
	rcc_error("\"%s/%s\" has another %s", dir, RCC_EXPLAIN_FILE, what);
	rcc_hint("leave out the option, or remove that file and explain the "
		 "study anew");
	return RCC_EXIT_USAGE;
}

/* Print the report on what DIR/explain.db has: the functions found so far, and
 * the tests of their places. */
static int report(const struct options *o, const char *dir)
{
	static const struct rcc_stored_trials_words words = {"explained",
							     "measure"};
	struct rcc_findings f = {0};
	struct rcc_explanation e = {0};
	struct rcc_remedies remedies = {0};
	struct rcc_store *store = NULL;
	const char *metric = NULL;
	int status =
		rcc_stored_trials_open(dir, RCC_EXPLAIN_FILE, &words, &store);

	if (status == RCC_EXIT_OK && rcc_explanation_read(store, &e) != 0) {
		rcc_error("cannot read \"%s/%s\": %s", dir, RCC_EXPLAIN_FILE,
			  rcc_store_error(store));
		status = RCC_EXIT_USAGE;
	}
	metric = json_string_value(json_object_get(e.setup, "metric"));
	if (o->study.metric != NULL)
		metric = o->study.metric;
	if (status == RCC_EXIT_OK)
		status = rcc_findings_load(dir, metric, &f);
	if (status == RCC_EXIT_OK)
		status = check_options(o, dir, &e, f.asked.metric.name);
	if (status == RCC_EXIT_OK)
		status = rcc_remedies_read(dir, &e, &remedies);
	if (status == RCC_EXIT_OK)
		print(o, &e, &remedies, &f);
	rcc_remedies_release(&remedies);
	rcc_findings_release(&f);
	rcc_explanation_release(&e);
	rcc_store_close(store);
	return status;
}

int rcc_cmd_explain(int argc, char **argv)
{
	static const struct rcc_command_line line = {
		.option = option,
		.args_doc = "DIR",
		.doc = "Find the functions whose place in memory changes the "
		       "time of a measured program. Hot functions are put at "
		       "random places; then each suspected one is moved alone, "
		       "while all others keep their addresses.\v"
		       "The runs are stored in DIR/explain.db. If the command "
		       "is interrupted, or its time is over before all is "
		       "decided, the same command goes on.",
		.argument = rcc_study_arguments_take_dir,
		.check = rcc_study_arguments_check};
	struct options o = {.request = {.budget_s = 600, .n_explored = 512}};
	int stop_signal = 0;
	int status = RCC_EXIT_OK;
	char *dir;

	rcc_arguments_parse(&line, "randstudy explain", argc, argv, &o);
	/* Make the path absolute, since measuring changes the working
	 * directory. */
	dir = realpath(o.study.dir, NULL);
	o.request.dir = dir != NULL ? dir : o.study.dir;
	o.request.metric = o.study.metric;
	if (!o.only_reports)
		status = rcc_explain_study(&o.request, &stop_signal);
	if (status == RCC_EXIT_OK && o.has_remedies && !o.only_reports &&
	    stop_signal == 0)
		status = rcc_explain_remedies(o.request.dir, o.request.budget_s,
					      &stop_signal);
	if (status == RCC_EXIT_OK)
		status = report(&o, o.request.dir);
	free(dir);
	if (stop_signal != 0)
		raise(stop_signal);
	return status;
}
