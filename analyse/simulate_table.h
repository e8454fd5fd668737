/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of simulate's output: a table with a column for each number of layouts. */
#ifndef RCC_ANALYSE_SIMULATE_TABLE_H
#define RCC_ANALYSE_SIMULATE_TABLE_H

#include <stddef.h>

#include "analyse/simulate_options.h"
#include "common/random.h"

/* The random stream of a column. */
struct rcc_random rcc_simulate_stream(const struct rcc_simulate_options *o,
				      size_t column);

void rcc_simulate_print_layouts(const struct rcc_simulate_options *o);
/* Counts in percent of the replicates. */
void rcc_simulate_print_counts(const struct rcc_simulate_options *o,
			       const char *name, const size_t *count);
/* The same for counts without an interval, if there are any. */
void rcc_simulate_print_undefined(const struct rcc_simulate_options *o,
				  const size_t *count);
/* "-" for NaN. */
void rcc_simulate_print_values(const struct rcc_simulate_options *o,
			       const char *name, const double *value);
/* The title of a table of coverage. */
void rcc_simulate_print_nominal(const struct rcc_simulate_options *o);
/* count[v][column] is the number of verdicts v. */
void rcc_simulate_print_verdicts(const struct rcc_simulate_options *o,
				 size_t count[][RCC_SIMULATE_MOST_COLUMNS]);

#endif
