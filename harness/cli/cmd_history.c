/* SPDX-License-Identifier: GPL-3.0-or-later */
/* randstudy history: print the comparisons that randstudy ab --baseline
 * stored. */
#include <stdio.h>

#include "common/diag.h"
#include "harness/cli/commands.h"
#include "harness/cli/study_arguments.h"
#include "harness/report/history.h"
#include "harness/report/report.h"

struct options {
	struct rcc_study_arguments study; /* only `dir` is used */
	unsigned format;
};

static const struct rcc_argument option[] = {
	RCC_ARGUMENT_CHOICE("format", 'f', "FORMAT",
			    offsetof(struct options, format),
			    rcc_report_page_formats,
			    "text (default), html, markdown or json"),
	{0},
};

int rcc_cmd_history(int argc, char **argv)
{
	static const struct rcc_command_line line = {
		.option = option,
		.args_doc = "DIR",
		.doc = "Print the history of comparisons in DIR, which "
		       "randstudy ab --baseline=DIR adds to: a line for each, "
		       "with its interval, and the verdicts that hold for "
		       "all of them together.",
		.argument = rcc_study_arguments_take_dir,
		.check = rcc_study_arguments_check};
	struct options o = {0};
	struct rcc_history h;
	int status;

	rcc_arguments_parse(&line, "randstudy history", argc, argv, &o);
	status = rcc_history_read(o.study.dir, &h);
	if (status == RCC_EXIT_OK)
		status = rcc_report_print_history(&h, o.format, stdout);
	rcc_history_release(&h);
	return status;
}
