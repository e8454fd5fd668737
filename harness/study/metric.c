/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/study/metric.h"

#include <string.h>

#include "common/strbuf.h"

#define BUILT_IN(id, name_, text_, unit_)                                      \
	[RCC_METRIC_##id] = {.name = (name_),                                  \
			     .text = (text_),                                  \
			     .unit = RCC_UNIT_##unit_,                         \
			     .better = RCC_BETTER_LOWER,                       \
			     .builtin = RCC_METRIC_##id}

static const struct rcc_metric metric[RCC_N_BUILTIN_METRICS] = {
	BUILT_IN(WALL, "wall", "wall time", SECONDS),
	BUILT_IN(USER, "user", "user time", SECONDS),
	BUILT_IN(SYSTEM, "system", "system time", SECONDS),
	BUILT_IN(CPU, "cpu", "user and system time", SECONDS),
	BUILT_IN(MEMORY, "memory", "peak memory", BYTES),
	BUILT_IN(FAULTS, "faults", "page faults", COUNT),
	BUILT_IN(SWITCHES, "switches", "context switches", COUNT),
	BUILT_IN(MINOR_FAULTS, "minor-faults", "page faults without input",
		 COUNT),
	BUILT_IN(MAJOR_FAULTS, "major-faults", "page faults with input", COUNT),
	BUILT_IN(VOLUNTARY_SWITCHES, "voluntary-switches",
		 "voluntary context switches", COUNT),
	BUILT_IN(INVOLUNTARY_SWITCHES, "involuntary-switches",
		 "involuntary context switches", COUNT),
};

const struct rcc_metric *rcc_metric_find(const char *name)
{
	for (size_t i = 0; i < RCC_N_BUILTIN_METRICS; i++)
		if (strcmp(metric[i].name, name) == 0)
			return &metric[i];
	return NULL;
}

char *rcc_metric_names(void)
{
	struct rcc_strbuf names = {0};

	for (size_t i = 0; i < RCC_N_BUILTIN_METRICS; i++)
		rcc_strbuf_add_item(&names, ", ", metric[i].name);
	return rcc_strbuf_take(&names);
}

bool rcc_metric_is_time(const struct rcc_metric *m)
{
	return m->unit == RCC_UNIT_SECONDS && m->better == RCC_BETTER_LOWER;
}

static const char *const better_name[] = {
	[RCC_BETTER_LOWER] = "lower", [RCC_BETTER_HIGHER] = "higher"};

const char *rcc_better_name(enum rcc_better better)
{
	return better_name[better];
}

enum rcc_better rcc_better_parse(const char *name)
{
	for (int i = RCC_BETTER_LOWER; i <= RCC_BETTER_HIGHER; i++)
		if (strcmp(better_name[i], name) == 0)
			return (enum rcc_better)i;
	return RCC_BETTER_UNKNOWN;
}
