/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/store/records.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const outcome_text[RCC_N_OUTCOMES] = {
	[RCC_OUTCOME_OK] = "ok",
	[RCC_OUTCOME_WRONG_OUTPUT] = "wrong-output",
	[RCC_OUTCOME_BAD_EXIT] = "bad-exit",
	[RCC_OUTCOME_SIGNAL] = "signal",
	[RCC_OUTCOME_TIMEOUT] = "timeout",
	[RCC_OUTCOME_TOO_MUCH_OUTPUT] = "too-much-output",
	[RCC_OUTCOME_NO_METRIC] = "no-metric",
};

const char *rcc_outcome_text(enum rcc_outcome outcome)
{
	return outcome_text[outcome];
}

int rcc_outcome_parse(const char *text)
{
	for (int i = 0; i < RCC_N_OUTCOMES; i++)
		if (strcmp(outcome_text[i], text) == 0)
			return i;
	return -1;
}

void rcc_layout_record_release(struct rcc_layout_record *layout)
{
	for (size_t i = 0; i < layout->n_libraries; i++) {
		free(layout->library[i].name);
		free(layout->library[i].digest);
	}
	free(layout->library);
	layout->library = NULL;
	layout->n_libraries = 0;
	free(layout->digest);
	layout->digest = NULL;
}

static int64_t sum_of(const struct rcc_run_record *run,
		      enum rcc_builtin_metric metric)
{
	switch (metric) {
	case RCC_METRIC_WALL:
		return run->wall_ns;
	case RCC_METRIC_USER:
		return run->user_ns;
	case RCC_METRIC_SYSTEM:
		return run->system_ns;
	case RCC_METRIC_CPU:
		return run->user_ns + run->system_ns;
	case RCC_METRIC_FAULTS:
		return run->minor_faults + run->major_faults;
	case RCC_METRIC_SWITCHES:
		return run->voluntary_switches + run->involuntary_switches;
	case RCC_METRIC_MINOR_FAULTS:
		return run->minor_faults;
	case RCC_METRIC_MAJOR_FAULTS:
		return run->major_faults;
	case RCC_METRIC_VOLUNTARY_SWITCHES:
		return run->voluntary_switches;
	case RCC_METRIC_INVOLUNTARY_SWITCHES:
		return run->involuntary_switches;
	case RCC_METRIC_MEMORY: /* no sum, because it is a maximum */
	case RCC_N_BUILTIN_METRICS:
		break;
	}
	return 0;
}

double rcc_run_record_metric(const struct rcc_run_record *run,
			     enum rcc_builtin_metric metric)
{
	const unsigned n =
		run->executions_per_run > 1 ? run->executions_per_run : 1;
	const double each = (double)sum_of(run, metric) / n;

	switch (metric) {
	case RCC_METRIC_WALL:
	case RCC_METRIC_USER:
	case RCC_METRIC_SYSTEM:
	case RCC_METRIC_CPU:
		return each / 1e9;
	case RCC_METRIC_MEMORY:
		return run->max_rss_kib >= 0 ? (double)run->max_rss_kib * 1024
					     : NAN;
	default:
		return each;
	}
}
