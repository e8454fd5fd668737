/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compare two systems in each benchmark of a file and over all benchmarks. */
#include "analyse/analyse_result.h"

#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/mem.h"

/* Without --bootstrap=N, the bootstrap over all benchmarks makes REPLICATES
 * resamples.  If the file has more than MOST_VALUES values, it makes none,
 * because they would take too long. */
#define REPLICATES 10000
#define MOST_VALUES ((size_t)1000000)

bool rcc_analyse_has_ratio(const struct rcc_analysis *a)
{
	return a->data->n_systems > 1 && !a->data->has_benchmarks;
}

/* Find the two systems to compare.  They are the first two in the file. */
static void find_names(struct rcc_analysis *a)
{
	const struct rcc_dataset *data = a->data;

	a->old = data->system[0].name;
	for (size_t i = 1; i < data->n_systems && a->now == NULL; i++)
		if (strcmp(data->system[i].name, a->old) != 0)
			a->now = data->system[i].name;
}

static bool is_first_of_benchmark(const struct rcc_dataset *data, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (strcmp(data->system[k].benchmark,
			   data->system[i].benchmark) == 0)
			return false;
	return true;
}

/* Return the index of a system in a benchmark; data->n_systems if the benchmark
 * does not have the system. */
static size_t find_system(const struct rcc_dataset *data, const char *benchmark,
			  const char *name)
{
	size_t i = 0;

	while (i < data->n_systems &&
	       (strcmp(data->system[i].benchmark, benchmark) != 0 ||
		strcmp(data->system[i].name, name) != 0))
		i++;
	return i;
}

static void fill_pair(const struct rcc_analysis *a, const char *benchmark,
		      struct rcc_suite_pair *pair)
{
	const size_t old = find_system(a->data, benchmark, a->old);
	const size_t now = find_system(a->data, benchmark, a->now);

	pair->name = benchmark;
	pair->error = RCC_EDOM;
	if (old == a->data->n_systems || now == a->data->n_systems)
		return;
	pair->error = 0;
	pair->delta = a->options->threshold / 100;
	pair->old = a->data->system[old].sample;
	pair->now = a->data->system[now].sample;
	pair->old_mean = a->system[old].mean;
	pair->now_mean = a->system[now].mean;
	pair->rounding = a->system[old].rounding + a->system[now].rounding;
}

void rcc_analyse_suite(struct rcc_analysis *a)
{
	const struct rcc_analyse_options *o = a->options;
	struct rcc_suite_ratio_options options = {
		.method = o->method,
		.level = o->confidence / 100,
		.n_replicates = o->n_replicates,
		.n_threads = o->n_threads,
		.seed = a->seed,
	};
	size_t n = 0;
	void *scratch;

	find_names(a);
	if (a->now == NULL)
		return;
	a->suite.pair =
		rcc_mem_calloc(a->data->n_systems, sizeof(*a->suite.pair));
	for (size_t i = 0; i < a->data->n_systems; i++)
		if (is_first_of_benchmark(a->data, i))
			fill_pair(a, a->data->system[i].benchmark,
				  &a->suite.pair[n++]);
	a->suite.n = n;
	if (options.n_replicates == 0 && a->data->n_values <= MOST_VALUES)
		options.n_replicates = REPLICATES;
	a->n_suite_replicates = options.n_replicates;
	scratch = rcc_mem_alloc(rcc_suite_ratio_scratch(&a->suite, &options));
	rcc_suite_ratio_compute(&a->suite, &options, scratch);
	free(scratch);
}
