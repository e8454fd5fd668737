/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * randstudy: measure how code layout affects run time.  This file has main()
 * and the table of subcommands.
 */
#include <argp.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "common/diag.h"
#include "common/file.h"
#include "analyse/cmd_analyse.h"
#include "analyse/cmd_simulate.h"
#include "harness/cli/commands.h"
#include "stats/rcc_stats.h"

static const struct command {
	const char *name;
	int (*run)(int argc, char **argv);
	const char *help;
} command[] = {
	{"run", rcc_cmd_run,
	 "measure a program over its layouts; continue a study"},
	{"ab", rcc_cmd_ab,
	 "compare two versions of a program: one command, one answer"},
	{"history", rcc_cmd_history,
	 "the comparisons of many versions, from ab --baseline"},
	{"aa", rcc_cmd_aa, "measure a program against itself"},
	{"report", rcc_cmd_report, "report on a study, in several formats"},
	{"compare", rcc_cmd_compare, "compare two systems, or two studies"},
	{"plan", rcc_cmd_plan, "how many layouts the next study needs"},
	{"diagnose", rcc_cmd_diagnose, "whether the runs look independent"},
	{"explain", rcc_cmd_explain,
	 "which function's place changes the time, by moving it"},
	{"best", rcc_cmd_best, "the fastest layout, and what it gains"},
	{"machine", rcc_cmd_machine, "which differences this machine can show"},
	{"inspect", rcc_cmd_inspect, "a program's seed and function order"},
	{"analyse", rcc_cmd_analyse,
	 "analyse other measurements, from a CSV file"},
	{"simulate", rcc_cmd_simulate,
	 "how often the intervals contain the true value"},
	{"pack", rcc_cmd_pack, "one file of a study, for other machines"},
	{"worker", rcc_cmd_worker, "run one machine's part of a packed study"},
	{"merge", rcc_cmd_merge, "join the runs of several machines"},
	{"cluster", rcc_cmd_cluster, "a packed study as jobs of Slurm"},
	{"check", rcc_cmd_check, "check a study's database for damage"},
};
#define N_COMMANDS (sizeof(command) / sizeof(command[0]))

static void print_help(FILE *out)
{
	fputs("Usage: randstudy COMMAND [ARGUMENT...]\n"
	      "Measure how code layout affects a program's run time.\n\n",
	      out);
	for (size_t i = 0; i < N_COMMANDS; i++)
		fprintf(out, "  %-10s %s\n", command[i].name, command[i].help);
	fputs("\n"
	      "  -?, --help       print this text; `randstudy COMMAND --help` "
	      "prints more\n"
	      "  -V, --version    print the version\n\n"
	      "Exit status: 0 on success, 1 if a run failed or a comparison "
	      "found a\nregression, 2 for invalid usage or input, 3 if a "
	      "comparison is undecided.\n(ab: 2 also if a build or a run "
	      "failed.)\n",
	      out);
}

static bool is_one_of(const char *word, const char *const *list)
{
	for (; *list != NULL; list++)
		if (strcmp(word, *list) == 0)
			return true;
	return false;
}

/* Return the exit status of the program, or RCC_EXIT_USAGE if some of its output
 * was lost, for example because the disk is full.  The commands that notice such
 * a loss have printed an error. */
static int finish(int status)
{
	if (fflush(stdout) == 0 && !ferror(stdout))
		return status;
	if (status != RCC_EXIT_USAGE)
		rcc_error("the output could not be written");
	return RCC_EXIT_USAGE;
}

int main(int argc, char **argv)
{
	static const char *const help[] = {"--help", "-?", "-h", "help", NULL};
	static const char *const version[] = {"--version", "-V", NULL};

	rcc_diag_program("randstudy");
	rcc_diag_exit_code(RCC_EXIT_USAGE);
	argp_err_exit_status = RCC_EXIT_USAGE;
	if (rcc_file_self() == NULL)
		rcc_die_errno("cannot read /proc/self/exe");
	rcc_stats_init();
	if (argc < 2) {
		print_help(stderr);
		return RCC_EXIT_USAGE;
	}
	if (is_one_of(argv[1], help)) {
		print_help(stdout);
		return finish(RCC_EXIT_OK);
	}
	if (is_one_of(argv[1], version)) {
		puts("randstudy (randcc) " RCC_VERSION);
		return finish(RCC_EXIT_OK);
	}
	for (size_t i = 0; i < N_COMMANDS; i++)
		if (strcmp(argv[1], command[i].name) == 0)
			return finish(command[i].run(argc - 1, argv + 1));
	rcc_error("unknown command \"%s\"", argv[1]);
	rcc_hint("`randstudy --help` lists the commands");
	return RCC_EXIT_USAGE;
}
