/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The systems that the values of a parameter make, if only settings of the build
 * use it (options/parameters.h).
 */
#ifndef RCC_HARNESS_OPTIONS_PARAMETER_SYSTEMS_H
#define RCC_HARNESS_OPTIONS_PARAMETER_SYSTEMS_H

#include <argp.h>
#include <jansson.h>

/* For each parameter that only settings of the build use, put a system for each
 * of its values into `given`, and remove the parameter from `parameters`.  The
 * libraries of a system (--library) become those of the systems that replace it.
 * The parameters that remain are used by the command or by settings of runs.  A
 * parameter that no setting uses is an error, which ends the process. */
void rcc_parameter_systems_make(json_t *parameters, json_t *given,
				const struct argp_state *state);

#endif
