/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Parameters: -P NAME=VALUES, for "{NAME}" in other settings.
 *
 * If only build settings use a parameter (flags, compilers), each of its values
 * becomes a system, and the systems are compared with the first one.  If the
 * command or settings of runs use it (inputs), each value becomes a benchmark
 * (suite/parameter_suite.h).
 *
 * The values of all parameters are one JSON object: an array of strings for
 * each name.
 */
#ifndef RCC_HARNESS_OPTIONS_PARAMETERS_H
#define RCC_HARNESS_OPTIONS_PARAMETERS_H

#include <argp.h>
#include <jansson.h>

#include "common/arguments.h"

/* Read NAME=VALUE,... or NAME=FIRST..LAST[..STEP] into a json_t *.  "\," is a
 * comma in a value. */
void rcc_parameters_read(const struct rcc_argument *row, const char *text,
			 const struct argp_state *state, void *field);

/* Make systems from the parameters that only build settings use, and remove
 * these from `parameters`.  Those that remain are used by the command or the
 * runs.  A parameter that no setting uses is an error, which ends the
 * process. */
void rcc_parameters_expand_builds(json_t *parameters, json_t *given,
				  const struct argp_state *state);

/* Check that each "{NAME}" in the commands and in the names of files is a
 * parameter or {binary}.  Another one is an error, which ends the process. */
void rcc_parameters_check_names(const json_t *parameters, const json_t *given,
				const struct argp_state *state);

/* Return a copy of a setting in which each "{NAME}" is replaced by `value`;
 * caller releases. */
json_t *rcc_parameters_replace(const json_t *setting, const char *name,
			       const char *value);

/* Return whether a setting contains "{NAME}" of one of the parameters. */
bool rcc_parameters_any_in(const json_t *parameters, const json_t *setting);

#endif
