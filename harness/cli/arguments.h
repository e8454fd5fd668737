/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the command lines of several subcommands share.
 */
#ifndef RCC_HARNESS_CLI_ARGUMENTS_H
#define RCC_HARNESS_CLI_ARGUMENTS_H

#include <argp.h>

#include "stats/rcc_stats.h"

/* Children of a subcommand's argp: one argument, DIR or FILE, without which
 * the program ends; and --metric.  The input of each is a const char **. */
extern const struct argp rcc_argument_study;
extern const struct argp rcc_argument_program;
extern const struct argp rcc_argument_metric;

/* Of --estimator and --statistic: mean, median, min, as enum rcc_statistic. */
enum rcc_statistic rcc_argument_statistic(const struct argp_state *state,
					  const char *option, const char *text);

#endif
