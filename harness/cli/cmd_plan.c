/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * randstudy plan: a first study turned into the counts for the next one.
 *
 * The costs are those that the study itself had: one link per layout, and the
 * runs of both arms.  With re-linking a new layout costs little, so most of
 * the time is best spent on layouts rather than on executions of the same one.
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
#include "harness/findings/cost.h"
#include "harness/findings/findings.h"
#include "common/number.h"
#include "common/progress.h"
#include "harness/report/format.h"
#include "harness/report/wrap.h"

/* More executions of one layout than this are never advised. */
#define EXECUTIONS_CAP 100

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

static void print_row(const struct rcc_mean *mean, double relative,
		      double level, const struct rcc_cost *cost)
{
	char precision[48];
	char time[48];
	size_t n = 0;

	rcc_format_percent(100 * relative, precision, sizeof(precision));
	if (rcc_plan_top(mean, relative, level, &n) != 0) {
		printf("  +-%-9s%10s\n", precision, "not known");
		return;
	}
	rcc_progress_duration((double)n * cost->layout, time, sizeof(time));
	printf("  +-%-9s%10zu%16s\n", precision, n, time);
}

static void print_table(const struct rcc_findings *f, const struct rcc_cell *c,
			const struct options *o, const struct rcc_cost *cost)
{
	static const double precision[] = {0.005, 0.01, 0.015, 0.02};
	const struct rcc_mean mean = rcc_mean_of(&c->levels);

	printf("\n  %-11s%10s%16s\n", "precision", "layouts", "whole study");
	if (o->precision > 0) {
		print_row(&mean, o->precision, f->asked.level, cost);
		return;
	}
	for (size_t i = 0; i < sizeof(precision) / sizeof(precision[0]); i++)
		print_row(&mean, precision[i], f->asked.level, cost);
}

static void print_budget(const struct rcc_findings *f, const struct rcc_cell *c,
			 double budget_s, const struct rcc_cost *cost)
{
	const struct rcc_mean mean = rcc_mean_of(&c->levels);
	double half_width = 0;
	char time[48];
	char width[48];
	size_t n = 0;

	rcc_progress_duration(budget_s, time, sizeof(time));
	if (rcc_plan_budget(&mean, budget_s, cost->layout, f->asked.level, &n,
			    &half_width) != 0) {
		printf("\n  %s is too short: two layouts take longer\n", time);
		return;
	}
	rcc_format_percent(100 * half_width, width, sizeof(width));
	printf("\n  %s buys %zu layouts: expect +-%s\n", time, n, width);
}

/* What each more hour buys: the mean, and the difference between two such
 * programs that would be seen with this probability. */
#define POWER 0.8

static void print_hours(const struct rcc_findings *f, const struct rcc_cell *c,
			const struct rcc_cost *cost)
{
	static const double hours[] = {0.25, 0.5, 1, 2, 3, 4, 8};

	printf("\n  %-11s%10s%16s%22s\n", "whole study", "layouts", "precision",
	       "difference seen");
	for (size_t i = 0; i < sizeof(hours) / sizeof(hours[0]); i++) {
		struct rcc_mean mean = rcc_mean_of(&c->levels);
		double half_width = 0;
		double seen = 0;
		char time[48];
		char width[48];
		char difference[48];

		rcc_progress_duration(3600 * hours[i], time, sizeof(time));
		if (rcc_plan_budget(&mean, 3600 * hours[i], cost->layout,
				    f->asked.level, &mean.n,
				    &half_width) != 0) {
			printf("  %-11s%10zu\n", time, mean.n);
			continue;
		}
		rcc_detectable(&mean, &mean, f->asked.level, POWER, &seen);
		rcc_format_percent(100 * half_width, width, sizeof(width));
		rcc_format_percent(100 * seen, difference, sizeof(difference));
		printf("  %-11s%10zu%8s%-8s%22s\n", time, mean.n, "+-", width,
		       difference);
	}
	rcc_wrapf(stdout, "", 2,
		  "Difference seen: between two such programs, each with as "
		  "many layouts, %.0f of 100 times; measuring both takes twice "
		  "as long.",
		  100 * POWER);
}

static const char *level_text(size_t i, size_t n)
{
	return i == n - 2 ? "Executions of each layout"
			  : "Iterations of each execution";
}

/* What is advised for a level, and by which rule. */
static void print_level(const struct rcc_findings *f,
			const struct rcc_plan_level *level, const char *what)
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
			  what, level->r, 100 * f->asked.level, level->lo, hi);
		return;
	case RCC_PLAN_FORMULA:
	case RCC_PLAN_CAPPED:
	case RCC_PLAN_TOP:
		break;
	}
	rcc_wrapf(stdout, "", 2,
		  "%s: %zu (optimum %.2g; %.0f %% interval %.2g to %s%s).",
		  what, level->r, level->optimum, 100 * f->asked.level,
		  level->lo, hi,
		  level->rule == RCC_PLAN_CAPPED ? "; more is never advised"
						 : "");
}

/* Of the executions of one layout, if this study can tell. */
static void print_executions(const struct rcc_findings *f,
			     const struct rcc_cell *c,
			     const struct rcc_cost *cost)
{
	const size_t n = c->levels.n_levels;
	const double layout = cost->link > 0 ? cost->link : cost->run;
	const double costs[][3] = {
		{cost->run, layout, 0},
		{cost->iteration, cost->start, layout},
	};
	struct rcc_plan plan;

	putchar('\n');
	if (f->stored.study.n_executions == 1 || n < 2 || n > 3 ||
	    rcc_plan_repetitions(&c->levels, costs[n - 2], EXECUTIONS_CAP,
				 f->asked.level, &plan) != 0) {
		rcc_wrapf(
			stdout, "", 2,
			"Executions of each layout: not known, since each was "
			"run once here; %s",
			cost->link <= cost->run
				? "one is right where a link costs no more "
				  "than a run, as here."
				: "since a link costs more than a run here, "
				  "a study with --executions 2 may show that "
				  "more than one is better.");
		return;
	}
	for (size_t i = n - 1; i-- > 0;)
		print_level(f, &plan.level[i], level_text(i, n));
}

static void print_plan(const struct rcc_findings *f, const struct rcc_effect *e,
		       const struct options *o)
{
	const struct rcc_cell *c = &f->cell[e->random];
	struct rcc_cost cost = {0};
	char link[48];
	char run[48];

	rcc_cost_of(f, c->levels.mean, &cost);
	rcc_progress_duration(cost.link, link, sizeof(link));
	rcc_progress_duration(cost.run, run, sizeof(run));
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
	print_table(f, c, o, &cost);
	if (o->budget_s > 0)
		print_budget(f, c, o->budget_s, &cost);
	else if (!(o->precision > 0))
		print_hours(f, c, &cost);
	print_executions(f, c, &cost);
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
