/* SPDX-License-Identifier: GPL-3.0-or-later */
/* randstudy inspect: run randld --inspect, which reads the program's ELF
 * file. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/arguments.h"
#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "harness/cli/commands.h"

static void take_file(const char *text, const struct argp_state *state,
		      void *values)
{
	const char **file = values;

	if (*file != NULL)
		rcc_argument_error(
			state,
			"unexpected argument \"%s\": only one program "
			"is inspected at a time",
			text);
	*file = text;
}

static void check(const struct argp_state *state, void *values)
{
	const char **file = values;

	if (*file == NULL)
		rcc_argument_error(state, "the program's file is missing");
}

/* Replace this process by randld --inspect.  Returns only on failure. */
static void run_randld(char *path)
{
	const char *bindir = getenv("RANDSTUDY_BINDIR");
	char *randld = rcc_file_join(
		bindir != NULL ? bindir : rcc_file_self_dir(), "randld");
	char inspect[] = "--inspect";

	execv(randld, (char *[]){randld, inspect, path, NULL});
	rcc_error_errno("cannot run \"%s\"", randld);
	free(randld);
}

int rcc_cmd_inspect(int argc, char **argv)
{
	static const struct rcc_argument option[] = {{0}};
	static const struct rcc_command_line line = {
		.option = option,
		.args_doc = "FILE",
		.doc = "Print the seed, the factors and the function order of "
		       "a program that was linked through randcc.",
		.argument = take_file,
		.check = check};
	const char *file = NULL;
	char *path;

	rcc_arguments_parse(&line, "randstudy inspect", argc, argv, &file);
	/* Prepend "./" to a name with an initial dash, which randld would take
	 * for an option. */
	path = file[0] == '-' ? rcc_mem_printf("./%s", file)
			      : rcc_mem_strdup(file);
	if (access(path, F_OK) == 0) {
		run_randld(path);
	} else {
		rcc_error_errno("cannot read \"%s\"", path);
		if (strstr(path, "layouts/") != NULL)
			rcc_hint("if the study removes its layouts, `randstudy "
				 "report` says how to link one again");
	}
	free(path);
	return RCC_EXIT_USAGE;
}
