/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/findings/outliers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "stats/rcc_rounds.h"
#include "stats/rcc_stats.h"

/* The limit, in units of the median of the absolute distances (outliers.h). */
#define FAR (5 * RCC_ROUNDS_SD_PER_MEDIAN)

void rcc_limit_outliers(double *distance, size_t n, double *scratch)
{
	double median;

	for (size_t i = 0; i < n; i++)
		scratch[i] = fabs(distance[i]);
	if (rcc_median(scratch, n, &median) != 0 || !(median > 0))
		return;
	for (size_t i = 0; i < n; i++)
		distance[i] =
			fmax(-FAR * median, fmin(FAR * median, distance[i]));
}

/* Return the median of the n values value[0], value[step], value[2 * step],
 * ... */
static double median_of(const double *value, size_t n, size_t step,
			double *scratch)
{
	double median;

	for (size_t i = 0; i < n; i++)
		scratch[i] = value[i * step];
	(void)rcc_median(scratch, n, &median);
	return median;
}

void rcc_limit_table(double *value, size_t n_rows, size_t n_columns)
{
	const size_t n = n_rows * n_columns;
	double *rest = rcc_mem_calloc(n + 1, sizeof(*rest));
	double *limited = rcc_mem_calloc(n + 1, sizeof(*limited));
	double *scratch = rcc_mem_calloc(n + 1, sizeof(*scratch));

	for (size_t i = 0; i < n; i++)
		rest[i] = value[i];
	for (size_t r = 0; r < n_rows; r++) {
		const double median =
			median_of(rest + r * n_columns, n_columns, 1, scratch);

		for (size_t c = 0; c < n_columns; c++)
			rest[r * n_columns + c] -= median;
	}
	for (size_t c = 0; c < n_columns && n_rows != 0; c++) {
		const double median =
			median_of(rest + c, n_rows, n_columns, scratch);

		for (size_t r = 0; r < n_rows; r++)
			rest[r * n_columns + c] -= median;
	}
	memcpy(limited, rest, n * sizeof(*rest));
	rcc_limit_outliers(limited, n, scratch);
	for (size_t i = 0; i < n; i++)
		value[i] += limited[i] - rest[i];
	free(rest);
	free(limited);
	free(scratch);
}
