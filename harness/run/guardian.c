/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/guardian.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "common/error.h"
#include "common/watch.h"
#include "harness/build/exchange.h"

/* The largest number of searches for processes to kill.  Processes may fork
 * during a search, so the search is repeated until it finds none. */
#define SEARCHES_MAX 1000

static bool is_output(const struct rcc_guarded *g, const struct stat *st)
{
	for (size_t i = 0; i < g->n_outputs; i++)
		if (g->device[i] == st->st_dev && g->inode[i] == st->st_ino)
			return true;
	return false;
}

/* Return whether a process has one of the output files open.  The processes of
 * other users cannot be examined, and do not have these files open. */
static bool has_output(const char *pid, const struct rcc_guarded *g)
{
	char path[64];
	struct dirent *e;
	struct stat st;
	bool has = false;
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%.20s/fd", pid);
	dir = opendir(path);
	while (dir != NULL && !has && (e = readdir(dir)) != NULL)
		has = fstatat(dirfd(dir), e->d_name, &st, 0) == 0 &&
		      is_output(g, &st);
	if (dir != NULL)
		closedir(dir);
	return has;
}

static size_t kill_those_with(const struct rcc_guarded *g)
{
	DIR *proc = opendir("/proc");
	struct dirent *e;
	size_t n_killed = 0;

	while (proc != NULL && (e = readdir(proc)) != NULL) {
		const pid_t pid = (pid_t)strtol(e->d_name, NULL, 10);

		if (pid > 0 && has_output(e->d_name, g) &&
		    kill(pid, SIGKILL) == 0)
			n_killed++;
	}
	if (proc != NULL)
		closedir(proc);
	return n_killed;
}

/* Kill all processes in the programs' sessions.  Return whether there was any
 * session. */
static bool kill_sessions(const struct rcc_guarded *g)
{
	bool has_session = false;

	for (size_t i = 0; i < RCC_GUARDIAN_SESSIONS; i++) {
		if (g->session[i] <= 0)
			continue;
		kill(-g->session[i], SIGKILL);
		has_session = true;
	}
	return has_session;
}

/* Clean up, since randstudy has died. */
static void clean_up(const void *guarded)
{
	const struct rcc_guarded *g = guarded;

	if (kill_sessions(g))
		for (int i = 0; i < SEARCHES_MAX && kill_those_with(g) > 0; i++)
			;
	if (g->exchanged_in[0] != '\0')
		rcc_exchange_undo(g->exchanged_in);
}

int rcc_guardian_start(struct rcc_guardian *guardian)
{
	*guardian = (struct rcc_guardian){.watch = -1};
	guardian->guarded =
		mmap(NULL, sizeof(*guardian->guarded), PROT_READ | PROT_WRITE,
		     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (guardian->guarded == MAP_FAILED)
		return RCC_ESYS;
	guardian->watch = rcc_watch_start(clean_up, guardian->guarded);
	return guardian->watch < 0 ? RCC_ESYS : 0;
}

int rcc_guardian_add_output(struct rcc_guardian *guardian, int fd)
{
	struct rcc_guarded *g = guardian->guarded;
	struct stat st;

	if (fstat(fd, &st) != 0)
		return RCC_ESYS;
	if (g->n_outputs == RCC_GUARDIAN_OUTPUTS) {
		errno = ENOSPC;
		return RCC_ESYS;
	}
	g->device[g->n_outputs] = st.st_dev;
	g->inode[g->n_outputs] = st.st_ino;
	g->n_outputs++;
	return 0;
}

void rcc_guardian_end(struct rcc_guardian *guardian)
{
	rcc_watch_end(guardian->watch);
	guardian->watch = -1;
	if (guardian->guarded != NULL && guardian->guarded != MAP_FAILED)
		munmap(guardian->guarded, sizeof(*guardian->guarded));
	guardian->guarded = NULL;
}
