/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The arguments of every subcommand that reports on a study: DIR, --metric and
 * --format.  A subcommand puts them into its struct rcc_command_line.
 */
#ifndef RCC_HARNESS_CLI_STUDY_ARGUMENTS_H
#define RCC_HARNESS_CLI_STUDY_ARGUMENTS_H

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>

#include "common/arguments.h"

/* The values of DIR and of the options.  This struct must be the first member
 * of a subcommand's struct of options.  Strings are borrowed from argv. */
struct rcc_study_arguments {
	const char *dir;
	/* The argument of --metric.  NULL stands for the study's first metric.
	 * If the study has no metric, NULL stands for wall time, or for CPU
	 * time if the runs of a block share one CPU (--tandem). */
	const char *metric;
	unsigned is_json; /* index of --format in rcc_text_or_json */
	bool is_anonymous;
};

/* Functions for rcc_command_line.argument and rcc_command_line.check.  The
 * first takes the argument DIR, and the second checks that it was given. */
void rcc_study_arguments_take_dir(const char *text,
				  const struct argp_state *state, void *values);
void rcc_study_arguments_check(const struct argp_state *state, void *values);

extern const char *const rcc_text_or_json[];

#define RCC_METRIC_OPTION                                                      \
	RCC_ARGUMENT_TEXT("metric", 'm', "NAME",                               \
			  offsetof(struct rcc_study_arguments, metric),        \
			  "metric to analyse: wall, user, memory, ... or one " \
			  "of the study's own (default: the study's first, "   \
			  "else wall); NAME,lower or NAME,higher says which "  \
			  "values are better")
#define RCC_ANONYMOUS_OPTION(offset)                                           \
	RCC_ARGUMENT_FLAG("anonymous", 0, (offset),                            \
			  "leave out the host's name, the kernel's command "   \
			  "line and the directories of your files")
#define RCC_FORMAT_OPTION                                                      \
	RCC_ARGUMENT_CHOICE("format", 'f', "FORMAT",                           \
			    offsetof(struct rcc_study_arguments, is_json),     \
			    rcc_text_or_json, "text (default) or json")

#endif
