/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/least_n.h"

#include "common/error.h"

#define MOST_REPETITIONS ((size_t)1000000000)

int rcc_least_n(size_t fewest, bool (*is_enough)(size_t n, const void *context),
		const void *context, size_t *n)
{
	size_t few = fewest - 1; /* too small, or below `fewest` */
	size_t many = fewest;

	*n = 0;
	while (!is_enough(many, context)) {
		if (many >= MOST_REPETITIONS)
			return RCC_EDOM;
		few = many;
		many *= 2;
	}
	while (many - few > 1) {
		const size_t middle = few + (many - few) / 2;

		if (is_enough(middle, context))
			many = middle;
		else
			few = middle;
	}
	if (many > MOST_REPETITIONS)
		return RCC_EDOM;
	*n = many;
	return 0;
}
