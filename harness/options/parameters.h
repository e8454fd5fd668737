/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Parameters: -P NAME=VALUES, whose values replace "{NAME}" in other settings.
 *
 * The settings that use a parameter decide what its values become:
 *
 *	only settings of the build, such as flags and compilers
 *		Each value becomes a system (options/parameter_systems.h).  The
 *		systems are compared with the first one.
 *	the command, or settings of runs, such as inputs
 *		Each value becomes a benchmark (suite/parameter_suite.h).
 *
 * The values of all parameters are one JSON object.  It has an array of strings
 * for each name.  A function's argument `given` is the JSON object of the
 * settings that the user gave (study/study.h).
 */
#ifndef RCC_HARNESS_OPTIONS_PARAMETERS_H
#define RCC_HARNESS_OPTIONS_PARAMETERS_H

#include <argp.h>
#include <jansson.h>

#include "common/arguments.h"

/* Parse the value of -P: NAME=VALUE,... or NAME=FIRST..LAST[..STEP].  Add the
 * values to the JSON object of all parameters; `field` points to the pointer to
 * this object.  In a value, "\," stands for a comma. */
void rcc_parameters_read(const struct rcc_argument *row, const char *text,
			 const struct argp_state *state, void *field);

/* Check that each "{NAME}" in the commands and file names of `given` is
 * {binary} or a parameter.  Any other "{NAME}" is an error, which ends the
 * process. */
void rcc_parameters_check_names(const json_t *parameters, const json_t *given,
				const struct argp_state *state);

/* Return a copy of a setting, with `value` in place of each "{NAME}"; caller
 * releases. */
json_t *rcc_parameters_replace(const json_t *setting, const char *name,
			       const char *value);

/* Return whether a setting contains the placeholder, a text such as "{NAME}".
 * The setting may be a text, or an array or object of texts. */
bool rcc_parameters_is_in(const char *placeholder, const json_t *setting);

/* Return whether a setting contains the "{NAME}" of any parameter. */
bool rcc_parameters_any_in(const json_t *parameters, const json_t *setting);

#endif
