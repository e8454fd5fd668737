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
#include "harness/commands.h"
#include "harness/report/report.h"
#include "harness/store.h"

/* ---- report ------------------------------------------------------------ */

struct report_options {
	const char *dir;
	const char *format;
	const char *metric;
	enum rcc_statistic estimator;
};

static enum rcc_statistic parse_estimator(struct argp_state *state,
					  const char *text)
{
	for (int i = RCC_STATISTIC_MEAN; i <= RCC_STATISTIC_MIN; i++)
		if (strcmp(text, rcc_statistic_name((enum rcc_statistic)i)) ==
		    0)
			return (enum rcc_statistic)i;
	argp_error(state, "--estimator is mean, median or min, not \"%s\"",
		   text);
	return RCC_STATISTIC_MEAN;
}

static int parse_report(int key, char *arg, struct argp_state *state)
{
	struct report_options *o = state->input;

	switch (key) {
	case 'f':
		if (!rcc_report_has_format(arg))
			argp_error(state, "unknown format \"%s\": %s", arg,
				   rcc_report_formats());
		o->format = arg;
		return 0;
	case 'm':
		o->metric = arg;
		return 0;
	case 'e':
		o->estimator = parse_estimator(state, arg);
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

int rcc_cmd_report(int argc, char **argv)
{
	static const struct argp_option option[] = {
		{"format", 'f', "FORMAT", 0,
		 "text (default), json, csv, html, hyperfine, benchfmt", 0},
		{"metric", 'm', "NAME", 0,
		 "wall, user, memory, ... or one of the study's own (default: "
		 "its "
		 "first, or wall)",
		 0},
		{"estimator", 'e', "NAME", 0,
		 "what stands for the values of a layout: mean (default), "
		 "median, or min, its undisturbed time",
		 0},
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
		NULL,
		NULL,
		NULL};
	struct report_options o = {.format = "text"};
	char name[] = "randstudy report";

	argv[0] = name;
	argp_parse(&argp, argc, argv, 0, NULL, &o);
	return rcc_report_print(o.dir, o.format, o.metric, o.estimator, stdout);
}

/* ---- inspect ----------------------------------------------------------- */

static int parse_inspect(int key, char *arg, struct argp_state *state)
{
	char **file = state->input;

	switch (key) {
	case ARGP_KEY_ARG:
		if (*file != NULL)
			argp_error(state, "one program at a time");
		*file = arg;
		return 0;
	case ARGP_KEY_END:
		if (*file == NULL)
			argp_error(state, "which program? FILE");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

int rcc_cmd_inspect(int argc, char **argv)
{
	static const struct argp argp = {
		NULL,
		parse_inspect,
		"FILE",
		"Print the seed, the factors and the function order of a "
		"program that was linked through randcc.",
		NULL,
		NULL,
		NULL};
	const char *bindir = getenv("RANDSTUDY_BINDIR");
	char name[] = "randstudy inspect";
	char inspect[] = "--inspect";
	char *file = NULL;
	char *dir =
		bindir != NULL ? rcc_mem_strdup(bindir) : rcc_file_self_dir();
	char *randld = rcc_file_join(dir, "randld");
	char *path = NULL;

	argv[0] = name;
	argp_parse(&argp, argc, argv, 0, NULL, &file);
	/* A name that begins with a dash is no option of randld. */
	path = file[0] == '-' ? rcc_mem_printf("./%s", file)
			      : rcc_mem_strdup(file);
	execv(randld, (char *[]){randld, inspect, path, NULL});
	rcc_error_errno("cannot run \"%s\"", randld);
	free(path);
	free(randld);
	free(dir);
	return RCC_EXIT_USAGE;
}

/* ---- check ------------------------------------------------------------- */

static int parse_check(int key, char *arg, struct argp_state *state)
{
	const char **dir = state->input;

	switch (key) {
	case ARGP_KEY_ARG:
		if (*dir != NULL)
			argp_error(state, "one study at a time");
		*dir = arg;
		return 0;
	case ARGP_KEY_END:
		if (*dir == NULL)
			argp_error(state, "which study? DIR");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

int rcc_cmd_check(int argc, char **argv)
{
	static const struct argp argp = {
		NULL,  parse_check,
		"DIR", "Check the database of the study in DIR for damage.",
		NULL,  NULL,
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
