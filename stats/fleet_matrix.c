/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small symmetric matrices, such as those with a row for each layout. */
#include "stats/fleet.h"

#include <math.h>

int rcc_fleet_factor(double *a, size_t n)
{
	for (size_t j = 0; j < n; j++) {
		double pivot = a[j * n + j];

		for (size_t k = 0; k < j; k++)
			pivot -= a[j * n + k] * a[j * n + k];
		/* If the pivot is only rounding error, the matrix is
		 * singular. */
		if (!(pivot > 1e-13 * fabs(a[j * n + j])))
			return -1;
		a[j * n + j] = sqrt(pivot);
		for (size_t i = j + 1; i < n; i++) {
			double sum = a[i * n + j];

			for (size_t k = 0; k < j; k++)
				sum -= a[i * n + k] * a[j * n + k];
			a[i * n + j] = sum / a[j * n + j];
		}
	}
	return 0;
}

void rcc_fleet_solve(const double *factor, size_t n, double *b)
{
	for (size_t i = 0; i < n; i++) {
		for (size_t k = 0; k < i; k++)
			b[i] -= factor[i * n + k] * b[k];
		b[i] /= factor[i * n + i];
	}
	for (size_t i = n; i-- > 0;) {
		for (size_t k = i + 1; k < n; k++)
			b[i] -= factor[k * n + i] * b[k];
		b[i] /= factor[i * n + i];
	}
}

void rcc_fleet_invert(const double *factor, size_t n, double *inverse)
{
	/* The inverse is symmetric, so its rows are its columns. */
	for (size_t j = 0; j < n; j++) {
		double *row = inverse + j * n;

		for (size_t i = 0; i < n; i++)
			row[i] = i == j;
		rcc_fleet_solve(factor, n, row);
	}
}
