/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line of `randstudy ab`.  It has the options of `randstudy run`,
 * OLD and NEW, the threshold, and options for the answer. */
#ifndef RCC_HARNESS_CLI_AB_OPTIONS_H
#define RCC_HARNESS_CLI_AB_OPTIONS_H

#include <stdbool.h>

#include "harness/options/study_options.h"

struct rcc_ab_options {
	/* This must be the first member, since rows of options contain its
	 * offsets. */
	struct rcc_run_options run;
	const char *old; /* NULL to resume the study in run.dir */
	const char *now;
	/* "OLD,NEW", the names in reports; NULL to use the systems' names. */
	const char *names;
	unsigned format;   /* index in rcc_report_page_formats */
	unsigned fail_on;  /* enum rcc_fail_on */
	bool is_anonymous; /* leave out host and directories (anonymous.h) */
	/* The argument of --baseline as the user wrote it; NULL if not given. */
	const char *given_baseline;
	char *baseline; /* its absolute path; owned; NULL if not given */
	/* The default value of run.dir; owned; NULL if not used. */
	char *dir;
	int status; /* the result of rcc_ab_options_parse() */
};

/* Parse the command line, open the baseline, find out what OLD and NEW are, and
 * set the systems.  An invalid command line ends the process.  For other
 * errors, prints what is wrong and returns an exit code (enum rcc_exit).  The
 * caller must release *options in any case. */
int rcc_ab_options_parse(int argc, char **argv, struct rcc_ab_options *options);
void rcc_ab_options_release(struct rcc_ab_options *options);

#endif
