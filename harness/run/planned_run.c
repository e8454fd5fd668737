/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One planned run: a sample of one execution, or with --tune of several in a
 * row.  Its row holds their sum, of peak memory the most, and of the study's own
 * numbers the mean.
 */
#include "harness/run/measuring.h"

#include <stdlib.h>
#include <string.h>

#include "common/mem.h"

static void add_row(struct rcc_run_record *sum,
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

/* What of the executions so far is known of the same number. */
static struct rcc_value_record *same_number(struct rcc_value_record *sum,
					    size_t n,
					    const struct rcc_value_record *one)
{
	for (size_t i = 0; i < n; i++)
		if (sum[i].metric == one->metric &&
		    sum[i].iteration == one->iteration)
			return &sum[i];
	return NULL;
}

struct sum {
	struct rcc_value_record *row;
	unsigned *n_times; /* for each row */
	size_t n;
};

static void add_values(struct sum *sum, const struct rcc_values *v)
{
	if (sum->row == NULL) {
		sum->n = v->n_rows;
		sum->row = rcc_mem_calloc(v->n_rows + 1, sizeof(*sum->row));
		sum->n_times = rcc_mem_calloc(v->n_rows + 1, sizeof(unsigned));
		for (size_t i = 0; i < v->n_rows; i++) {
			sum->row[i] = v->row[i];
			sum->n_times[i] = 1;
		}
		return;
	}
	for (size_t i = 0; i < v->n_rows; i++) {
		struct rcc_value_record *row =
			same_number(sum->row, sum->n, &v->row[i]);

		if (row == NULL)
			continue;
		row->value += v->row[i].value;
		row->share += v->row[i].share;
		sum->n_times[row - sum->row]++;
	}
}

/* The means of what every execution had: a counter that was not counted in one
 * of them is no part of the sample. */
static void give_means(const struct sum *sum, unsigned n, struct rcc_values *v)
{
	v->n_rows = 0;
	for (size_t i = 0; i < sum->n; i++)
		if (sum->n_times[i] == n)
			rcc_values_add(v, sum->row[i].metric,
				       sum->row[i].value / n,
				       sum->row[i].share / n);
}

int rcc_measuring_sample(struct measuring *m, int64_t layout,
			 unsigned env_bytes, struct rcc_run_record *row,
			 struct rcc_measure_detail *d)
{
	const unsigned n = m->tuned.executions > 1 ? m->tuned.executions : 1;
	struct sum sum = {0};
	int got = rcc_measuring_run(m, layout, env_bytes, row, d);

	for (unsigned i = 1;
	     i < n && got == RCC_MEASURED && row->outcome == RCC_OUTCOME_OK;
	     i++) {
		struct rcc_run_record one = *row;

		if (i == 1)
			add_values(&sum, &m->values);
		got = rcc_measuring_run(m, layout, env_bytes, &one, d);
		add_row(row, &one);
		add_values(&sum, &m->values);
	}
	if (sum.row != NULL && got == RCC_MEASURED)
		give_means(&sum, n, &m->values);
	free(sum.row);
	free(sum.n_times);
	return got;
}
