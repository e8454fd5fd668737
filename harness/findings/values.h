/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small functions on arrays of numbers, for findings and reports. */
#ifndef RCC_HARNESS_FINDINGS_VALUES_H
#define RCC_HARNESS_FINDINGS_VALUES_H

#include <stddef.h>

/* Return the mean of n values, n > 0. */
double rcc_values_mean(const double *x, size_t n);

#endif
