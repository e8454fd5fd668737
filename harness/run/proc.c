/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/proc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static FILE *open_file(pid_t pid, const char *name)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/%s", (int)pid, name);
	return fopen(path, "re");
}

void rcc_proc_scheduling(pid_t pid, int64_t *cpu_ns, int64_t *queue_ns)
{
	char line[128];
	FILE *f = open_file(pid, "schedstat");

	*cpu_ns = *queue_ns = 0;
	if (f == NULL)
		return;
	if (fgets(line, sizeof(line), f) != NULL) {
		char *rest;

		*cpu_ns = strtoll(line, &rest, 10);
		*queue_ns = strtoll(rest, NULL, 10);
	}
	fclose(f);
}

int64_t rcc_proc_own_ns(pid_t pid)
{
	struct timespec t;
	clockid_t clock;

	if (clock_getcpuclockid(pid, &clock) != 0 ||
	    clock_gettime(clock, &t) != 0)
		return 0;
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

int64_t rcc_proc_written(pid_t pid)
{
	char line[128];
	FILE *f = open_file(pid, "io");
	int64_t n_bytes = 0;

	if (f == NULL)
		return 0;
	while (fgets(line, sizeof(line), f) != NULL)
		if (strncmp(line, "wchar: ", 7) == 0)
			n_bytes = strtoll(line + 7, NULL, 10);
	fclose(f);
	return n_bytes;
}
