/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether two systems of a study are the same code. */
#ifndef RCC_HARNESS_RUN_SAME_CODE_H
#define RCC_HARNESS_RUN_SAME_CODE_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/build/experiment.h"

/* Return whether two systems have the same functions, at the same addresses and
 * with the same bytes, in all layouts that both have and that were made: their
 * original layouts, and the random ones with the same seed.  Only functions that
 * layouts move are compared, those of libraries too.  Returns false if there is
 * no such layout, or if its functions cannot be read. */
bool rcc_same_code(const struct rcc_experiment *x, size_t system, size_t other);

#endif
