/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The command line of `randstudy run`: options into the study's JSON object.
 */
#ifndef RCC_HARNESS_RUN_OPTIONS_H
#define RCC_HARNESS_RUN_OPTIONS_H

#include <stdbool.h>
#include <jansson.h>

#include "common/strvec.h"

struct rcc_run_options {
	const char *dir; /* borrowed from argv */
	json_t *given;	 /* keys of study.h, only what was said; owned */
	struct rcc_strvec program; /* --program, until all systems are known */
	unsigned n_jobs;
	bool is_quiet; /* no report at the end */
};

/* Ends the process on a usage error, with RCC_EXIT_USAGE. */
void rcc_run_options_parse(int argc, char **argv,
			   struct rcc_run_options *options);

/* What a new study needs beyond the defaults: 0, or the message printed and
 * RCC_EXIT_USAGE. */
int rcc_run_options_complete(json_t *given);

#endif
