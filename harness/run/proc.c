/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/proc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

/* Set `line` to /proc/PID/stat.  Returns what follows the process's name, which
 * is in parentheses and may contain any character, or NULL if there is no such
 * process. */
static const char *read_stat(pid_t pid, char *line, int size)
{
	FILE *f = open_file(pid, "stat");
	const char *end = NULL;

	if (f == NULL)
		return NULL;
	if (fgets(line, size, f) != NULL)
		end = strrchr(line, ')');
	fclose(f);
	return end != NULL ? end + 1 : NULL;
}

int64_t rcc_proc_children_ns(pid_t pid)
{
	char line[1024];
	const char *rest = read_stat(pid, line, sizeof(line));
	long long user;
	long long kernel;

	/* The two times are fields 16 and 17, and the name was field 2. */
	if (rest == NULL ||
	    sscanf(rest,
		   "%*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %lld "
		   "%lld",
		   &user, &kernel) != 2)
		return 0;
	return (user + kernel) * (1000000000 / sysconf(_SC_CLK_TCK));
}

/* Return whether a descendant of a process is ready.  The recursion ends, since
 * the processes are a tree. */
static bool has_ready_child(pid_t pid) /* NOLINT(misc-no-recursion) */
{
	char name[32];
	char *text = NULL;
	size_t size = 0;
	bool is_ready = false;
	FILE *f;

	snprintf(name, sizeof(name), "task/%d/children", (int)pid);
	f = open_file(pid, name);
	if (f == NULL)
		return false;
	if (getline(&text, &size, f) > 0) {
		char *rest = text;
		char *end;

		for (long child = strtol(rest, &end, 10);
		     end != rest && !is_ready;
		     rest = end, child = strtol(rest, &end, 10))
			is_ready = rcc_proc_is_ready((pid_t)child);
	}
	free(text);
	fclose(f);
	return is_ready;
}

bool rcc_proc_is_ready(pid_t pid) /* NOLINT(misc-no-recursion) */
{
	char line[1024];
	const char *rest = read_stat(pid, line, sizeof(line));

	return (rest != NULL && strncmp(rest, " R", 2) == 0) ||
	       has_ready_child(pid);
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
