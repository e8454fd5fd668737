/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of `randstudy run`: the program. */
#include <string.h>

#include "harness/options/option.h"
#include "harness/study/study.h"

/* NAME=COMMAND */
static void read_system(struct rcc_run_options *o, const struct rcc_option *row,
			const char *text, struct argp_state *state)
{
	const char *equals = strchr(text, '=');

	(void)row;
	if (equals == NULL || equals == text || equals[1] == '\0')
		rcc_option_bad(state, "--system is NAME=COMMAND, not \"%s\"",
			       text);
	rcc_option_append(o, "systems",
			  json_pack("{s:s%,s:s,s:n}", "name", text,
				    (size_t)(equals - text), "build",
				    equals + 1, "program"),
			  state);
}

/* They are given to systems when those are all known. */
static void read_program(struct rcc_run_options *o,
			 const struct rcc_option *row, const char *text,
			 struct argp_state *state)
{
	(void)row;
	(void)state;
	rcc_strvec_push(&o->program, text);
}

/* The same, when the study is taken apart. */
static void read_library(struct rcc_run_options *o,
			 const struct rcc_option *row, const char *text,
			 struct argp_state *state)
{
	rcc_option_append(o, row->name, json_string(text), state);
}

const struct rcc_option rcc_options_program[] = {
	{"build", 0, "COMMAND",
	 "shell command that builds it, with randcc as the compiler; run once",
	 rcc_option_text, 0, 0, NULL},
	{"system", 0, "NAME=COMMAND",
	 "instead of --build, once for each of several programs to compare; "
	 "their runs are interleaved",
	 read_system, 0, 0, NULL},
	{"program", 0, "[NAME=]FILE",
	 "which of the programs linked by the build to lay out (default: the "
	 "only one); NAME: of that system",
	 read_program, 0, 0, NULL},
	{"library", 0, "[NAME=]LIBRARY",
	 "a shared library from the same build to lay out too, with the "
	 "program's seed: a file or a soname; repeatable; NAME: of that system",
	 read_library, 0, 0, NULL},
	{"rebuild", 0, NULL,
	 "run the build command for each layout, instead of once; it must clean "
	 "first",
	 rcc_option_flag, 0, 0, NULL},
	{0},
};
