/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/guardian.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/diag.h"
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

/* Wait until randstudy has died, then clean up.  Standard input is a pipe.
 * Only randstudy holds the other end, so read(2) returns when randstudy
 * dies. */
static void watch(const struct rcc_guarded *g)
{
	char byte;

	while (read(0, &byte, 1) < 0 && errno == EINTR)
		;
	if (kill_sessions(g))
		for (int i = 0; i < SEARCHES_MAX && kill_those_with(g) > 0; i++)
			;
	if (g->exchanged_in[0] != '\0')
		rcc_exchange_undo(g->exchanged_in);
	_exit(0);
}

int rcc_guardian_start(struct rcc_guardian *guardian)
{
	int end[2];
	pid_t pid;

	*guardian = (struct rcc_guardian){.fd = -1};
	guardian->guarded =
		mmap(NULL, sizeof(*guardian->guarded), PROT_READ | PROT_WRITE,
		     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (guardian->guarded == MAP_FAILED || pipe2(end, O_CLOEXEC) != 0)
		return RCC_ESYS;
	pid = fork();
	if (pid == 0) {
		/* Keep only the pipe open, so that the guardian holds neither
		 * the study's lock nor randstudy's output.  Fork twice, so that
		 * the guardian's parent is init. */
		setsid();
		if (dup2(end[0], 0) == 0 &&
		    syscall(SYS_close_range, 1, ~0U, 0) == 0 && fork() == 0)
			watch(guardian->guarded);
		_exit(0);
	}
	close(end[0]);
	guardian->fd = end[1];
	if (pid < 0)
		return RCC_ESYS;
	while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
	return 0;
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
	if (guardian->fd >= 0)
		close(guardian->fd);
	guardian->fd = -1;
	if (guardian->guarded != NULL && guardian->guarded != MAP_FAILED)
		munmap(guardian->guarded, sizeof(*guardian->guarded));
	guardian->guarded = NULL;
}
