/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/doubles.h"

int rcc_doubles_compare(const void *a, const void *b)
{
	const double x = *(const double *)a;
	const double y = *(const double *)b;

	return (x > y) - (x < y);
}

double rcc_doubles_mean(const double *x, size_t n)
{
	long double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += (long double)x[i] - x[0];
	return (double)(x[0] + sum / (long double)n);
}
