/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The values of a study's own metrics (metric_spec.h) that a run gives. */
#ifndef RCC_HARNESS_RUN_METRIC_VALUES_H
#define RCC_HARNESS_RUN_METRIC_VALUES_H

#include <regex.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "harness/run/perf_events.h"
#include "harness/store/store.h"
#include "harness/study/metric_spec.h"

struct rcc_metric_values {
	const struct rcc_metric_spec *metric; /* borrowed */
	size_t n_metrics;
	size_t n_iterations;
	const char *directory; /* the runs' directory; NULL: ours; borrowed */
	regex_t *re;	       /* per metric; set for metrics in output */
	double *scratch;       /* n_iterations */
	struct rcc_perf_counter *counter; /* per metric; set for counters */
	/* The values of the last run. */
	struct rcc_value_record *value;
	size_t n_values;
	size_t room;
};

void rcc_metric_values_init(struct rcc_metric_values *values,
			    const struct rcc_metric_spec *metric,
			    size_t n_metrics, size_t n_iterations);
/* Accepts a zeroed struct. */
void rcc_metric_values_release(struct rcc_metric_values *values);

/* Ask the kernel which counters it grants.  Runs leave out the others, whose
 * error_number says why. */
void rcc_metric_values_try(struct rcc_metric_values *values);

/* Before a run: remove files that an earlier run wrote. */
void rcc_metric_values_clear(struct rcc_metric_values *values);

/* After a run: set values->value.  Returns 0, RCC_EFORMAT with `problem` set if
 * the program did not write the expected numbers, or RCC_ESYS. */
int rcc_metric_values_read(struct rcc_metric_values *values, int stdout_fd,
			   int stderr_fd, char *problem, size_t room);

/* Compare `stdout_fd` with the file `reference`, without the numbers that are
 * read from standard output; as rcc_extract_compare(). */
int rcc_metric_values_compare(const struct rcc_metric_values *values,
			      int stdout_fd, const char *reference,
			      int64_t *at);
/* Whether there are such numbers. */
bool rcc_metric_values_in_output(const struct rcc_metric_values *values);

/* Append a value to the run's. */
void rcc_metric_values_add(struct rcc_metric_values *values, size_t metric,
			   double value, double share);

#endif
