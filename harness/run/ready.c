/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/ready.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* The largest number of processes that a look sees. */
#define PROCESSES_MAX 256
/* A process that ends while another is examined is seen to be neither.  So a look
 * that finds nothing is repeated at once, up to this number of looks. */
#define LOOKS_AT_ONCE 4

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

/* Return the state of a thread: 'R' if it has a CPU or waits for one.  Returns
 * 'X' if there is no such thread. */
static char state_of(pid_t pid, const char *thread)
{
	char line[1024];
	FILE *f = open_of_thread(pid, thread, "stat");
	const char *name_end = NULL;

	if (f == NULL)
		return 'X';
	/* The name of the program is in parentheses, and may contain any
	 * character.  The state follows it. */
	if (fgets(line, sizeof(line), f) != NULL)
		name_end = strrchr(line, ')');
	fclose(f);
	if (name_end == NULL || strlen(name_end) <= 2)
		return 'X';
	return name_end[2];
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
		n_ready += state_of(pid, entry->d_name) == 'R';
		add_children(pid, entry->d_name, family);
	}
	closedir(threads);
	return n_ready;
}

/* Examine a process and all its descendants.  Sets *several if any process has
 * several threads that are ready.  Returns whether any thread is ready. */
static bool any_is_ready(pid_t pid, bool *several)
{
	struct family family = {.pid = {pid}, .n = 1};
	bool any = false;

	for (size_t i = 0; i < family.n; i++) {
		const size_t n_ready = examine(family.pid[i], &family);

		any |= n_ready > 0;
		*several |= n_ready > 1;
	}
	return any;
}

/* Return whether the main thread of a process has ended. */
static bool has_ended(pid_t pid)
{
	char thread[16];

	snprintf(thread, sizeof(thread), "%d", (int)pid);
	return strchr("ZX", state_of(pid, thread)) != NULL;
}

void rcc_ready_look(pid_t pid, struct rcc_ready *looks)
{
	bool any = false;
	bool several = false;

	for (int i = 0; i < LOOKS_AT_ONCE && !any; i++)
		any = any_is_ready(pid, &several);
	if (!any && has_ended(pid))
		return;
	looks->n++;
	looks->n_any += any;
	looks->n_several += several;
}
