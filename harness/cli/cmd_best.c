/* SPDX-License-Identifier: GPL-3.0-or-later */
/* randstudy best: find the fastest layout, and say how much faster it is than
 * the original layout. */
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "harness/cli/commands.h"
#include "harness/cli/stored_trials.h"
#include "harness/cli/study_arguments.h"
#include "harness/document/render_text.h"
#include "harness/findings/best_layout.h"
#include "harness/findings/findings.h"
#include "harness/report/best_page.h"
#include "harness/report/trials_csv.h"
#include "harness/session/best_study.h"
#include "harness/store/store_json.h"

enum format { FORMAT_TEXT, FORMAT_JSON, FORMAT_CSV };

static const char *const format_words[] = {"text", "json", "csv", NULL};

struct options {
	struct rcc_study_arguments study;
	unsigned format; /* enum format */
	struct rcc_best_options request;
	bool only_reports;
};

static void read_also(const struct rcc_argument *row, const char *text,
		      const struct argp_state *state, void *field)
{
	(void)row;
	(void)state;
	rcc_strvec_push(field, text);
}

static const struct rcc_argument option[] = {
	RCC_ARGUMENT_TEXT("metric", 'm', "NAME",
			  offsetof(struct rcc_study_arguments, metric),
			  "metric to improve: cpu, wall, user, ... or one of "
			  "the study's own (default: the study's first, else "
			  "cpu)"),
	RCC_ARGUMENT_CHOICE("format", 'f', "FORMAT",
			    offsetof(struct options, format), format_words,
			    "text (default), json or csv"),
	RCC_ARGUMENT_TEXT("system", 0, "NAME",
			  offsetof(struct options, request.system),
			  "system to lay out (default: the first)"),
	RCC_ARGUMENT_COUNT("layouts", 0, "N",
			   offsetof(struct options, request.n_layouts), 2,
			   10000, "how many layouts to try (default: 32)"),
	RCC_ARGUMENT_COUNT("blocks", 0, "N",
			   offsetof(struct options, request.n_blocks), 6, 10000,
			   "how often to measure the winner again, and once "
			   "more if it is worth shipping (default: 40)"),
	RCC_ARGUMENT_ROW("also", 0, "COMMAND",
			 offsetof(struct options, request.also),
			 "measure the winner with this command too, a line for "
			 "the shell in which {binary} is the program; may be "
			 "given several times",
			 read_also),
	RCC_ARGUMENT_FLAG("profile", 0,
			  offsetof(struct options, request.with_profile),
			  "build the program with a profile too "
			  "(-fprofile-use), and measure it beside the winner"),
	RCC_ARGUMENT_PERCENT("threshold", 't', "PERCENT",
			     offsetof(struct options, request.threshold), 100,
			     "the smallest gain that is worth shipping "
			     "(default: 0.5)"),
	RCC_ARGUMENT_TEXT("export", 0, "DIR",
			  offsetof(struct options, request.export_to),
			  "write the winner's order to DIR, for linking "
			  "without randcc"),
	RCC_ARGUMENT_FLAG("report", 0, offsetof(struct options, only_reports),
			  "print what is stored; measure nothing"),
	{0},
};

static void print(const struct options *o, const struct rcc_best *b,
		  const struct rcc_findings *f)
{
	struct rcc_document doc = {0};

	if (o->format == FORMAT_JSON) {
		rcc_report_best_json(b, f, stdout);
		return;
	}
	if (o->format == FORMAT_CSV) {
		rcc_report_best_csv(b, stdout);
		return;
	}
	rcc_compose_best(&doc, b, f);
	rcc_render_text(&doc, stdout);
	rcc_document_release(&doc);
}

/* Return the argument of --metric with which the search in DIR/best.db was
 * made; caller frees. */
static char *stored_metric(struct rcc_store *store)
{
	json_t *setup = NULL;
	const char *asked;
	char *name;

	rcc_store_get_json(store, RCC_BEST_SETUP, &setup);
	asked = json_string_value(json_object_get(setup, "asked"));
	name = asked != NULL ? rcc_mem_strdup(asked) : NULL;
	json_decref(setup);
	return name;
}

/* Return whether a command of --also was not measured. */
static bool has_new_also(const struct rcc_best *b,
			 const struct rcc_strvec *also)
{
	for (size_t i = 0; i < also->n; i++) {
		bool is_stored = false;

		for (size_t k = 1; k < b->n_commands; k++)
			is_stored |= strcmp(b->comparison[k].command,
					    also->item[i]) == 0;
		if (!is_stored)
			return true;
	}
	return false;
}

/* Refuse options that differ from those with which DIR/best.db was made.
 * `metric` is the name of the metric that was asked for. */
static int check_options(const struct options *o, const char *dir,
			 const struct rcc_best *b, const char *metric)
{
	const struct rcc_best_options *r = &o->request;
	const char *searched =
		json_string_value(json_object_get(b->setup, "metric"));
	const char *system =
		json_string_value(json_object_get(b->setup, "system"));
	const char *what = NULL;

	if (searched != NULL && strcmp(searched, metric) != 0) {
		rcc_error("the search in \"%s/%s\" is for %s, not %s", dir,
			  RCC_BEST_FILE, searched, metric);
		rcc_hint("leave out --metric, or remove that file and search "
			 "again");
		return RCC_EXIT_USAGE;
	}
	if (has_new_also(b, &r->also) ||
	    (r->with_profile && b->profile == NULL)) {
		rcc_error("\"%s/%s\" has no runs for %s", dir, RCC_BEST_FILE,
			  has_new_also(b, &r->also) ? "a command of --also"
						    : "--profile");
		rcc_hint("leave out --report to measure it");
		return RCC_EXIT_USAGE;
	}
	if (r->system != NULL &&
	    (system == NULL || strcmp(system, r->system) != 0))
		what = "system";
	else if (r->n_layouts != 0 && r->n_layouts != b->n_layouts)
		what = "number of layouts";
	else if (r->n_blocks != 0 && r->n_blocks != b->n_blocks)
		what = "number of blocks";
	else if (r->threshold != 0 &&
		 !(fabs(r->threshold / b->threshold - 1) < 1e-9))
		what = "threshold";
	if (what == NULL)
		return RCC_EXIT_OK;
	rcc_error("\"%s/%s\" has another %s", dir, RCC_BEST_FILE, what);
	rcc_hint("leave out the option, or remove that file and search anew");
	return RCC_EXIT_USAGE;
}

/* Print the report on the search that DIR/best.db has. */
static int report(const struct options *o, const char *dir)
{
	static const struct rcc_stored_trials_words words = {"searched",
							     "search"};
	struct rcc_findings f = {0};
	struct rcc_best b = {0};
	struct rcc_store *store = NULL;
	char *metric = NULL;
	int status = rcc_stored_trials_open(dir, RCC_BEST_FILE, &words, &store);

	if (status == RCC_EXIT_OK) {
		metric = o->study.metric != NULL
				 ? rcc_mem_strdup(o->study.metric)
				 : stored_metric(store);
		status = rcc_findings_load(dir, metric, &f);
	}
	if (status == RCC_EXIT_OK &&
	    rcc_best_read(store, f.stored.study.master_seed, &f.asked.metric,
			  &b) != 0) {
		const char *why = rcc_store_error(store);

		rcc_error("cannot read \"%s/%s\": %s", dir, RCC_BEST_FILE,
			  why[0] != '\0'
				  ? why
				  : "its runs are not those of a search");
		status = RCC_EXIT_FAILED;
	}
	if (status == RCC_EXIT_OK)
		status = check_options(o, dir, &b, f.asked.metric.name);
	if (status == RCC_EXIT_OK)
		print(o, &b, &f);
	rcc_findings_release(&f);
	rcc_best_release(&b);
	rcc_store_close(store);
	free(metric);
	return status;
}

/* Return a path that does not depend on the working directory; caller frees. */
static char *absolute(const char *path)
{
	char *here = realpath(".", NULL);
	char *joined = rcc_file_join(here != NULL ? here : ".", path);

	free(here);
	return joined;
}

int rcc_cmd_best(int argc, char **argv)
{
	static const struct rcc_command_line line = {
		.option = option,
		.args_doc = "DIR",
		.doc = "Find the fastest layout of a measured program. Random "
		       "orders of its functions are measured against the "
		       "original order; the better half stays, until one is "
		       "left. That one is measured again, since the fastest of "
		       "many was also lucky. If it is worth shipping, further "
		       "runs state what it gains.\v"
		       "The runs are stored in DIR/best.db. If the command is "
		       "interrupted, the same command goes on.",
		.argument = rcc_study_arguments_take_dir,
		.check = rcc_study_arguments_check};
	struct options o = {0};
	int stop_signal = 0;
	int status = RCC_EXIT_OK;
	char *export_to = NULL;
	char *dir;

	rcc_arguments_parse(&line, "randstudy best", argc, argv, &o);
	if (o.only_reports && o.request.export_to != NULL) {
		rcc_error("--report and --export exclude each other");
		rcc_hint("--export alone measures nothing if the search has "
			 "ended");
		status = RCC_EXIT_USAGE;
	}
	/* Make paths absolute, since measuring changes the working
	 * directory. */
	dir = realpath(o.study.dir, NULL);
	if (o.request.export_to != NULL)
		o.request.export_to = export_to = absolute(o.request.export_to);
	o.request.dir = dir != NULL ? dir : o.study.dir;
	o.request.metric = o.study.metric;
	if (status == RCC_EXIT_OK && !o.only_reports)
		status = rcc_best_study(&o.request, &stop_signal);
	if (status == RCC_EXIT_OK)
		status = report(&o, o.request.dir);
	rcc_strvec_release(&o.request.also);
	free(export_to);
	free(dir);
	if (stop_signal != 0)
		raise(stop_signal);
	return status;
}
