/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The command line of `randstudy run`, and the settings of the study that it
 * describes.
 *
 * In harness/options, an invalid command line ends the process, as argp_error()
 * does.  rcc_run_options_study() prints what is wrong and returns an exit code
 * (enum rcc_exit).
 */
#ifndef RCC_HARNESS_OPTIONS_RUN_OPTIONS_H
#define RCC_HARNESS_OPTIONS_RUN_OPTIONS_H

#include <argp.h>
#include <stdbool.h>
#include <jansson.h>

#include "harness/options/study_options.h"
#include "harness/study/study.h"

/* Parse the command line of `randstudy run` or, if `is_aa`, of `randstudy aa`.
 * With --study, *options is not complete: rcc_run_options_parse_file() puts the
 * options into the settings of each benchmark.  The caller must release *options
 * in any case. */
void rcc_run_options_parse(int argc, char **argv, bool is_aa,
			   struct rcc_run_options *options);

/* Parse the settings of one benchmark in a study file (--study).  argv has
 * these settings as a command line of `randstudy run`.  Messages about argv[i]
 * begin with place[i], which names the line of the file.  --output may be
 * missing.  The options in *replacing, which are those of the command line with
 * --study, replace the settings of the same name; --system replaces --build
 * too. */
void rcc_run_options_parse_file(int argc, char **argv, char *const *place,
				const struct rcc_run_options *replacing,
				struct rcc_run_options *options);

/* Another subcommand, such as `randstudy ab`, may parse these options among its
 * own.  It calls rcc_run_options_init() before the first option, to set the
 * initial values.  It calls rcc_run_options_settle() after the last option, to
 * complete and check the options.  If it chooses the systems itself, it puts
 * them into options->given before that call. */
void rcc_run_options_init(struct rcc_run_options *options);
void rcc_run_options_settle(struct rcc_run_options *options,
			    const struct argp_state *state);

void rcc_run_options_release(struct rcc_run_options *options);

/* Add to `given` (study/study.h) the settings that a new study needs and that
 * the user did not give: defaults, the seed and the working directory.  Then
 * parse `given`.  *study holds a reference to `given`.  On error, prints what
 * is wrong; *study then needs no release.  Returns an exit code. */
int rcc_run_options_study(json_t *given, struct rcc_study *study);

#endif
