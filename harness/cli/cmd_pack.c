/* SPDX-License-Identifier: GPL-3.0-or-later */
/* randstudy pack: write a built study into one file, for other machines. */
#include <stdlib.h>
#include <unistd.h>

#include "common/arguments.h"
#include "common/diag.h"
#include "common/strvec.h"
#include "harness/build/directory.h"
#include "harness/cli/commands.h"
#include "harness/cli/run_here.h"
#include "harness/fleet/pack.h"
#include "harness/options/run_options.h"

struct options {
	const char *dir;
	const char *pack;
	struct rcc_strvec input;
};

static void read_input(const struct rcc_argument *row, const char *text,
		       const struct argp_state *state, void *field)
{
	char *path = realpath(text, NULL);

	(void)row;
	if (path == NULL)
		rcc_argument_error(state, "--input: cannot find \"%s\"", text);
	rcc_strvec_take(field, path);
}

static const struct rcc_argument option[] = {
	RCC_ARGUMENT_ROW("input", 'i', "FILE", offsetof(struct options, input),
			 "a file or folder that the command needs; may be "
			 "repeated",
			 read_input),
	{0},
};

static void take(const char *text, const struct argp_state *state, void *values)
{
	struct options *o = values;

	if (o->dir == NULL)
		o->dir = text;
	else if (o->pack == NULL)
		o->pack = text;
	else
		rcc_argument_error(state, "too many arguments: \"%s\"", text);
}

static void check(const struct argp_state *state, void *values)
{
	const struct options *o = values;

	if (o->pack == NULL)
		rcc_argument_error(state,
				   "name a study directory and a new file");
}

/* Return whether a directory holds a study or a suite.  Refuse another one, which
 * would be taken as a new study. */
static bool is_study(const char *dir)
{
	if (rcc_directory_has(dir, "study.db") ||
	    rcc_directory_has(dir, "suite.json"))
		return true;
	rcc_error("\"%s\" holds no study", dir);
	rcc_hint("begin one, without runs: randstudy run -o DIR --no-runs "
		 "--build COMMAND -- COMMAND");
	return false;
}

/* Build the study and link its layouts, if this is not done yet.  Then run the
 * command once, if no run is stored yet.  That run shows which libraries the
 * program opens, and what it prints. */
static int complete(const char *dir)
{
	struct rcc_run_options options;
	int stop_signal = 0;
	int status;

	rcc_run_options_init(&options);
	options.dir = dir;
	options.only_tries = true;
	status = rcc_run_here(&options, &stop_signal);
	rcc_run_options_release(&options);
	return status;
}

int rcc_cmd_pack(int argc, char **argv)
{
	static const struct rcc_command_line line = {
		.option = option,
		.args_doc = "DIR FILE",
		.doc = "Write the study in DIR to FILE, which `randstudy "
		       "worker` runs on other machines.\v"
		       "FILE has the programs of all layouts, the settings and "
		       "the inputs, each under its checksum.  A machine needs "
		       "randstudy and FILE: no compiler, no sources, no "
		       "network.",
		.argument = take,
		.check = check};
	struct options o = {0};
	int status = RCC_EXIT_USAGE;

	rcc_arguments_parse(&line, "randstudy pack", argc, argv, &o);
	if (access(o.dir, F_OK) != 0)
		rcc_error_errno("cannot read the study \"%s\"", o.dir);
	else if (is_study(o.dir))
		status = rcc_pack_check_target(o.pack);
	if (status == RCC_EXIT_OK)
		status = complete(o.dir);
	if (status == RCC_EXIT_OK)
		status = rcc_pack(o.dir, o.pack, &o.input);
	rcc_strvec_release(&o.input);
	return status;
}
