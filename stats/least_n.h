/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Searching for the smallest number of repetitions that is enough.  Private to
 * stats/. */
#ifndef RCC_STATS_LEAST_N_H
#define RCC_STATS_LEAST_N_H

#include <stdbool.h>
#include <stddef.h>

/* Set *n to the smallest number >= fewest for which is_enough() returns true.
 * is_enough() must then return true for every larger number too.  Returns
 * RCC_EDOM, with *n = 0, if the number would be more than 10^9. */
int rcc_least_n(size_t fewest, bool (*is_enough)(size_t n, const void *context),
		const void *context, size_t *n);

#endif
