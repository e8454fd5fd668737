/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The output of `randstudy simulate`: tables with a column for each number of
 * layouts. */
#ifndef RCC_ANALYSE_SIMULATE_TABLE_H
#define RCC_ANALYSE_SIMULATE_TABLE_H

#include <stddef.h>

#include "analyse/simulate_options.h"
#include "common/random.h"

/* Return the random stream for the studies of one column.  Each column has its
 * own stream. */
struct rcc_random rcc_simulate_stream(const struct rcc_simulate_options *o,
				      size_t column);

/* Print a row with the numbers of layouts. */
void rcc_simulate_print_layouts(const struct rcc_simulate_options *o);
/* Print a row of counts of simulated studies, in percent of all studies
 * (--replicates). */
void rcc_simulate_print_counts(const struct rcc_simulate_options *o,
			       const char *name, const size_t *count);
/* Print a row with the counts of undefined intervals, if there are any. */
void rcc_simulate_print_undefined(const struct rcc_simulate_options *o,
				  const size_t *count);
/* Print a row of values.  NaN is printed as "-". */
void rcc_simulate_print_values(const struct rcc_simulate_options *o,
			       const char *name, const double *value);
/* Print the title of a table that says how often each interval covers the true
 * value. */
void rcc_simulate_print_nominal(const struct rcc_simulate_options *o);
/* Print how often each verdict was reached.  count[v][column] is the number of
 * simulated studies with the verdict v (enum rcc_verdict). */
void rcc_simulate_print_verdicts(const struct rcc_simulate_options *o,
				 size_t count[][RCC_SIMULATE_MOST_COLUMNS]);

#endif
