/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/metric.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

static double wall(const struct rcc_run_row *run)
{
	return (double)run->wall_ns / 1e9;
}

static double user(const struct rcc_run_row *run)
{
	return (double)run->user_ns / 1e9;
}

static double system_time(const struct rcc_run_row *run)
{
	return (double)run->system_ns / 1e9;
}

static double cpu(const struct rcc_run_row *run)
{
	return (double)(run->user_ns + run->system_ns) / 1e9;
}

static double memory(const struct rcc_run_row *run)
{
	return run->max_rss_kib >= 0 ? (double)run->max_rss_kib * 1024 : NAN;
}

static double faults(const struct rcc_run_row *run)
{
	return (double)(run->minor_faults + run->major_faults);
}

static double switches(const struct rcc_run_row *run)
{
	return (double)(run->voluntary_switches + run->involuntary_switches);
}

static const struct rcc_metric metric[] = {
	{"wall", "wall time", RCC_UNIT_SECONDS, wall},
	{"user", "user time", RCC_UNIT_SECONDS, user},
	{"system", "system time", RCC_UNIT_SECONDS, system_time},
	{"cpu", "user and system time", RCC_UNIT_SECONDS, cpu},
	{"memory", "peak memory", RCC_UNIT_BYTES, memory},
	{"faults", "page faults", RCC_UNIT_COUNT, faults},
	{"switches", "context switches", RCC_UNIT_COUNT, switches},
};

const struct rcc_metric *rcc_metric_find(const char *name)
{
	for (size_t i = 0; i < sizeof(metric) / sizeof(metric[0]); i++)
		if (strcmp(metric[i].name, name) == 0)
			return &metric[i];
	return NULL;
}

const char *rcc_metric_names(void)
{
	return "wall, user, system, cpu, memory, faults, switches";
}
