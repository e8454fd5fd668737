/* SPDX-License-Identifier: GPL-3.0-or-later */
/* randstudy run and randstudy aa: measure a study, and report on it.  `aa`
 * compares a program with itself. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/diag.h"
#include "common/shell_words.h"
#include "harness/build/default_directory.h"
#include "harness/cli/commands.h"
#include "harness/cli/run_here.h"
#include "harness/options/run_options.h"
#include "harness/report/report.h"
#include "harness/run/host.h"

static void say_what_is_left(const char *dir)
{
	char *quoted = rcc_shell_quote(dir);

	fprintf(stderr, "built and laid out; to measure: randstudy run -o %s\n",
		quoted);
	free(quoted);
}

static int run_and_report(const struct rcc_run_options *options,
			  int *stop_signal)
{
	const struct rcc_asking asking = {.estimator = RCC_STATISTIC_MEAN};
	int status = rcc_run_here(options, stop_signal);
	char *dir;

	if (status != RCC_EXIT_OK)
		return status;
	if (options->has_no_runs) {
		say_what_is_left(options->dir);
		return status;
	}
	dir = realpath(options->dir, NULL);
	status = rcc_report_print(dir != NULL ? dir : options->dir,
				  options->is_quiet ? NULL : "text", &asking,
				  stdout);
	free(dir);
	return status;
}

static int cmd_run(int argc, char **argv, bool is_aa)
{
	struct rcc_run_options options;
	/* The directory chosen for the study; NULL if -o names one. */
	char *dir = NULL;
	int stop_signal = 0;
	int status = RCC_EXIT_USAGE;

	rcc_run_options_parse(argc, argv, is_aa, &options);
	options.load = rcc_host_load("");
	if (is_aa && options.study_file != NULL)
		rcc_die("randstudy aa measures one program: no --study");
	if (is_aa && options.parameters != NULL)
		rcc_die("randstudy aa measures one program: no -P");
	if (options.dir == NULL)
		options.dir = dir = rcc_default_directory_make();
	if (options.dir != NULL)
		status = run_and_report(&options, &stop_signal);
	if (dir != NULL)
		rcc_default_directory_end(dir);
	free(dir);
	rcc_run_options_release(&options);
	/* Raise again the signal that stopped the runs.  The program that
	 * called randstudy, such as a shell, can then see it. */
	if (stop_signal != 0)
		raise(stop_signal);
	return status;
}

int rcc_cmd_run(int argc, char **argv)
{
	return cmd_run(argc, argv, false);
}

int rcc_cmd_aa(int argc, char **argv)
{
	return cmd_run(argc, argv, true);
}
