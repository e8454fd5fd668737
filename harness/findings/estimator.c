/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One value for each layout, other than its mean.
 *
 * Delays only add, so the minimum of a layout's runs estimates its undisturbed
 * time (Chen & Revels 2016); the median leaves single disturbed runs out.  What
 * is analysed then are these values, one for each layout: of the original layout
 * one for each of its files, so that both arms have as many runs behind a value.
 */
#include "harness/findings/findings.h"

#include <math.h>
#include <stdlib.h>

#include "common/mem.h"

void rcc_cell_reduce(struct rcc_cell *c, enum rcc_statistic statistic)
{
	size_t run = 0;
	size_t at = 0;

	for (size_t i = 0; i < c->n_layouts; i++) {
		size_t n = 0;

		for (size_t k = 0; k < c->size[i]; k++, run++)
			n += c->iterations != NULL ? c->iterations[run] : 1;
		c->value[i] = rcc_median_or_min(c->value + at, n, statistic);
		c->size[i] = 1;
		at += n;
	}
	free(c->iterations);
	c->iterations = NULL;
	c->n_ok = c->n_values = c->n_layouts;
}
