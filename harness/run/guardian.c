/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/guardian.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/diag.h"

/* Processes may fork while they are searched for; each search finds fewer. */
#define SEARCHES_MAX 1000
#define OUTPUTS_MAX 8

/* The output files, by which processes that left the session are found. */
struct outputs {
	dev_t device[OUTPUTS_MAX];
	ino_t inode[OUTPUTS_MAX];
	size_t n;
};

static void identify_outputs(struct outputs *o, const int *fd, size_t n)
{
	struct stat st;

	o->n = 0;
	for (size_t i = 0; i < n && o->n < OUTPUTS_MAX; i++) {
		if (fstat(fd[i], &st) != 0)
			continue;
		o->device[o->n] = st.st_dev;
		o->inode[o->n++] = st.st_ino;
	}
}

static bool is_output(const struct outputs *o, const struct stat *st)
{
	for (size_t i = 0; i < o->n; i++)
		if (o->device[i] == st->st_dev && o->inode[i] == st->st_ino)
			return true;
	return false;
}

/* Whether a process has one of the outputs open.  Another user's process cannot
 * be examined, and has none of our files. */
static bool has_output(const char *pid, const struct outputs *o)
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
		      is_output(o, &st);
	if (dir != NULL)
		closedir(dir);
	return has;
}

static size_t kill_those_with(const struct outputs *o)
{
	DIR *proc = opendir("/proc");
	struct dirent *e;
	size_t n_killed = 0;

	while (proc != NULL && (e = readdir(proc)) != NULL) {
		const pid_t pid = (pid_t)strtol(e->d_name, NULL, 10);

		if (pid > 0 && has_output(e->d_name, o) &&
		    kill(pid, SIGKILL) == 0)
			n_killed++;
	}
	if (proc != NULL)
		closedir(proc);
	return n_killed;
}

/* The guardian: wait until the other end of the pipe closes.  It keeps nothing
 * else of the process that made it open, such as its lock and its output. */
static void watch(int fd, volatile pid_t *session, const struct outputs *o)
{
	char byte;

	setsid();
	if (dup2(fd, 0) < 0)
		_exit(0);
	close_range(1, ~0U, 0);
	while (read(0, &byte, 1) < 0 && errno == EINTR)
		;
	if (*session > 0) {
		kill(-*session, SIGKILL);
		for (int i = 0; i < SEARCHES_MAX && kill_those_with(o) > 0; i++)
			;
	}
	_exit(0);
}

int rcc_guardian_start(struct rcc_guardian *guardian, const int *output,
		       size_t n)
{
	struct outputs o;
	int end[2];
	pid_t pid;

	*guardian = (struct rcc_guardian){.fd = -1};
	guardian->session = mmap(NULL, sizeof(pid_t), PROT_READ | PROT_WRITE,
				 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (guardian->session == MAP_FAILED || pipe2(end, O_CLOEXEC) != 0)
		return RCC_ESYS;
	identify_outputs(&o, output, n);
	pid = fork();
	if (pid == 0) {
		/* Fork twice, so that it becomes init's child, not ours. */
		close(end[1]);
		if (fork() == 0)
			watch(end[0], guardian->session, &o);
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

void rcc_guardian_end(struct rcc_guardian *guardian)
{
	if (guardian->fd >= 0)
		close(guardian->fd);
	guardian->fd = -1;
	if (guardian->session != NULL && guardian->session != MAP_FAILED)
		munmap((void *)(uintptr_t)guardian->session, sizeof(pid_t));
	guardian->session = NULL;
}
