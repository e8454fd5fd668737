/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The subcommands that are a page each: report, inspect, check.
 */
#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "harness/cli/arguments.h"
#include "harness/cli/commands.h"
#include "harness/report/report.h"
#include "harness/store/store.h"

/* ---- report ------------------------------------------------------------ */

struct report_options {
	const char *dir;
	const char *format;
	const char *metric;
	enum rcc_statistic estimator;
};

static int parse_report(int key, char *arg, struct argp_state *state)
{
	struct report_options *o = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &o->dir;
		state->child_inputs[1] = &o->metric;
		return 0;
	case 'f':
		if (!rcc_report_has_format(arg))
			argp_error(state, "unknown format \"%s\": %s", arg,
				   rcc_report_formats());
		o->format = arg;
		return 0;
	case 'e':
		o->estimator = rcc_argument_statistic(state, "estimator", arg);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

int rcc_cmd_report(int argc, char **argv)
{
	static const struct argp_option option[] = {
		{"format", 'f', "FORMAT", 0,
		 "text (default), json, csv, html, hyperfine, benchfmt", 0},
		{"estimator", 'e', "NAME", 0,
		 "what stands for the values of a layout: mean (default), "
		 "median, or min, its undisturbed time",
		 0},
		{0},
	};
	static const struct argp_child child[] = {
		{&rcc_argument_study, 0, NULL, 0},
		{&rcc_argument_metric, 0, NULL, 0},
		{0},
	};
	static const struct argp argp = {
		option,
		parse_report,
		"DIR",
		"Report what the study in DIR found, as far as it has come.\v"
		"html is one page with plots that needs nothing else; csv is "
		"the raw rows; json the results and all they rest on; "
		"hyperfine and benchfmt are for other tools, with one value "
		"per layout.",
		child,
		NULL,
		NULL};
	struct report_options o = {.format = "text"};
	char name[] = "randstudy report";

	argv[0] = name;
	argp_parse(&argp, argc, argv, 0, NULL, &o);
	return rcc_report_print(o.dir, o.format, o.metric, o.estimator, stdout);
}

/* ---- inspect ----------------------------------------------------------- */

int rcc_cmd_inspect(int argc, char **argv)
{
	static const struct argp_child child[] = {
		{&rcc_argument_program, 0, NULL, 0}, {0}};
	/* Without a parser, the input goes to the first child. */
	static const struct argp argp = {
		NULL,
		NULL,
		"FILE",
		"Print the seed, the factors and the function order of a "
		"program that was linked through randcc.",
		child,
		NULL,
		NULL};
	const char *bindir = getenv("RANDSTUDY_BINDIR");
	char name[] = "randstudy inspect";
	char inspect[] = "--inspect";
	const char *file = NULL;
	char *dir =
		rcc_mem_strdup(bindir != NULL ? bindir : rcc_file_self_dir());
	char *randld = rcc_file_join(dir, "randld");
	char *path = NULL;

	argv[0] = name;
	argp_parse(&argp, argc, argv, 0, NULL, &file);
	/* A name that begins with a dash is no option of randld. */
	path = file[0] == '-' ? rcc_mem_printf("./%s", file)
			      : rcc_mem_strdup(file);
	if (access(path, F_OK) != 0) {
		rcc_error_errno("cannot read \"%s\"", path);
		if (strstr(path, "layouts/") != NULL)
			rcc_hint("of a study that does not keep its layouts, "
				 "`randstudy report` tells how to get one back");
	} else {
		execv(randld, (char *[]){randld, inspect, path, NULL});
		rcc_error_errno("cannot run \"%s\"", randld);
	}
	free(path);
	free(randld);
	free(dir);
	return RCC_EXIT_USAGE;
}

/* ---- check ------------------------------------------------------------- */

int rcc_cmd_check(int argc, char **argv)
{
	static const struct argp_child child[] = {
		{&rcc_argument_study, 0, NULL, 0}, {0}};
	static const struct argp argp = {
		NULL,  NULL,
		"DIR", "Check the database of the study in DIR for damage.",
		child, NULL,
		NULL};
	struct rcc_store *store = NULL;
	const char *dir = NULL;
	char name[] = "randstudy check";
	char *path;
	int result;

	argv[0] = name;
	argp_parse(&argp, argc, argv, 0, NULL, &dir);
	path = rcc_mem_printf("%s/study.db", dir);
	result = rcc_store_open(path, RCC_STORE_READ, &store);
	if (result == 0)
		result = rcc_store_check(store);
	if (result == 0)
		printf("\"%s\": no damage found\n", path);
	else
		rcc_error("\"%s\": %s", path, rcc_store_error(store));
	rcc_store_close(store);
	free(path);
	return result == 0 ? RCC_EXIT_OK : RCC_EXIT_USAGE;
}
