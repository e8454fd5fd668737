/* SPDX-License-Identifier: GPL-3.0-or-later */
/* randstudy diagnose: do the runs look independent? */
#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/arguments.h"
#include "harness/cli/arguments.h"
#include "harness/cli/commands.h"
#include "harness/findings/findings.h"
#include "harness/report/diagnosis.h"
#include "harness/report/diagnosis_json.h"
#include "harness/report/diagnosis_plots.h"

enum key { KEY_ALL = 256, KEY_PLOTS, KEY_TYPE };

struct options {
	const char *dir;
	const char *metric;
	const char *plots; /* directory, or NULL */
	bool is_json;
	bool is_all;
};

static const struct argp_option option[] = {
	{"format", 'f', "FORMAT", 0, "text (default) or json", 0},
	{"all", KEY_ALL, NULL, 0,
	 "plot every series (default: all runs together)", 0},
	{"plots", KEY_PLOTS, "DIR", 0,
	 "also write a picture of every series to DIR", 0},
	{"type", KEY_TYPE, "TYPE", 0, "type of the pictures: svg", 0},
	{0},
};

static int parse(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &o->dir;
		state->child_inputs[1] = &o->metric;
		return 0;
	case 'f':
		o->is_json = rcc_argument_is_json(state, arg);
		return 0;
	case KEY_ALL:
		o->is_all = true;
		return 0;
	case KEY_PLOTS:
		o->plots = arg;
		return 0;
	case KEY_TYPE:
		if (strcmp(arg, "svg") != 0)
			argp_error(state,
				   "--type: \"%s\" is not svg; rsvg-convert, "
				   "for one, converts that",
				   arg);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

int rcc_cmd_diagnose(int argc, char **argv)
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
		"Show whether the runs of a study depend on when they were "
		"made "
		"and on what ran before: each series beside the same values in "
		"random order, for you to judge.",
		child,
		NULL,
		NULL};
	struct options o = {0};
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
			status = rcc_report_diagnosis_plots(&f, &d, o.plots);
		rcc_diagnosis_release(&d);
	}
	rcc_findings_release(&f);
	return status;
}
