/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * randstudy plan: print how many layouts and executions the next study needs.
 *
 * A link costs little, so most of the time is best spent on new layouts rather
 * than on more executions of the same ones.
 */
#include <argp.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "harness/cli/arguments.h"
#include "harness/cli/commands.h"
#include "harness/findings/detectable_difference.h"
#include "harness/findings/findings.h"
#include "harness/findings/plan.h"
#include "common/number.h"
#include "common/progress.h"
#include "harness/report/format.h"
#include "harness/report/wrap.h"

enum key { KEY_PRECISION = 256, KEY_BUDGET };

struct options {
	const char *dir;
	const char *metric;
	double precision; /* relative; 0: a table */
	double budget_s;  /* 0: none */
};

static const struct argp_option option[] = {
	{"precision", KEY_PRECISION, "PERCENT", 0,
	 "the half-width wanted of the mean's interval (default: a table)", 0},
	{"budget", KEY_BUDGET, "TIME", 0,
	 "the time to spend, such as 90m, 2h or 300 (seconds)", 0},
	{0},
};

static double parse_percent(struct argp_state *state, const char *text)
{
	double value = 0;

	if (rcc_number_parse_percent(text, &value) != 0 || !(value > 0) ||
	    value > 1)
		argp_error(state, "--precision is a percentage above 0: \"%s\"",
			   text);
	return value;
}

static double parse_time(struct argp_state *state, const char *text)
{
	double value = 0;

	if (rcc_number_parse_time(text, &value) != 0)
		argp_error(state,
			   "--budget is a time such as 90m, 2h or 300: "
			   "\"%s\"",
			   text);
	return value;
}

static int parse(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &o->dir;
		state->child_inputs[1] = &o->metric;
		return 0;
	case KEY_PRECISION:
		o->precision = parse_percent(state, arg);
		return 0;
	case KEY_BUDGET:
		o->budget_s = parse_time(state, arg);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static void print_row(const struct rcc_study_plan *plan, double half_width)
{
	const struct rcc_plan_precision p =
		rcc_study_plan_precision(plan, half_width);
	char precision[48];
	char time[48];

	rcc_format_percent(100 * half_width, precision, sizeof(precision));
	if (p.n_layouts == 0) {
		printf("  +-%-9s%10s\n", precision, "not known");
		return;
	}
	rcc_progress_duration(p.seconds, time, sizeof(time));
	printf("  +-%-9s%10zu%16s\n", precision, p.n_layouts, time);
}

static void print_table(const struct rcc_study_plan *plan,
			const struct options *o)
{
	static const double precision[] = {0.005, 0.01, 0.015, 0.02};

	printf("\n  %-11s%10s%16s\n", "precision", "layouts", "whole study");
	if (o->precision > 0) {
		print_row(plan, o->precision);
		return;
	}
	for (size_t i = 0; i < sizeof(precision) / sizeof(precision[0]); i++)
		print_row(plan, precision[i]);
}

static void print_budget(const struct rcc_study_plan *plan, double budget_s)
{
	const struct rcc_plan_budget b = rcc_study_plan_budget(plan, budget_s);
	char time[48];
	char width[48];

	rcc_progress_duration(budget_s, time, sizeof(time));
	if (!b.is_enough) {
		printf("\n  %s is too short: two layouts take longer\n", time);
		return;
	}
	rcc_format_percent(100 * b.half_width, width, sizeof(width));
	printf("\n  %s buys %zu layouts: expect +-%s\n", time, b.n_layouts,
	       width);
}

/* What studies of some hours buy. */
static void print_hours(const struct rcc_study_plan *plan)
{
	static const double hours[] = {0.25, 0.5, 1, 2, 3, 4, 8};

	printf("\n  %-11s%10s%16s%22s\n", "whole study", "layouts", "precision",
	       "difference seen");
	for (size_t i = 0; i < sizeof(hours) / sizeof(hours[0]); i++) {
		const struct rcc_plan_budget b =
			rcc_study_plan_budget(plan, 3600 * hours[i]);
		char time[48];
		char width[48];
		char difference[48];

		rcc_progress_duration(3600 * hours[i], time, sizeof(time));
		if (!b.is_enough) {
			printf("  %-11s%10zu\n", time, b.n_layouts);
			continue;
		}
		rcc_format_percent(100 * b.half_width, width, sizeof(width));
		rcc_format_percent(100 * b.detectable, difference,
				   sizeof(difference));
		printf("  %-11s%10zu%8s%-8s%22s\n", time, b.n_layouts, "+-",
		       width, difference);
	}
	rcc_wrapf(stdout, "", 2,
		  "Difference seen: between two such programs, each with as "
		  "many layouts, %.0f of 100 times; measuring both takes twice "
		  "as long.",
		  100 * RCC_DETECTABLE_POWER);
}

static const char *level_text(size_t i, size_t n)
{
	return i == n - 2 ? "Executions of each layout"
			  : "Iterations of each execution";
}

/* What is advised for a level, and by which rule. */
static void print_level(double confidence, const struct rcc_plan_level *level,
			const char *what)
{
	char hi[48] = "unbounded";

	if (isfinite(level->hi))
		snprintf(hi, sizeof(hi), "%.2g", level->hi);
	switch (level->rule) {
	case RCC_PLAN_LEVEL_REMOVED:
		rcc_wrapf(stdout, "", 2,
			  "%s: 1, as this study shows no variation there above "
			  "that of the level below (the level was removed).",
			  what);
		return;
	case RCC_PLAN_LEVEL_SINGLE:
		rcc_wrapf(stdout, "", 2,
			  "%s: not known, since there was one of each here.",
			  what);
		return;
	case RCC_PLAN_NOTHING_ABOVE:
		rcc_wrapf(stdout, "", 2,
			  "%s: %zu, the most that is ever advised, as the "
			  "level above shows no variation of its own (%.0f %% "
			  "interval of the optimum %.2g to %s).",
			  what, level->r, 100 * confidence, level->lo, hi);
		return;
	case RCC_PLAN_FORMULA:
	case RCC_PLAN_CAPPED:
	case RCC_PLAN_TOP:
		break;
	}
	rcc_wrapf(stdout, "", 2,
		  "%s: %zu (optimum %.2g; %.0f %% interval %.2g to %s%s).",
		  what, level->r, level->optimum, 100 * confidence, level->lo,
		  hi,
		  level->rule == RCC_PLAN_CAPPED ? "; more is never advised"
						 : "");
}

static void print_executions(const struct rcc_study_plan *plan)
{
	const size_t n = plan->cell->levels.n_levels;
	struct rcc_plan repetitions;

	putchar('\n');
	if (rcc_study_plan_repetitions(plan, &repetitions) != 0) {
		rcc_wrapf(
			stdout, "", 2,
			"Executions of each layout: not known, since each was "
			"run once here; %s",
			plan->cost.link <= plan->cost.run
				? "one is right where a link costs no more "
				  "than a run, as here."
				: "since a link costs more than a run here, "
				  "a study with --executions 2 may show that "
				  "more than one is better.");
		return;
	}
	for (size_t i = n - 1; i-- > 0;)
		print_level(plan->level, &repetitions.level[i],
			    level_text(i, n));
}

static void print_plan(const struct rcc_findings *f, const struct rcc_effect *e,
		       const struct options *o)
{
	const struct rcc_cell *c = &f->cell[e->random];
	struct rcc_study_plan plan;
	char link[48];
	char run[48];

	rcc_study_plan_make(f, c, &plan);
	rcc_progress_duration(plan.cost.link, link, sizeof(link));
	rcc_progress_duration(plan.cost.run, run, sizeof(run));
	printf("Plan for the next study of %s%s%s, from %zu layouts\n\n",
	       rcc_findings_system_name(f, c->system),
	       f->stored.study.n_arms > 2 ? ", arm " : "",
	       f->stored.study.n_arms > 2 ? f->stored.study.arm[c->arm].name
					  : "",
	       c->n_layouts);
	if (c->levels_error != 0) {
		puts("  none: at least two good layouts are needed");
		return;
	}
	rcc_wrapf(
		stdout, "", 2,
		"Precision: half-width of the %.0f %% interval for the mean "
		"over layouts. A link took %s, a run %s; \"whole study\" is "
		"links and runs of all arms, one after the other. If the next "
		"study varies as this one did; with few layouts that is a "
		"guess.",
		100 * f->asked.level, link, run);
	if (f->stored.tuning.executions > 1)
		rcc_wrapf(stdout, "", 2,
			  "A run is a sample of %u executions in a row, which "
			  "--tune chose: the next study needs --tune too.",
			  f->stored.tuning.executions);
	print_table(&plan, o);
	if (o->budget_s > 0)
		print_budget(&plan, o->budget_s);
	else if (!(o->precision > 0))
		print_hours(&plan);
	print_executions(&plan);
}

int rcc_cmd_plan(int argc, char **argv)
{
	static const struct argp_child child[] = {
		{&rcc_argument_study, 0, NULL, 0},
		{&rcc_argument_metric, 0, NULL, 0},
		{0},
	};
	static const struct argp argp = {
		option,
		parse,
		"DIR",
		"Say how many layouts the next study of the same program "
		"needs, and what a time budget buys.",
		child,
		NULL,
		NULL};
	struct options o = {0};
	struct rcc_findings f = {0};
	char name[] = "randstudy plan";
	int status;

	argv[0] = name;
	argp_parse(&argp, argc, argv, 0, NULL, &o);
	status = rcc_findings_load(o.dir, o.metric, &f);
	for (size_t i = 0; status == RCC_EXIT_OK && i < f.n_effects; i++) {
		if (i != 0)
			putchar('\n');
		print_plan(&f, &f.effect[i], &o);
	}
	rcc_findings_release(&f);
	return status;
}
