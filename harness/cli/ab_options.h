/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line of `randstudy ab`: that of `randstudy run`, and OLD, NEW, the
 * threshold and how to answer. */
#ifndef RCC_HARNESS_CLI_AB_OPTIONS_H
#define RCC_HARNESS_CLI_AB_OPTIONS_H

#include "harness/options/study_options.h"

struct rcc_ab_options {
	struct rcc_run_options run; /* first: its rows have their offsets */
	const char *old;	    /* NULL: resume the study in run.dir */
	const char *now;
	const char *names;  /* "OLD,NEW" for reports; NULL: their own */
	const char *format; /* a name of report.h's table */
	unsigned fail_on;   /* enum rcc_fail_on */
	char *baseline;	    /* owned, absolute; NULL: none */
	char *dir;	    /* the default of run.dir; owned, NULL: not used */
};

/* Parse it, find what OLD and NEW are, and set the systems.  An invalid command
 * line ends the process.  Release *options. */
void rcc_ab_options_parse(int argc, char **argv,
			  struct rcc_ab_options *options);
void rcc_ab_options_release(struct rcc_ab_options *options);

#endif
