/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A suite whose benchmarks are the values of parameters (-P) of the command. */
#ifndef RCC_HARNESS_SUITE_PARAMETER_SUITE_H
#define RCC_HARNESS_SUITE_PARAMETER_SUITE_H

#include "harness/suite/suite.h"

/* Make a benchmark for each combination of values.  `given` are the settings
 * with "{NAME}" in them.  Prints what is wrong and returns an exit code (enum
 * rcc_exit); on error, *suite needs no release. */
int rcc_parameter_suite_make(const json_t *parameters, const json_t *given,
			     struct rcc_suite *suite);

#endif
