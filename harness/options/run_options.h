/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The command line of `randstudy run`: options into the study's JSON object.
 */
#ifndef RCC_HARNESS_OPTIONS_RUN_OPTIONS_H
#define RCC_HARNESS_OPTIONS_RUN_OPTIONS_H

#include <stdbool.h>
#include <jansson.h>

#include "common/strvec.h"
#include "harness/study/study.h"

struct argp_option;

struct rcc_run_options {
	const char *dir;	/* borrowed from argv */
	const char *study_file; /* the same; NULL: none */
	json_t *given;		/* keys of study.h, only what was said; owned */
	struct rcc_strvec program; /* --program, until all systems are known */
	unsigned n_jobs;
	bool is_quiet;	  /* no report at the end */
	bool has_no_runs; /* build and lay out, and measure nothing */
	/* A study that is there may have more layouts than `given` says. */
	bool has_least_layouts;
	char *const *where; /* while a study file is read, see below */
};

/* Ends the process on a usage error, with RCC_EXIT_USAGE.  `is_aa`: of
 * `randstudy aa`. */
void rcc_run_options_parse(int argc, char **argv, bool is_aa,
			   struct rcc_run_options *options);

/* The same for words from a study file: where[i] is what messages about argv[i]
 * begin with.  No DIR is needed. */
void rcc_run_options_parse_file(int argc, char **argv, char *const *where,
				struct rcc_run_options *options);

/* The options, as argp wants them. */
const struct argp_option *rcc_run_options_table(void);

/* What a new study needs beyond the defaults: 0, or the message printed and
 * RCC_EXIT_USAGE. */
int rcc_run_options_complete(json_t *given);

/* The whole of a new study: *given is completed, *study a view of it.  0, or the
 * message printed and RCC_EXIT_USAGE. */
int rcc_run_options_study(json_t *given, struct rcc_study *study);

#endif
