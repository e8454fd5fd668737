/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Measure, before the runs, how busy the siblings are: the CPUs that share a
 * core with the CPUs of the runs.  This process reads /proc/stat, sleeps, and
 * reads it again.
 */
#include "harness/run/host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/file.h"
#include "common/mem.h"
#include "harness/study/process_control.h"

#define CPUS_MAX CPU_SETSIZE

/* The clock ticks of each CPU since boot: the ticks in which the CPU was busy,
 * and all ticks. */
struct ticks {
	long long busy[CPUS_MAX];
	long long all[CPUS_MAX];
};

/* Add the clock ticks of one CPU.  `line` is the part after "cpu" of a line
 * "cpu3 user nice system idle iowait irq softirq steal ...". */
static void read_cpu(const char *line, struct ticks *t)
{
	char *end = NULL;
	const long cpu = strtol(line, &end, 10);

	if (end == line || cpu < 0 || cpu >= CPUS_MAX)
		return;
	for (int i = 0; i < 8; i++) {
		const char *at = end;
		const long long n = strtoll(at, &end, 10);

		if (end == at)
			break;
		t->all[cpu] += n;
		t->busy[cpu] += i == 3 || i == 4 ? 0 : n;
	}
}

static struct ticks *read_ticks(const char *root)
{
	struct ticks *t = rcc_mem_calloc(1, sizeof(*t));
	char *path = rcc_mem_printf("%s/proc/stat", root);
	char *text = rcc_file_read(path, NULL);
	char *state = NULL;

	for (char *line = text != NULL ? strtok_r(text, "\n", &state) : NULL;
	     line != NULL; line = strtok_r(NULL, "\n", &state))
		if (strncmp(line, "cpu", 3) == 0)
			read_cpu(line + 3, t);
	free(text);
	free(path);
	return t;
}

void rcc_host_core(const char *root, int cpu, cpu_set_t *core)
{
	char *path = rcc_mem_printf("%s/sys/devices/system/cpu/cpu%d/topology/"
				    "thread_siblings_list",
				    root, cpu);
	char *text = rcc_file_read(path, NULL);

	CPU_ZERO(core);
	if (text != NULL)
		text[strcspn(text, "\n")] = '\0';
	if (text != NULL && rcc_process_control_parse_cpus(text, core) != 0)
		CPU_ZERO(core);
	free(text);
	free(path);
}

/* Find the CPUs whose work disturbs the runs: the other threads of the cores on
 * which runs are pinned.  If runs are not pinned, find all CPUs that share a
 * core. */
static void find_siblings(const char *root, const cpu_set_t *pinned,
			  cpu_set_t *siblings)
{
	CPU_ZERO(siblings);
	for (int cpu = 0; cpu < CPUS_MAX; cpu++) {
		cpu_set_t core;

		if (pinned != NULL && !CPU_ISSET((size_t)cpu, pinned))
			continue;
		rcc_host_core(root, cpu, &core);
		if (CPU_COUNT(&core) > 1)
			CPU_OR(siblings, siblings, &core);
	}
	for (int cpu = 0; pinned != NULL && cpu < CPUS_MAX; cpu++)
		if (CPU_ISSET((size_t)cpu, pinned))
			CPU_CLR((size_t)cpu, siblings);
}

void rcc_host_siblings(json_t *host, const char *root, const cpu_set_t *pinned,
		       void (*wait)(void *self), void *self)
{
	cpu_set_t siblings;
	struct ticks *before;
	struct ticks *after;
	json_t *busy;

	find_siblings(root, pinned, &siblings);
	if (CPU_COUNT(&siblings) == 0)
		return;
	before = read_ticks(root);
	wait(self);
	after = read_ticks(root);
	busy = json_object();
	for (int cpu = 0; cpu < CPUS_MAX; cpu++) {
		const long long all = after->all[cpu] - before->all[cpu];
		char name[16];

		if (!CPU_ISSET((size_t)cpu, &siblings) || all <= 0)
			continue;
		snprintf(name, sizeof(name), "%d", cpu);
		json_object_set_new(busy, name,
				    json_real((double)(after->busy[cpu] -
						       before->busy[cpu]) /
					      (double)all));
	}
	json_object_set_new(host, "siblings-busy", busy);
	free(before);
	free(after);
}
