/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/spelling.h"

#include <stdlib.h>
#include <string.h>

#include "common/mem.h"

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

size_t rcc_spelling_distance(const char *a, const char *b)
{
	const size_t n = strlen(a);
	const size_t m = strlen(b);
	const size_t width = m + 1;
	size_t *d = rcc_mem_calloc((n + 1) * width, sizeof(*d));
	size_t result;

	for (size_t i = 0; i <= n; i++) {
		for (size_t k = 0; k <= m; k++) {
			size_t *here = &d[i * width + k];

			if (i == 0 || k == 0) {
				*here = i + k;
				continue;
			}
			*here = least(here[-(long)width - 1] +
					      (a[i - 1] != b[k - 1]),
				      1 + least(here[-1], here[-(long)width]));
			if (i > 1 && k > 1 && a[i - 1] == b[k - 2] &&
			    a[i - 2] == b[k - 1])
				*here = least(*here,
					      1 + d[(i - 2) * width + k - 2]);
		}
	}
	result = d[n * width + m];
	free(d);
	return result;
}

const char *rcc_spelling_nearest(const char *word, const char *const *list)
{
	const char *nearest = NULL;
	/* The largest distance that a similar word may have.  After the first
	 * similar word, it is the distance of the nearest word so far. */
	size_t best = strlen(word) / 3 + 1;

	for (; *list != NULL; list++) {
		const size_t distance = rcc_spelling_distance(word, *list);

		if (distance <= best && (nearest == NULL || distance < best)) {
			nearest = *list;
			best = distance;
		}
	}
	return nearest;
}
