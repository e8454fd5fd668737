/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Search for the smallest number of repetitions that is enough.  Private to
 * stats/. */
#ifndef RCC_STATS_LEAST_N_H
#define RCC_STATS_LEAST_N_H

#include <stdbool.h>
#include <stddef.h>

/* Set *n to the smallest number >= fewest for which is_enough() returns true.
 * If is_enough() is true for a number, it must be true for every larger one.
 * If the result would exceed 10^9, *n is set to 0 and RCC_EDOM is returned. */
int rcc_least_n(size_t fewest, bool (*is_enough)(size_t n, const void *context),
		const void *context, size_t *n);

#endif
