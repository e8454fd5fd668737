/* SPDX-License-Identifier: GPL-3.0-or-later */
/* randstudy diagnose: do the runs look independent? */
#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "harness/commands.h"
#include "harness/findings.h"
#include "harness/report/diagnosis.h"

enum key { KEY_ALL = 256, KEY_PLOTS, KEY_TYPE };

struct options {
	const char *dir;
	const char *metric;
	const char *plots; /* directory, or NULL */
	const char *type;
	bool is_json;
	bool is_all;
};

static const struct argp_option option[] = {
	{"metric", 'm', "NAME", 0, "as randstudy report has it", 0},
	{"format", 'f', "FORMAT", 0, "text (default) or json", 0},
	{"all", KEY_ALL, NULL, 0,
	 "plot every series (default: all runs together)", 0},
	{"plots", KEY_PLOTS, "DIR", 0,
	 "a picture of every series in DIR too, by gnuplot", 0},
	{"type", KEY_TYPE, "TYPE", 0, "of the pictures: svg (default) or png",
	 0},
	{0},
};

/* One of two words. */
static bool is_second(struct argp_state *state, const char *name,
		      const char *arg, const char *a, const char *b)
{
	if (strcmp(arg, a) != 0 && strcmp(arg, b) != 0)
		argp_error(state, "--%s is %s or %s, not \"%s\"", name, a, b,
			   arg);
	return strcmp(arg, b) == 0;
}

static int parse(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case 'm':
		o->metric = arg;
		return 0;
	case 'f':
		o->is_json = is_second(state, "format", arg, "text", "json");
		return 0;
	case KEY_ALL:
		o->is_all = true;
		return 0;
	case KEY_PLOTS:
		o->plots = arg;
		return 0;
	case KEY_TYPE:
		o->type = is_second(state, "type", arg, "svg", "png") ? "png"
								      : "svg";
		return 0;
	case ARGP_KEY_ARG:
		if (o->dir != NULL)
			argp_error(state, "one study at a time");
		o->dir = arg;
		return 0;
	case ARGP_KEY_END:
		if (o->dir == NULL)
			argp_error(state, "which study? DIR");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

int rcc_cmd_diagnose(int argc, char **argv)
{
	static const struct argp argp = {
		option,
		parse,
		"DIR",
		"Show whether the runs of a study depend on when they were "
		"made "
		"and on what ran before: each series beside the same values in "
		"random order, for you to judge.",
		NULL,
		NULL,
		NULL};
	struct options o = {.type = "svg"};
	struct rcc_findings f = {0};
	char name[] = "randstudy diagnose";
	int status;

	argv[0] = name;
	argp_parse(&argp, argc, argv, 0, NULL, &o);
	status = rcc_findings_load(o.dir, o.metric, &f);
	if (status == RCC_EXIT_OK) {
		struct rcc_diagnosis d;

		rcc_diagnose(&f, &d);
		if (o.is_json)
			rcc_report_diagnosis_json(&f, &d, stdout);
		else
			rcc_report_diagnosis(&f, &d, o.is_all, stdout);
		if (o.plots != NULL)
			status = rcc_report_diagnosis_plots(&f, &d, o.plots,
							    o.type);
		rcc_diagnosis_release(&d);
	}
	rcc_findings_release(&f);
	return status;
}
