/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The smallest number of repetitions that is enough.  Private to stats/. */
#ifndef RCC_STATS_LEAST_N_H
#define RCC_STATS_LEAST_N_H

#include <stdbool.h>
#include <stddef.h>

/* Sets *n to the smallest number >= fewest for which is_enough() holds, which
 * must then hold for every larger number.  RCC_EDOM and *n = 0 if it is more
 * than 10^9. */
int rcc_least_n(size_t fewest, bool (*is_enough)(size_t n, const void *context),
		const void *context, size_t *n);

#endif
