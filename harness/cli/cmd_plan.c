/* SPDX-License-Identifier: GPL-3.0-or-later */
/* randstudy plan: print how many layouts the next study needs. */
#include <stdio.h>

#include "common/diag.h"
#include "harness/cli/commands.h"
#include "harness/cli/study_arguments.h"
#include "harness/document/render_text.h"
#include "harness/findings/comparison.h"
#include "harness/findings/findings.h"
#include "harness/report/plan_page.h"

struct options {
	struct rcc_study_arguments study;
	double precision; /* relative half-width; 0 to print a table */
	double budget_s;  /* seconds; 0 if not given */
};

static const struct rcc_argument option[] = {
	RCC_METRIC_OPTION,
	RCC_ARGUMENT_PERCENT("precision", 0, "PERCENT",
			     offsetof(struct options, precision), 100,
			     "half-width of the interval for the mean, or for "
			     "the ratio of two systems, to plan for (default: "
			     "a table of several)"),
	RCC_ARGUMENT_TIME("budget", 0, "TIME",
			  offsetof(struct options, budget_s),
			  "time to spend, such as 90m, 2h or 300 (seconds)"),
	{0},
};

/* Compose the plan.  Comparisons come first, because a user who measures
 * several systems wants to know their ratio. */
static void compose(struct rcc_document *d, const struct rcc_findings *f,
		    const struct options *o)
{
	for (size_t i = 1; i < f->stored.study.n_systems; i++) {
		struct rcc_comparison c;

		rcc_comparison_alone(f, 0, i, rcc_comparison_delta(f), &c);
		rcc_compose_ratio_plan(d, &c, o->precision, o->budget_s);
	}
	for (size_t i = 0; i < f->n_effects; i++)
		rcc_compose_plan(d, f, &f->effect[i], o->precision,
				 o->budget_s);
}

int rcc_cmd_plan(int argc, char **argv)
{
	static const struct rcc_command_line line = {
		.option = option,
		.args_doc = "DIR",
		.doc = "Print how many layouts the next study of the same "
		       "program needs for a precision, and which precision a "
		       "time budget buys.",
		.argument = rcc_study_arguments_take_dir,
		.check = rcc_study_arguments_check};
	struct options o = {0};
	struct rcc_findings f = {0};
	struct rcc_document d = {0};
	int status;

	rcc_arguments_parse(&line, "randstudy plan", argc, argv, &o);
	status = rcc_findings_load(o.study.dir, o.study.metric, &f);
	if (status == RCC_EXIT_OK)
		compose(&d, &f, &o);
	rcc_render_text(&d, stdout);
	rcc_document_release(&d);
	rcc_findings_release(&f);
	return status;
}
