/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line of `randstudy ab`: the options of `randstudy run`, OLD and
 * NEW, the threshold, and the options of the answer. */
#ifndef RCC_HARNESS_CLI_AB_OPTIONS_H
#define RCC_HARNESS_CLI_AB_OPTIONS_H

#include "harness/options/study_options.h"

struct rcc_ab_options {
	/* This member must be first, since option rows contain its offsets. */
	struct rcc_run_options run;
	const char *old; /* NULL to resume the study in run.dir */
	const char *now;
	/* "OLD,NEW" for reports; NULL to use the systems' names */
	const char *names;
	const char *format; /* one of the formats in report.h */
	unsigned fail_on;   /* enum rcc_fail_on */
	char *baseline;	    /* absolute path; owned; NULL if not given */
	/* The default value of run.dir; owned; NULL if not used. */
	char *dir;
};

/* Parse the command line, find out what OLD and NEW are, and set the systems.
 * An invalid command line ends the process.  The caller releases *options. */
void rcc_ab_options_parse(int argc, char **argv,
			  struct rcc_ab_options *options);
void rcc_ab_options_release(struct rcc_ab_options *options);

#endif
