/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/study/perf_event.h"

#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/mem.h"

static const struct {
	const char *name;
	uint32_t type;
	uint64_t config;
} plain[] = {
	{"cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES},
	{"instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS},
	{"ref-cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_REF_CPU_CYCLES},
	{"bus-cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BUS_CYCLES},
	{"branches", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS},
	{"branch-misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES},
	{"cache-references", PERF_TYPE_HARDWARE,
	 PERF_COUNT_HW_CACHE_REFERENCES},
	{"cache-misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES},
	{"stalled-cycles-frontend", PERF_TYPE_HARDWARE,
	 PERF_COUNT_HW_STALLED_CYCLES_FRONTEND},
	{"stalled-cycles-backend", PERF_TYPE_HARDWARE,
	 PERF_COUNT_HW_STALLED_CYCLES_BACKEND},
	{"task-clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK},
	{"cpu-clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK},
	{"page-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS},
	{"minor-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MIN},
	{"major-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MAJ},
	{"context-switches", PERF_TYPE_SOFTWARE,
	 PERF_COUNT_SW_CONTEXT_SWITCHES},
	{"cpu-migrations", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS},
	{"alignment-faults", PERF_TYPE_SOFTWARE,
	 PERF_COUNT_SW_ALIGNMENT_FAULTS},
};

static const struct {
	const char *name;
	uint64_t id;
} cache[] = {
	{"L1-dcache-", PERF_COUNT_HW_CACHE_L1D},
	{"L1-icache-", PERF_COUNT_HW_CACHE_L1I},
	{"LLC-", PERF_COUNT_HW_CACHE_LL},
	{"dTLB-", PERF_COUNT_HW_CACHE_DTLB},
	{"iTLB-", PERF_COUNT_HW_CACHE_ITLB},
	{"branch-", PERF_COUNT_HW_CACHE_BPU},
	{"node-", PERF_COUNT_HW_CACHE_NODE},
};

static const struct {
	const char *name;
	uint64_t op;
	uint64_t result;
} access_kind[] = {
	{"loads", PERF_COUNT_HW_CACHE_OP_READ,
	 PERF_COUNT_HW_CACHE_RESULT_ACCESS},
	{"load-misses", PERF_COUNT_HW_CACHE_OP_READ,
	 PERF_COUNT_HW_CACHE_RESULT_MISS},
	{"stores", PERF_COUNT_HW_CACHE_OP_WRITE,
	 PERF_COUNT_HW_CACHE_RESULT_ACCESS},
	{"store-misses", PERF_COUNT_HW_CACHE_OP_WRITE,
	 PERF_COUNT_HW_CACHE_RESULT_MISS},
	{"prefetches", PERF_COUNT_HW_CACHE_OP_PREFETCH,
	 PERF_COUNT_HW_CACHE_RESULT_ACCESS},
	{"prefetch-misses", PERF_COUNT_HW_CACHE_OP_PREFETCH,
	 PERF_COUNT_HW_CACHE_RESULT_MISS},
};

#define N(array) (sizeof(array) / sizeof((array)[0]))

static bool find_plain(const char *name, struct rcc_perf_event *event)
{
	for (size_t i = 0; i < N(plain); i++) {
		if (strcmp(plain[i].name, name) == 0) {
			event->type = plain[i].type;
			event->config = plain[i].config;
			return true;
		}
	}
	return false;
}

static bool find_cache(const char *name, struct rcc_perf_event *event)
{
	for (size_t i = 0; i < N(cache); i++) {
		const size_t len = strlen(cache[i].name);

		if (strncmp(cache[i].name, name, len) != 0)
			continue;
		for (size_t k = 0; k < N(access_kind); k++) {
			if (strcmp(access_kind[k].name, name + len) != 0)
				continue;
			event->type = PERF_TYPE_HW_CACHE;
			event->config = cache[i].id | access_kind[k].op << 8 |
					access_kind[k].result << 16;
			return true;
		}
	}
	return false;
}

/* Parse a raw event such as "r01c4".  Its number is from the CPU's manual. */
static bool find_raw(const char *name, struct rcc_perf_event *event)
{
	char *end = NULL;

	if (name[0] != 'r' || strspn(name + 1, "0123456789abcdefABCDEF") < 2)
		return false;
	event->type = PERF_TYPE_RAW;
	event->config = strtoull(name + 1, &end, 16);
	return *end == '\0';
}

int rcc_perf_event_parse(const char *name, struct rcc_perf_event *event)
{
	const size_t len = strcspn(name, ":");
	char *base = rcc_mem_strndup(name, len);
	bool is_known;

	memset(event, 0, sizeof(*event));
	is_known = find_plain(base, event) || find_cache(base, event) ||
		   find_raw(base, event);
	event->has_kernel = strcmp(name + len, ":uk") == 0;
	is_known &= name[len] == '\0' || event->has_kernel ||
		    strcmp(name + len, ":u") == 0;
	free(base);
	return is_known ? 0 : RCC_EFORMAT;
}
