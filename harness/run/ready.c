/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/ready.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* The largest number of processes that a look sees. */
#define PROCESSES_MAX 256

/* The processes that a look has found, of which it has examined some. */
struct family {
	pid_t pid[PROCESSES_MAX];
	size_t n;
};

static FILE *open_of_thread(pid_t pid, const char *thread, const char *name)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/task/%.16s/%s", (int)pid, thread,
		 name);
	return fopen(path, "re");
}

/* Return whether a thread has a CPU or waits for one. */
static bool is_ready(pid_t pid, const char *thread)
{
	char line[1024];
	FILE *f = open_of_thread(pid, thread, "stat");
	const char *name_end = NULL;

	if (f == NULL)
		return false;
	/* The name of the program is in parentheses, and may contain any
	 * character.  The state follows it. */
	if (fgets(line, sizeof(line), f) != NULL)
		name_end = strrchr(line, ')');
	fclose(f);
	return name_end != NULL && strncmp(name_end, ") R", 3) == 0;
}

/* Add the child processes that a thread has started. */
static void add_children(pid_t pid, const char *thread, struct family *family)
{
	FILE *f = open_of_thread(pid, thread, "children");
	long child;

	if (f == NULL)
		return;
	while (family->n < PROCESSES_MAX && fscanf(f, "%ld", &child) == 1)
		family->pid[family->n++] = (pid_t)child;
	fclose(f);
}

/* Examine a process: add its children, and return how many of its threads are
 * ready. */
static size_t examine(pid_t pid, struct family *family)
{
	char path[32];
	const struct dirent *entry;
	size_t n_ready = 0;
	DIR *threads;

	snprintf(path, sizeof(path), "/proc/%d/task", (int)pid);
	threads = opendir(path);
	if (threads == NULL)
		return 0;
	while ((entry = readdir(threads)) != NULL) {
		if (entry->d_name[0] == '.')
			continue;
		n_ready += is_ready(pid, entry->d_name);
		add_children(pid, entry->d_name, family);
	}
	closedir(threads);
	return n_ready;
}

void rcc_ready_look(pid_t pid, struct rcc_ready *looks)
{
	struct family family = {.pid = {pid}, .n = 1};
	bool any = false;
	bool several = false;

	for (size_t i = 0; i < family.n; i++) {
		const size_t n_ready = examine(family.pid[i], &family);

		any |= n_ready > 0;
		several |= n_ready > 1;
	}
	looks->n++;
	looks->n_any += any;
	looks->n_several += several;
}
