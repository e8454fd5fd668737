/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * randstudy: layout studies.  This file holds the table of subcommands.
 */
#include <argp.h>
#include <stdio.h>
#include <string.h>

#include "common/diag.h"
#include "analyse/cmd_analyse.h"
#include "harness/cli/commands.h"
#include "analyse/cmd_simulate.h"
#include "stats/rcc_stats.h"

static const struct command {
	const char *name;
	int (*run)(int argc, char **argv);
	const char *help;
} command[] = {
	{"run", rcc_cmd_run, "build, lay out, measure; or go on with a study"},
	{"aa", rcc_cmd_aa, "a program against itself: what can be told apart"},
	{"report", rcc_cmd_report, "what a study found, in several formats"},
	{"compare", rcc_cmd_compare, "two systems, or two studies"},
	{"plan", rcc_cmd_plan, "how many layouts the next study needs"},
	{"diagnose", rcc_cmd_diagnose, "whether the runs look independent"},
	{"inspect", rcc_cmd_inspect, "seed and function order of a program"},
	{"analyse", rcc_cmd_analyse,
	 "the statistics of other measurements, from a CSV file"},
	{"simulate", rcc_cmd_simulate, "how often the intervals are right"},
	{"check", rcc_cmd_check, "whether a study's database is undamaged"},
};
#define N_COMMANDS (sizeof(command) / sizeof(command[0]))

static void print_help(FILE *out)
{
	fputs("Usage: randstudy COMMAND [ARGUMENT...]\n"
	      "Measure what code layout does to a program's run time.\n\n",
	      out);
	for (size_t i = 0; i < N_COMMANDS; i++)
		fprintf(out, "  %-10s %s\n", command[i].name, command[i].help);
	fputs("\n"
	      "  -?, --help       this text; `randstudy COMMAND --help` tells "
	      "more\n"
	      "  -V, --version    the version\n\n"
	      "Exit status: 0; 1 when a run failed or a comparison found a "
	      "regression;\n2 for bad usage or input.\n",
	      out);
}

static int is_one_of(const char *word, const char *a, const char *b)
{
	return strcmp(word, a) == 0 || strcmp(word, b) == 0;
}

int main(int argc, char **argv)
{
	rcc_diag_program("randstudy");
	rcc_diag_exit_code(RCC_EXIT_USAGE);
	argp_err_exit_status = RCC_EXIT_USAGE;
	rcc_stats_init();
	if (argc < 2) {
		print_help(stderr);
		return RCC_EXIT_USAGE;
	}
	if (is_one_of(argv[1], "--help", "-?") ||
	    is_one_of(argv[1], "-h", "help")) {
		print_help(stdout);
		return RCC_EXIT_OK;
	}
	if (is_one_of(argv[1], "--version", "-V")) {
		puts("randstudy (randcc) " RCC_VERSION);
		return RCC_EXIT_OK;
	}
	for (size_t i = 0; i < N_COMMANDS; i++)
		if (strcmp(argv[1], command[i].name) == 0)
			return command[i].run(argc - 1, argv + 1);
	rcc_error("unknown command \"%s\"", argv[1]);
	rcc_hint("`randstudy --help` lists the commands");
	return RCC_EXIT_USAGE;
}
