/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Make a suite from the parameters (-P) that are in the command or in another
 * setting of the runs.  Each combination of their values is a benchmark.  (A
 * parameter in the settings of the build makes systems instead,
 * options/parameters.h.) */
#ifndef RCC_HARNESS_SUITE_PARAMETER_SUITE_H
#define RCC_HARNESS_SUITE_PARAMETER_SUITE_H

#include "harness/suite/suite.h"

/* Make a benchmark for each combination of values.  `given` holds the settings,
 * which contain "{NAME}".  Prints what is wrong and returns an exit code (enum
 * rcc_exit).  After an error *suite needs no release. */
int rcc_parameter_suite_make(const json_t *parameters, const json_t *given,
			     struct rcc_suite *suite);

#endif
