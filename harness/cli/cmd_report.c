/* SPDX-License-Identifier: GPL-3.0-or-later */
/* randstudy report: print the report on a study, in one of several formats. */
#include <stdio.h>
#include <string.h>

#include "common/diag.h"
#include "harness/cli/commands.h"
#include "harness/cli/study_arguments.h"
#include "harness/report/report.h"
#include "harness/study/study.h"

struct options {
	struct rcc_study_arguments study;
	const char *format;
	enum rcc_statistic estimator;
	size_t machine;
};

static void read_format(const struct rcc_argument *row, const char *text,
			const struct argp_state *state, void *field)
{
	(void)row;
	if (!rcc_report_has_format(text))
		rcc_argument_error(state, "--format: \"%s\" is not one of %s",
				   text, rcc_report_formats());
	*(const char **)field = text;
}

static const struct rcc_argument option[] = {
	RCC_METRIC_OPTION,
	RCC_ARGUMENT_ROW("format", 'f', "FORMAT",
			 offsetof(struct options, format),
			 "text (default), json, csv, html, markdown, "
			 "hyperfine, benchfmt",
			 read_format),
	RCC_ARGUMENT_CHOICE(
		"estimator", 'e', "NAME", offsetof(struct options, estimator),
		rcc_statistic_names,
		"the value that represents each layout: mean (default), "
		"median, or min (its least disturbed run)"),
	RCC_ARGUMENT_COUNT("machine", 0, "K", offsetof(struct options, machine),
			   1, RCC_STUDY_MACHINES_MAX,
			   "report on machine K of a study of several "
			   "machines, as on a study of its own"),
	RCC_ANONYMOUS_OPTION(
		offsetof(struct rcc_study_arguments, is_anonymous)),
	{0},
};

int rcc_cmd_report(int argc, char **argv)
{
	static const struct rcc_command_line line = {
		.option = option,
		.args_doc = "DIR",
		.doc = "Report what the study or suite in DIR has found so "
		       "far.\v"
		       "html is one self-contained page with plots.  markdown "
		       "is for a comment on a merge request.  csv has "
		       "the raw values.  json has all results and the data "
		       "behind them.  hyperfine and benchfmt are input "
		       "for other tools, with one value for each layout.",
		.argument = rcc_study_arguments_take_dir,
		.check = rcc_study_arguments_check};
	struct options o = {.format = "text"};
	struct rcc_asking asking;

	rcc_arguments_parse(&line, "randstudy report", argc, argv, &o);
	if (strcmp(o.format, "hyperfine") == 0 &&
	    (o.study.metric != NULL || o.estimator != RCC_STATISTIC_MEAN)) {
		rcc_error("--format hyperfine has times only, as means: "
			  "it takes neither --metric nor --estimator");
		rcc_hint("--format benchfmt takes both");
		return RCC_EXIT_USAGE;
	}
	asking = (struct rcc_asking){.metric = o.study.metric,
				     .estimator = o.estimator,
				     .machine = (unsigned)o.machine,
				     .is_anonymous = o.study.is_anonymous};
	return rcc_report_print(o.study.dir, o.format, &asking, stdout);
}
