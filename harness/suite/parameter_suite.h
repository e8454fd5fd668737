/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Making a suite from parameters (-P) that the command uses: each value is a
 * benchmark. */
#ifndef RCC_HARNESS_SUITE_PARAMETER_SUITE_H
#define RCC_HARNESS_SUITE_PARAMETER_SUITE_H

#include "harness/suite/suite.h"

/* Make a benchmark for each combination of values.  `given` holds the settings,
 * which contain "{NAME}".  Returns an exit code (enum rcc_exit); on error it
 * prints what is wrong, and *suite needs no release. */
int rcc_parameter_suite_make(const json_t *parameters, const json_t *given,
			     struct rcc_suite *suite);

#endif
