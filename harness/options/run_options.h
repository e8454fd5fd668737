/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The command line of `randstudy run`, and the study that it asks for.
 *
 * Results in this room: an invalid command line ends the process, as
 * argp_error() does; rcc_run_options_study() prints what is wrong and returns
 * an exit code (enum rcc_exit).
 */
#ifndef RCC_HARNESS_OPTIONS_RUN_OPTIONS_H
#define RCC_HARNESS_OPTIONS_RUN_OPTIONS_H

#include <argp.h>
#include <stdbool.h>
#include <jansson.h>

#include "harness/options/study_options.h"
#include "harness/study/study.h"

/* Parse the command line of `randstudy run`, or of `randstudy aa` if `is_aa`.
 * Release *options in any case. */
void rcc_run_options_parse(int argc, char **argv, bool is_aa,
			   struct rcc_run_options *options);

/* The same for words that a study file contains: messages about argv[i] begin
 * with place[i].  --output is not required. */
void rcc_run_options_parse_file(int argc, char **argv, char *const *place,
				struct rcc_run_options *options);

/* Parts of these for a subcommand with a command line of its own: the values
 * before the first option; and the conclusions after the last, when the systems
 * are known. */
void rcc_run_options_init(struct rcc_run_options *options);
void rcc_run_options_settle(struct rcc_run_options *options,
			    const struct argp_state *state);

void rcc_run_options_release(struct rcc_run_options *options);

/* Complete `given` (its defaults, a seed, the working directory) to a new
 * study, and parse it: *study holds a reference to it.  Prints what is wrong
 * and returns an exit code; on error, *study needs no release. */
int rcc_run_options_study(json_t *given, struct rcc_study *study);

#endif
