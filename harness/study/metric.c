/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/study/metric.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/* Of one execution. */
static double each(const struct rcc_run_row *run, int64_t sum)
{
	return (double)sum / (run->n_together > 1 ? run->n_together : 1);
}

static double wall(const struct rcc_run_row *run)
{
	return each(run, run->wall_ns) / 1e9;
}

static double user(const struct rcc_run_row *run)
{
	return each(run, run->user_ns) / 1e9;
}

static double system_time(const struct rcc_run_row *run)
{
	return each(run, run->system_ns) / 1e9;
}

static double cpu(const struct rcc_run_row *run)
{
	return each(run, run->user_ns + run->system_ns) / 1e9;
}

static double memory(const struct rcc_run_row *run)
{
	return run->max_rss_kib >= 0 ? (double)run->max_rss_kib * 1024 : NAN;
}

static double faults(const struct rcc_run_row *run)
{
	return each(run, run->minor_faults + run->major_faults);
}

static double switches(const struct rcc_run_row *run)
{
	return each(run, run->voluntary_switches + run->involuntary_switches);
}

static double minor_faults(const struct rcc_run_row *run)
{
	return each(run, run->minor_faults);
}

static double major_faults(const struct rcc_run_row *run)
{
	return each(run, run->major_faults);
}

static double voluntary(const struct rcc_run_row *run)
{
	return each(run, run->voluntary_switches);
}

static double involuntary(const struct rcc_run_row *run)
{
	return each(run, run->involuntary_switches);
}

#define BUILT_IN(name_, text_, unit_, of_)                                     \
	{                                                                      \
		.name = (name_), .text = (text_), .unit = (unit_), .of = (of_) \
	}

static const struct rcc_metric metric[] = {
	BUILT_IN("wall", "wall time", RCC_UNIT_SECONDS, wall),
	BUILT_IN("user", "user time", RCC_UNIT_SECONDS, user),
	BUILT_IN("system", "system time", RCC_UNIT_SECONDS, system_time),
	BUILT_IN("cpu", "user and system time", RCC_UNIT_SECONDS, cpu),
	BUILT_IN("memory", "peak memory", RCC_UNIT_BYTES, memory),
	BUILT_IN("faults", "page faults", RCC_UNIT_COUNT, faults),
	BUILT_IN("switches", "context switches", RCC_UNIT_COUNT, switches),
	BUILT_IN("minor-faults", "page faults without input", RCC_UNIT_COUNT,
		 minor_faults),
	BUILT_IN("major-faults", "page faults with input", RCC_UNIT_COUNT,
		 major_faults),
	BUILT_IN("voluntary-switches", "voluntary context switches",
		 RCC_UNIT_COUNT, voluntary),
	BUILT_IN("involuntary-switches", "involuntary context switches",
		 RCC_UNIT_COUNT, involuntary),
};

static const struct {
	const char *name;
	enum rcc_unit unit;
	double factor;
} unit[] = {
	{"s", RCC_UNIT_SECONDS, 1},	  {"ms", RCC_UNIT_SECONDS, 1e-3},
	{"us", RCC_UNIT_SECONDS, 1e-6},	  {"ns", RCC_UNIT_SECONDS, 1e-9},
	{"min", RCC_UNIT_SECONDS, 60},	  {"B", RCC_UNIT_BYTES, 1},
	{"KiB", RCC_UNIT_BYTES, 1 << 10}, {"MiB", RCC_UNIT_BYTES, 1 << 20},
	{"GiB", RCC_UNIT_BYTES, 1 << 30}, {"kB", RCC_UNIT_BYTES, 1e3},
	{"MB", RCC_UNIT_BYTES, 1e6},	  {"GB", RCC_UNIT_BYTES, 1e9},
};

struct rcc_metric rcc_metric_own(const struct rcc_wanted *wanted, size_t own)
{
	struct rcc_metric m = {
		.name = wanted->name,
		.text = wanted->name,
		.unit = RCC_UNIT_COUNT,
		.label = wanted->unit,
		.own = own,
		.factor = 1,
		.wanted = wanted,
	};

	if (wanted->kind == RCC_SOURCE_RUN)
		return *rcc_metric_find(wanted->what);
	/* The two that are times. */
	if (wanted->kind == RCC_SOURCE_PERF &&
	    strstr(wanted->what, "-clock") != NULL) {
		m.unit = RCC_UNIT_SECONDS;
		m.factor = 1e-9;
	}
	for (size_t i = 0;
	     wanted->unit != NULL && i < sizeof(unit) / sizeof(unit[0]); i++) {
		if (strcmp(unit[i].name, wanted->unit) == 0) {
			m.unit = unit[i].unit;
			m.factor = unit[i].factor;
		}
	}
	return m;
}

bool rcc_metric_less_is_better(const struct rcc_metric *m)
{
	return m->wanted == NULL || !rcc_wanted_is_text(m->wanted) ||
	       m->unit != RCC_UNIT_COUNT;
}

const struct rcc_metric *rcc_metric_find(const char *name)
{
	for (size_t i = 0; i < sizeof(metric) / sizeof(metric[0]); i++)
		if (strcmp(metric[i].name, name) == 0)
			return &metric[i];
	return NULL;
}

const char *rcc_metric_names(void)
{
	return "wall, user, system, cpu, memory, faults, minor-faults, "
	       "major-faults, switches, voluntary-switches, "
	       "involuntary-switches";
}
