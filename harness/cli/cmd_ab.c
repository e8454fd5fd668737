/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * randstudy ab: build two versions of a program, measure until it is decided
 * whether they differ, and compare them.
 *
 * The exit status is 1 if the new version is worse, and 3 if that is undecided.
 * It is 2 if anything fails.  Therefore 1 always means a regression.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/diag.h"
#include "common/shell_words.h"
#include "harness/cli/ab_options.h"
#include "harness/cli/commands.h"
#include "harness/cli/fail_on.h"
#include "harness/cli/run_here.h"
#include "harness/report/history.h"
#include "harness/report/report.h"
#include "harness/run/host.h"
#include "harness/suite/suite.h"

static int compare(const struct rcc_ab_options *o, const char *dir)
{
	struct rcc_findings f;
	struct rcc_comparison c;
	const struct rcc_asking asking = {.estimator = RCC_STATISTIC_MEAN,
					  .is_anonymous = o->is_anonymous};
	int status = rcc_findings_load_as(dir, &asking, &f);

	if (status == RCC_EXIT_OK && f.stored.study.n_systems != 2) {
		rcc_error(
			"the study \"%s\" is not a comparison of two versions",
			dir);
		rcc_hint("randstudy compare and randstudy report read any "
			 "study");
		status = RCC_EXIT_USAGE;
	}
	if (status == RCC_EXIT_OK) {
		rcc_comparison_of_systems(&f, 0, 1, rcc_comparison_delta(&f),
					  &c);
		/* Add the comparison to the history of --baseline before
		 * printing the answer.  A reader of the output, such as
		 * head(1), may end this process. */
		if (o->baseline != NULL && c.error == 0)
			status = rcc_history_add(o->baseline, &c);
	}
	if (status == RCC_EXIT_OK && !o->run.is_quiet)
		status = rcc_report_print_ab(&c, o->format, stdout);
	if (status == RCC_EXIT_OK)
		status = rcc_fail_on_status(&c, (enum rcc_fail_on)o->fail_on);
	if (status != RCC_EXIT_OK && f.n_failed != 0)
		status = RCC_EXIT_USAGE;
	rcc_findings_release(&f);
	return status;
}

static int measure_and_compare(const struct rcc_ab_options *o, int *stop_signal)
{
	int status;
	char *dir;

	if (rcc_suite_is_there(o->run.dir)) {
		rcc_error("\"%s\" is a suite", o->run.dir);
		rcc_hint("randstudy ab compares two versions of one program; "
			 "randstudy run -o continues a suite");
		return RCC_EXIT_USAGE;
	}
	status = rcc_run_here(&o->run, stop_signal);
	if (status != RCC_EXIT_OK)
		return RCC_EXIT_USAGE;
	if (o->run.has_no_runs) {
		dir = rcc_shell_quote(o->run.dir);
		fprintf(stderr,
			"built and laid out; to measure: randstudy ab -o %s\n",
			dir);
		free(dir);
		return RCC_EXIT_OK;
	}
	dir = realpath(o->run.dir, NULL);
	status = compare(o, dir != NULL ? dir : o->run.dir);
	free(dir);
	return status;
}

int rcc_cmd_ab(int argc, char **argv)
{
	struct rcc_ab_options options;
	int stop_signal = 0;
	int status;

	status = rcc_ab_options_parse(argc, argv, &options);
	options.run.load = rcc_host_load("");
	if (status == RCC_EXIT_OK)
		status = measure_and_compare(&options, &stop_signal);
	if (options.dir != NULL && status != RCC_EXIT_USAGE)
		fprintf(stderr, "the study is in \"%s\"\n", options.dir);
	rcc_ab_options_release(&options);
	/* Raise again the signal that stopped the runs, so that the calling
	 * shell or make sees it. */
	if (stop_signal != 0)
		raise(stop_signal);
	return status;
}
