/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The numbers of a study's own that a run gives (metric_spec.h). */
#ifndef RCC_HARNESS_RUN_METRIC_VALUES_H
#define RCC_HARNESS_RUN_METRIC_VALUES_H

#include <regex.h>
#include <stddef.h>

#include "harness/run/perf_events.h"
#include "harness/study/metric_spec.h"
#include "harness/store/store.h"

struct rcc_values {
	const struct rcc_metric_spec *wanted; /* borrowed */
	size_t n_wanted;
	size_t n_iterations;
	const char *directory; /* of the runs; NULL: ours; borrowed */
	regex_t *re;	       /* one for each wanted; of texts alone */
	double *scratch;       /* n_iterations */
	struct rcc_perf_counter *counter; /* n_wanted; of perf events alone */
	/* What the last run gave. */
	struct rcc_value_record *row;
	size_t n_rows;
	size_t room;
};

void rcc_values_init(struct rcc_values *values,
		     const struct rcc_metric_spec *wanted, size_t n_wanted,
		     size_t n_iterations);
void rcc_values_release(struct rcc_values *values);

/* Ask the kernel which counters it grants; those that it does not are left out of
 * runs.  Calls refused() for each, with the errno. */
void rcc_values_try(struct rcc_values *values,
		    void (*refused)(void *self,
				    const struct rcc_metric_spec *wanted,
				    int error_number),
		    void *self);

/* Before a run: what an earlier one wrote must not be taken for this one's. */
void rcc_values_clear(struct rcc_values *values);

/* After it: values->row.  RCC_EFORMAT with problem set where the program did not
 * write the numbers that were asked for; RCC_ESYS. */
int rcc_values_read(struct rcc_values *values, int stdout_fd, int stderr_fd,
		    char *problem, size_t room);

/* Whether `stdout_fd` says the same as the file `reference`, the numbers that are
 * read from standard output left out: *at as rcc_extract_compare() has it. */
int rcc_values_compare(const struct rcc_values *values, int stdout_fd,
		       const char *reference, int64_t *at);
/* Whether there are such numbers. */
bool rcc_values_in_output(const struct rcc_values *values);

/* One more value of the run. */
void rcc_values_add(struct rcc_values *values, size_t wanted, double value,
		    double share);

#endif
