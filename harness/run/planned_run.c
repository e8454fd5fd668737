/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/planned_run.h"

#include <stdlib.h>

#include "common/diag.h"
#include "common/mem.h"
#include "harness/study/schedule.h"

static void add_record(struct rcc_run_record *sum,
		       const struct rcc_run_record *one)
{
	const struct rcc_run_record before = *sum;

	*sum = *one;
	sum->start_ns = before.start_ns;
	sum->wall_ns += before.wall_ns;
	sum->user_ns += before.user_ns;
	sum->system_ns += before.system_ns;
	if (before.max_rss_kib > sum->max_rss_kib)
		sum->max_rss_kib = before.max_rss_kib;
	sum->minor_faults += before.minor_faults;
	sum->major_faults += before.major_faults;
	sum->voluntary_switches += before.voluntary_switches;
	sum->involuntary_switches += before.involuntary_switches;
	sum->n_left_behind += before.n_left_behind;
}

/* Return the element of sum[0 ... n-1] with the metric and the iteration of
 * *one; NULL if there is none. */
static struct rcc_value_record *find_total(struct rcc_value_record *sum,
					   size_t n,
					   const struct rcc_value_record *one)
{
	for (size_t i = 0; i < n; i++)
		if (sum[i].metric == one->metric &&
		    sum[i].iteration == one->iteration)
			return &sum[i];
	return NULL;
}

/* The values of the study's metrics, added up over the executions of a run. */
struct sum {
	struct rcc_value_record *value;
	/* n_times[i] executions have added to value[i]. */
	unsigned *n_times;
	size_t n;
};

static void begin_sum(struct sum *sum, const struct rcc_metric_values *v)
{
	sum->n = v->n_values;
	sum->value = rcc_mem_calloc(v->n_values + 1, sizeof(*sum->value));
	sum->n_times = rcc_mem_calloc(v->n_values + 1, sizeof(*sum->n_times));
	for (size_t i = 0; i < v->n_values; i++) {
		sum->value[i] = v->value[i];
		sum->n_times[i] = 1;
	}
}

static void add_values(struct sum *sum, const struct rcc_metric_values *v)
{
	for (size_t i = 0; i < v->n_values; i++) {
		struct rcc_value_record *total =
			find_total(sum->value, sum->n, &v->value[i]);

		if (total == NULL)
			continue;
		total->value += v->value[i].value;
		total->share += v->value[i].share;
		sum->n_times[total - sum->value]++;
	}
}

/* Set the run's values to the means over its n executions.  A value that any
 * execution lacks is left out. */
static void set_means(const struct sum *sum, unsigned n,
		      struct rcc_metric_values *v)
{
	v->n_values = 0;
	for (size_t i = 0; i < sum->n; i++)
		if (sum->n_times[i] == n)
			rcc_metric_values_add(v, sum->value[i].metric,
					      sum->value[i].value / n,
					      sum->value[i].share / n);
}

static enum rcc_measured execute(struct rcc_runner *r, unsigned n,
				 unsigned env_bytes,
				 struct rcc_run_record *record,
				 struct rcc_measure_detail *d)
{
	struct sum sum = {0};
	enum rcc_measured got =
		rcc_runner_run(r, record->layout, env_bytes, record, d);

	for (unsigned i = 1;
	     i < n && got == RCC_MEASURED && record->outcome == RCC_OUTCOME_OK;
	     i++) {
		struct rcc_run_record one = *record;

		if (i == 1)
			begin_sum(&sum, &r->values);
		got = rcc_runner_run(r, record->layout, env_bytes, &one, d);
		add_record(record, &one);
		add_values(&sum, &r->values);
	}
	if (sum.value != NULL && got == RCC_MEASURED)
		set_means(&sum, n, &r->values);
	free(sum.value);
	free(sum.n_times);
	return got;
}

int rcc_planned_run_make(struct rcc_runner *r, unsigned n_executions,
			 struct rcc_run_record *record,
			 struct rcc_measure_detail *d)
{
	const struct rcc_study *study = &r->x->study;
	const unsigned arm = r->x->layout[record->layout].arm;
	const unsigned env_bytes = rcc_schedule_env_bytes(
		rcc_study_schedule_seed(study), (uint64_t)record->order,
		RCC_PLANNED_RUN_ENV_MAX);
	int status;

	r->measure.has_padding = study->arm[arm].has_random_env;
	if (execute(r, n_executions, env_bytes, record, d) != RCC_MEASURED)
		return RCC_EXIT_FAILED;
	status = rcc_runner_check_inputs(r);
	if (status != RCC_EXIT_OK)
		return status;
	if (rcc_store_add_run(r->x->store, record, r->values.value,
			      record->outcome == RCC_OUTCOME_OK
				      ? r->values.n_values
				      : 0) == 0)
		return RCC_EXIT_OK;
	rcc_progress_clear(&r->progress);
	return rcc_experiment_store_failed(r->x, "store a run");
}
