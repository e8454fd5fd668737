/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the command lines of several subcommands share.
 */
#ifndef RCC_HARNESS_CLI_ARGUMENTS_H
#define RCC_HARNESS_CLI_ARGUMENTS_H

#include <argp.h>
#include <stdbool.h>

#include "stats/rcc_stats.h"

/* Children of a subcommand's argp: one argument, DIR or FILE, without which
 * the program ends; and --metric.  The input of each is a const char **. */
extern const struct argp rcc_argument_study;
extern const struct argp rcc_argument_program;
extern const struct argp rcc_argument_metric;

/* The values of an option: each ends the program, with a message that names
 * the option and says what it takes. */

/* Which of the words, of which the last is NULL. */
int rcc_argument_choice(const struct argp_state *state, const char *option,
			const char *text, const char *const *word);
/* Of --format, text or json. */
bool rcc_argument_is_json(const struct argp_state *state, const char *text);
/* Of --estimator and --statistic: mean, median, min, as enum rcc_statistic. */
enum rcc_statistic rcc_argument_statistic(const struct argp_state *state,
					  const char *option, const char *text);
double rcc_argument_number(const struct argp_state *state, const char *option,
			   const char *text, double least, double most);

#endif
