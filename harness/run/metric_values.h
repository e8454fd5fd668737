/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Read, after a run, the values of the metrics that the user has asked for with
 * --metric (study/metric_spec.h). */
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
	/* The study's metrics; borrowed. */
	const struct rcc_metric_spec *metric;
	size_t n_metrics;
	size_t n_iterations;
	/* The working directory of the runs; NULL if it is randstudy's own.
	 * Borrowed. */
	const char *directory;
	/* The regular expressions, one per metric; set for metrics that are
	 * read from output or a file. */
	regex_t *re;
	double *scratch; /* room for n_iterations numbers */
	/* one per metric; set for counters only */
	struct rcc_perf_counter *counter;
	/* The values of the last run. */
	struct rcc_value_record *value;
	size_t n_values;
	size_t room;
};

void rcc_metric_values_init(struct rcc_metric_values *values,
			    const struct rcc_metric_spec *metric,
			    size_t n_metrics, size_t n_iterations);
/* Release the values.  Accepts a zeroed struct. */
void rcc_metric_values_release(struct rcc_metric_values *values);

/* Try to open each counter, and set its is_granted and its error_number.  Runs
 * leave out a counter that the kernel does not grant. */
void rcc_metric_values_try(struct rcc_metric_values *values);

/* Remove the files that an earlier run wrote for metrics.  Call this before a
 * run. */
void rcc_metric_values_clear(struct rcc_metric_values *values);

/* Set values->value from the output, the files and the counters of a run.
 * Returns 0, RCC_ESYS, or RCC_EFORMAT with `problem` set.  RCC_EFORMAT means
 * that the program did not write the expected number of values for a metric, or
 * wrote a text that is not a number. */
int rcc_metric_values_read(struct rcc_metric_values *values, int stdout_fd,
			   int stderr_fd, char *problem, size_t room);

/* Compare `stdout_fd` with the file `reference`.  Ignore the numbers that
 * metrics read from standard output.  Returns, and sets *at, as
 * rcc_extract_compare() does. */
int rcc_metric_values_compare(const struct rcc_metric_values *values,
			      int stdout_fd, const char *reference,
			      int64_t *at);
/* Return whether any metric is read from standard output. */
bool rcc_metric_values_in_output(const struct rcc_metric_values *values);

/* Append a value of metric number `metric` to values->value.  `share` is the
 * fraction of the run's time for which the metric's counter was active; 1 if
 * the metric is no counter. */
void rcc_metric_values_add(struct rcc_metric_values *values, size_t metric,
			   double value, double share);

#endif
