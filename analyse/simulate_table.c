/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/simulate_table.h"

#include <math.h>
#include <stdio.h>

struct rcc_random rcc_simulate_stream(const struct rcc_simulate_options *o,
				      size_t column)
{
	struct rcc_random random;
	char label[32];

	snprintf(label, sizeof(label), "simulate %zu", column);
	rcc_random_stream(&random, o->seed, label);
	return random;
}

void rcc_simulate_print_layouts(const struct rcc_simulate_options *o)
{
	printf("%-36s", "layouts");
	for (size_t c = 0; c < o->n_layouts; c++)
		printf(" %7.0f", o->layouts[c]);
	putchar('\n');
}

void rcc_simulate_print_values(const struct rcc_simulate_options *o,
			       const char *name, const double *value)
{
	printf("%-36s", name);
	for (size_t c = 0; c < o->n_layouts; c++) {
		if (isnan(value[c]))
			printf(" %7s", "-");
		else
			printf(" %7.2f", value[c]);
	}
	putchar('\n');
}

void rcc_simulate_print_counts(const struct rcc_simulate_options *o,
			       const char *name, const size_t *count)
{
	double percent[RCC_SIMULATE_MOST_COLUMNS];

	for (size_t c = 0; c < o->n_layouts; c++)
		percent[c] = 100 * (double)count[c] / (double)o->replicates;
	rcc_simulate_print_values(o, name, percent);
}

void rcc_simulate_print_undefined(const struct rcc_simulate_options *o,
				  const size_t *count)
{
	size_t n = 0;

	for (size_t c = 0; c < o->n_layouts; c++)
		n += count[c];
	if (n > 0)
		rcc_simulate_print_counts(o, "  of which undefined", count);
}

void rcc_simulate_print_nominal(const struct rcc_simulate_options *o)
{
	const double n = (double)o->replicates;
	const double p = floor(n * o->confidence / 100) / n;

	printf("intervals that cover the true value, %% (nominal %g; one "
	       "standard error %.2f)\n",
	       o->confidence, 100 * sqrt(p * (1 - p) / n));
}

void rcc_simulate_print_verdicts(const struct rcc_simulate_options *o,
				 size_t count[][RCC_SIMULATE_MOST_COLUMNS])
{
	static const char *const verdict[] = {"smaller", "larger",
					      "no difference larger than that",
					      "undecided"};

	printf("verdicts in %% (threshold %g %%, true ratio %g)\n",
	       o->threshold, o->ratio);
	for (int v = 0; v < 4; v++)
		rcc_simulate_print_counts(o, verdict[v], count[v]);
}
