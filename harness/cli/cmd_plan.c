/* SPDX-License-Identifier: GPL-3.0-or-later */
/* randstudy plan: print how many layouts the next study needs. */
#include <stdio.h>

#include "common/diag.h"
#include "common/number.h"
#include "harness/cli/commands.h"
#include "harness/cli/study_arguments.h"
#include "harness/document/render_text.h"
#include "harness/findings/comparison.h"
#include "harness/findings/findings.h"
#include "harness/findings/fleet.h"
#include "harness/report/fleet_plan_page.h"
#include "harness/report/plan_page.h"
#include "harness/study/study.h"

struct options {
	struct rcc_study_arguments study;
	/* The half-width of the interval to plan for, relative to the mean.  If
	 * it is 0, print a table of several half-widths. */
	double precision;
	/* The time to spend in seconds; 0 if not given. */
	double budget_s;
	/* The precision and the limits for a study of several machines.
	 * wishes.half_width and wishes.budget are copied from `precision` and
	 * budget_s. */
	struct rcc_fleet_wishes wishes;
};

static void read_costs(const struct rcc_argument *row, const char *text,
		       const struct argp_state *state, void *values)
{
	struct options *o = values;
	double cost[3];
	size_t n = 0;

	if (rcc_number_parse_list(text, cost, 3, &n) != 0 || n != 3 ||
	    cost[0] < 0 || cost[1] < 0 || !(cost[2] > 0))
		rcc_argument_error(
			state,
			"--%s: \"%s\" is not three numbers, the "
			"costs of a machine, a layout and a run; that "
			"of a run is above 0",
			row->name, text);
	o->wishes.costs.machine = cost[0];
	o->wishes.costs.layout = cost[1];
	o->wishes.costs.run = cost[2];
	o->wishes.has_costs = true;
}

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
	RCC_ARGUMENT_HEADING("For a study of several machines:"),
	RCC_ARGUMENT_ROW("costs", 0, "MACHINE,LAYOUT,RUN", 0,
			 "costs of a machine, of a layout, and of one run of "
			 "every arm, in any unit, which --budget then has too "
			 "(default: the seconds that they took)",
			 read_costs),
	RCC_ARGUMENT_COUNT("machines", 'n', "N",
			   offsetof(struct options, wishes.most_machines), 2,
			   RCC_STUDY_MACHINES_MAX,
			   "the number of machines that there are (default: "
			   "1000)"),
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

static int plan_fleet(const struct options *o)
{
	const struct rcc_asking asking = {.metric = o->study.metric,
					  .estimator = RCC_STATISTIC_MEAN};
	struct rcc_fleet_wishes wishes = o->wishes;
	struct rcc_fleet_findings fleet;
	struct rcc_document d = {0};
	const int status =
		rcc_fleet_load(o->study.dir, &asking, -1, NULL, NULL, &fleet);

	wishes.half_width = o->precision;
	wishes.budget = o->budget_s;
	if (status == RCC_EXIT_OK)
		rcc_compose_fleet_plan(&d, &fleet, &wishes);
	rcc_render_text(&d, stdout);
	rcc_document_release(&d);
	rcc_fleet_release(&fleet);
	return status;
}

int rcc_cmd_plan(int argc, char **argv)
{
	static const struct rcc_command_line line = {
		.option = option,
		.args_doc = "DIR",
		.doc = "Print how many layouts the next study of the same "
		       "program needs for a precision, and which precision a "
		       "time budget buys.  If the study ran on several "
		       "machines: how many machines, layouts and rounds, at "
		       "the least cost.",
		.argument = rcc_study_arguments_take_dir,
		.check = rcc_study_arguments_check};
	struct options o = {0};
	struct rcc_findings f = {0};
	struct rcc_document d = {0};
	int status;

	rcc_arguments_parse(&line, "randstudy plan", argc, argv, &o);
	if (rcc_fleet_is_there(o.study.dir))
		return plan_fleet(&o);
	if (o.wishes.has_costs || o.wishes.most_machines != 0) {
		rcc_error("--costs and --machines are for a study of several "
			  "machines: \"%s\" has one",
			  o.study.dir);
		return RCC_EXIT_USAGE;
	}
	status = rcc_findings_load(o.study.dir, o.study.metric, &f);
	if (status == RCC_EXIT_OK)
		compose(&d, &f, &o);
	rcc_render_text(&d, stdout);
	rcc_document_release(&d);
	rcc_findings_release(&f);
	return status;
}
