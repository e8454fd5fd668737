/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Parameters: -P NAME=VALUES, for "{NAME}" in other settings.
 *
 * A parameter of the build alone (flags, compilers) makes a system of each
 * value, and the systems are compared with the first.  A parameter of the
 * command or of the runs (inputs) makes a benchmark of each value
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

/* Reads NAME=VALUE,... or NAME=FIRST..LAST[..STEP] into a json_t *; "\," is a
 * comma in a value. */
void rcc_parameters_read(const struct rcc_argument *row, const char *text,
			 const struct argp_state *state, void *field);

/* Make systems of the parameters of the build, and remove these from
 * `parameters`.  What remains are parameters of the command.  A parameter that
 * no setting names ends the program. */
void rcc_parameters_expand_builds(json_t *parameters, json_t *given,
				  const struct argp_state *state);

/* A copy of a setting in which each "{NAME}" is replaced; caller releases. */
json_t *rcc_parameters_replace(const json_t *setting, const char *name,
			       const char *value);

/* Whether a setting contains "{NAME}" of one of the parameters. */
bool rcc_parameters_any_in(const json_t *parameters, const json_t *setting);

#endif
