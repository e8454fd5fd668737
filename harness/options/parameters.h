/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Parameters: -P NAME=VALUES, whose values replace "{NAME}" in other settings.
 *
 * If only settings of the build (flags, compilers) use a parameter, each of its
 * values becomes a system, and the systems are compared with the first one.  If
 * the command or settings of runs (inputs) use the parameter, each value becomes
 * a benchmark (suite/parameter_suite.h).
 *
 * The values of all parameters are one JSON object.  It has an array of strings
 * for each name.
 */
#ifndef RCC_HARNESS_OPTIONS_PARAMETERS_H
#define RCC_HARNESS_OPTIONS_PARAMETERS_H

#include <argp.h>
#include <jansson.h>

#include "common/arguments.h"

/* Parse NAME=VALUE,... or NAME=FIRST..LAST[..STEP], and add the values to a
 * json_t *.  In a value, "\," stands for a comma. */
void rcc_parameters_read(const struct rcc_argument *row, const char *text,
			 const struct argp_state *state, void *field);

/* Make systems from the parameters that only settings of the build use.  Remove
 * these parameters from `parameters`; the command or the runs use the remaining
 * ones.  A parameter that no setting uses is an error, which ends the
 * process. */
void rcc_parameters_expand_builds(json_t *parameters, json_t *given,
				  const struct argp_state *state);

/* Check that each "{NAME}" in commands and in names of files is {binary} or a
 * parameter.  Any other one is an error, which ends the process. */
void rcc_parameters_check_names(const json_t *parameters, const json_t *given,
				const struct argp_state *state);

/* Return a copy of a setting, with `value` in place of each "{NAME}"; caller
 * releases. */
json_t *rcc_parameters_replace(const json_t *setting, const char *name,
			       const char *value);

/* Return whether a setting contains "{NAME}" for the name of a parameter. */
bool rcc_parameters_any_in(const json_t *parameters, const json_t *setting);

#endif
