/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * randstudy compare: the second system of a study against the first, or one
 * study against another.  Ends with 1 if the new one is slower, so that a
 * script can stop there.
 */
#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/arguments.h"
#include "harness/cli/arguments.h"
#include "harness/cli/commands.h"
#include "harness/findings/comparison.h"
#include "common/number.h"
#include "harness/report/comparison_json.h"
#include "harness/report/table.h"
#include "harness/report/warnings.h"
#include "harness/report/wrap.h"

struct options {
	const char *old;
	const char *now; /* NULL: compare the systems of `old` */
	const char *metric;
	const char *better; /* NULL: lower, where that is known */
	double delta;
	bool is_json;
};

enum key { KEY_BETTER = 256 };

static const char *const better[] = {"lower", "higher", NULL};

static const struct argp_option option[] = {
	{"threshold", 't', "PERCENT", 0,
	 "differences up to this do not matter (default 1)", 0},
	{"better", KEY_BETTER, "lower|higher", 0,
	 "which way is better, for the exit status (default: lower for times, "
	 "memory and counts; not known for other numbers of a program)",
	 0},
	{"format", 'f', "FORMAT", 0, "text (default) or json", 0},
	{0},
};

static double percent(struct argp_state *state, const char *text)
{
	double value = 0;

	if (rcc_number_parse_percent(text, &value) != 0 || value < 0 ||
	    value >= 1)
		argp_error(state,
			   "--threshold is a percentage from 0 to below 100: "
			   "\"%s\"",
			   text);
	return value;
}

static int parse(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &o->metric;
		return 0;
	case 't':
		o->delta = percent(state, arg);
		return 0;
	case KEY_BETTER:
		o->better = better[rcc_argument_choice(state, "better", arg,
						       better)];
		return 0;
	case 'f':
		o->is_json = rcc_argument_is_json(state, arg);
		return 0;
	case ARGP_KEY_ARG:
		if (o->now != NULL)
			argp_error(state, "two studies at most");
		*(o->old == NULL ? &o->old : &o->now) = arg;
		return 0;
	case ARGP_KEY_END:
		if (o->old == NULL)
			argp_error(state, "which study? DIR, or OLD NEW");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* Whether it is a regression; where nobody says which way is better, nothing
 * is. */
static bool is_worse(const struct rcc_comparison *c, const struct options *o)
{
	if (o->better != NULL && strcmp(o->better, "higher") == 0)
		return c->verdict == RCC_VERDICT_FASTER;
	return c->verdict == RCC_VERDICT_SLOWER &&
	       (o->better != NULL ||
		rcc_metric_less_is_better(&c->old.f->asked.metric));
}

/* What several comparisons warn of is kept for print_warnings(). */
static int show(const struct rcc_comparison *c, const struct options *o,
		struct rcc_strvec *warning)
{
	if (o->is_json) {
		rcc_report_comparison_json(c, stdout);
	} else {
		rcc_report_comparison_text(c, stdout);
		rcc_report_comparison_warnings(c, warning);
	}
	if (c->error != 0)
		return RCC_EXIT_USAGE;
	return is_worse(c, o) ? RCC_EXIT_FAILED : RCC_EXIT_OK;
}

static void print_warnings(struct rcc_strvec *warning)
{
	if (warning->n != 0)
		fputs("\nWarnings\n", stdout);
	for (size_t i = 0; i < warning->n; i++)
		rcc_wrap(stdout, "  -", 4, warning->item[i]);
	rcc_strvec_release(warning);
}

static int compare_systems(const struct rcc_findings *f,
			   const struct options *o)
{
	struct rcc_strvec warning = {0};
	int status = RCC_EXIT_OK;

	if (f->stored.study.n_systems < 2) {
		rcc_error("the study \"%s\" has one system: nothing to compare "
			  "it with",
			  o->old);
		rcc_hint("name a second study (randstudy compare OLD NEW), or "
			 "measure two systems in one (randstudy run --system)");
		return RCC_EXIT_USAGE;
	}
	for (size_t i = 1; i < f->stored.study.n_systems; i++) {
		struct rcc_comparison c;
		int one;

		rcc_comparison_of_systems(f, 0, i, o->delta, &c);
		if (i > 1)
			putchar('\n');
		else if (!o->is_json)
			rcc_report_comparison_head(&c, stdout);
		one = show(&c, o, &warning);
		status = one > status ? one : status;
	}
	print_warnings(&warning);
	return status;
}

static int compare_studies(const struct rcc_findings *old,
			   const struct rcc_findings *now,
			   const struct options *o)
{
	struct rcc_strvec warning = {0};
	struct rcc_comparison c;
	int status;

	rcc_comparison_of_studies(old, o->old, now, o->now, o->delta, &c);
	if (!o->is_json)
		rcc_report_comparison_head(&c, stdout);
	status = show(&c, o, &warning);
	print_warnings(&warning);
	return status;
}

int rcc_cmd_compare(int argc, char **argv)
{
	static const struct argp_child child[] = {
		{&rcc_argument_metric, 0, NULL, 0}, {0}};
	static const struct argp argp = {
		option,
		parse,
		"DIR\nOLD NEW",
		"Compare the systems of one study, or two studies, over their "
		"layouts: faster, slower, no difference larger than the "
		"threshold, or undecided.\v"
		"Ends with 1 if the new system is slower (--better).  Two "
		"systems in one "
		"study (randstudy run --system) are measured in turn and "
		"compare best.",
		child,
		NULL,
		NULL};
	struct options o = {.delta = RCC_COMPARISON_DELTA};
	struct rcc_findings old = {0};
	struct rcc_findings now = {0};
	char name[] = "randstudy compare";
	int status;

	argv[0] = name;
	argp_parse(&argp, argc, argv, 0, NULL, &o);
	status = rcc_findings_load(o.old, o.metric, &old);
	if (status == RCC_EXIT_OK && o.now == NULL) {
		status = compare_systems(&old, &o);
	} else if (status == RCC_EXIT_OK) {
		status = rcc_findings_load(o.now, old.asked.metric.name, &now);
		if (status == RCC_EXIT_OK)
			status = compare_studies(&old, &now, &o);
	}
	rcc_findings_release(&now);
	rcc_findings_release(&old);
	return status;
}
