/* SPDX-License-Identifier: GPL-3.0-or-later */
/* randstudy diagnose: show whether the runs seem to be independent. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "common/diag.h"
#include "harness/cli/commands.h"
#include "harness/cli/study_arguments.h"
#include "harness/document/render_text.h"
#include "harness/findings/findings.h"
#include "harness/report/diagnosis_json.h"
#include "harness/report/diagnosis_page.h"
#include "harness/report/diagnosis_plots.h"

struct options {
	struct rcc_study_arguments study;
	/* --plots: directory for pictures; NULL to make none */
	const char *plots;
	bool is_all;
};

static void read_type(const struct rcc_argument *row, const char *text,
		      const struct argp_state *state, void *field)
{
	(void)field;
	if (strcmp(text, "svg") != 0)
		rcc_argument_error(state,
				   "--%s: \"%s\" is not svg; rsvg-convert can "
				   "convert that",
				   row->name, text);
}

static const struct rcc_argument option[] = {
	RCC_METRIC_OPTION,
	RCC_FORMAT_OPTION,
	RCC_ARGUMENT_FLAG("all", 0, offsetof(struct options, is_all),
			  "plot every series (default: all runs together)"),
	RCC_ARGUMENT_TEXT("plots", 0, "DIR", offsetof(struct options, plots),
			  "also write a picture of every series to DIR"),
	RCC_ARGUMENT_ROW("type", 0, "TYPE", 0, "type of the pictures: svg",
			 read_type),
	{0},
};

static void print_text(const struct rcc_findings *f,
		       const struct rcc_diagnosis *d, bool is_all)
{
	struct rcc_document doc = {0};

	rcc_compose_diagnosis(&doc, f, d, is_all);
	rcc_render_text(&doc, stdout);
	rcc_document_release(&doc);
}

static int diagnose(const struct rcc_findings *f, const struct options *o)
{
	struct rcc_diagnosis d;
	int status = RCC_EXIT_OK;

	rcc_diagnose(f, &d);
	if (o->study.is_json)
		rcc_report_diagnosis_json(f, &d, stdout);
	else
		print_text(f, &d, o->is_all);
	if (o->plots != NULL)
		status = rcc_report_diagnosis_plots(f, &d, o->plots);
	rcc_diagnosis_release(&d);
	return status;
}

int rcc_cmd_diagnose(int argc, char **argv)
{
	static const struct rcc_command_line line = {
		.option = option,
		.args_doc = "DIR",
		.doc = "Show whether the runs of a study depend on when they "
		       "were made and on what ran before: each series, and "
		       "beside it the same values in random order, for you to "
		       "judge.",
		.argument = rcc_study_arguments_take_dir,
		.check = rcc_study_arguments_check};
	struct options o = {0};
	struct rcc_findings f = {0};
	int status;

	rcc_arguments_parse(&line, "randstudy diagnose", argc, argv, &o);
	status = rcc_findings_load(o.study.dir, o.study.metric, &f);
	if (status == RCC_EXIT_OK)
		status = diagnose(&f, &o);
	rcc_findings_release(&f);
	return status;
}
