/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line of `randstudy ab`.  It has the options of `randstudy run`,
 * OLD and NEW, the threshold, and options for the report. */
#ifndef RCC_HARNESS_CLI_AB_OPTIONS_H
#define RCC_HARNESS_CLI_AB_OPTIONS_H

#include <stdbool.h>

#include "harness/options/study_options.h"

struct rcc_ab_options {
	/* This must be the first member, since `randstudy ab` also uses the
	 * option table of `randstudy run`.  The offsets in that table are those
	 * of the members of struct rcc_run_options. */
	struct rcc_run_options run;
	/* The words OLD and NEW (ab_side.h).  NULL to resume the study in
	 * run.dir. */
	const char *old;
	const char *now;
	/* "OLD,NEW", the names in reports; NULL to use the systems' names. */
	const char *names;
	unsigned format;   /* index in rcc_report_page_formats */
	unsigned fail_on;  /* enum rcc_fail_on */
	bool is_anonymous; /* leave out host and directories (anonymous.h) */
	/* The argument of --baseline as the user wrote it; NULL if there was
	 * none. */
	const char *given_baseline;
	/* The absolute path of the --baseline directory; owned; NULL if there
	 * was none. */
	char *baseline;
	/* The default directory of the study, to which run.dir then points;
	 * owned; NULL if the user named a directory. */
	char *dir;
	int status; /* the result of rcc_ab_options_parse() */
};

/* Parse the command line and open the directory of --baseline.  Find out what
 * OLD and NEW are, and make them the two systems of the study (the setting
 * "systems" in run.given).  An invalid command line ends the process.  For
 * other errors, prints what is wrong and returns an exit code (enum rcc_exit).
 * The caller must release *options in any case. */
int rcc_ab_options_parse(int argc, char **argv, struct rcc_ab_options *options);
void rcc_ab_options_release(struct rcc_ab_options *options);

#endif
