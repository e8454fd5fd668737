/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/run.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"

extern char **environ;

/* All that end a process which does not expect them, but for its own faults. */
static const int held_signal[] = {SIGINT,  SIGTERM, SIGHUP,    SIGQUIT,
				  SIGPIPE, SIGALRM, SIGUSR1,   SIGUSR2,
				  SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF};
#define N_HELD (sizeof(held_signal) / sizeof(held_signal[0]))

static bool holding;
static sigset_t mask_before;
/* A signal that was taken from the queue to be passed on. */
static int taken_signal;

static void held_set(sigset_t *set)
{
	sigemptyset(set);
	for (size_t i = 0; i < N_HELD; i++) {
		struct sigaction action;

		/* One that is ignored (nohup) must stay without effect; held,
		 * it would be taken from the queue. */
		if (sigaction(held_signal[i], NULL, &action) == 0 &&
		    action.sa_handler != SIG_IGN)
			sigaddset(set, held_signal[i]);
	}
}

void rcc_run_hold_signals(void)
{
	sigset_t set;

	if (holding)
		return;
	/* An inherited "ignore" would lose the child's status. */
	signal(SIGCHLD, SIG_DFL);
	held_set(&set);
	sigaddset(&set, SIGCHLD);
	sigprocmask(SIG_BLOCK, &set, &mask_before);
	holding = true;
}

void rcc_run_release_signals(void)
{
	if (!holding)
		return;
	holding = false;
	if (taken_signal != 0) {
		signal(taken_signal, SIG_DFL);
		raise(taken_signal);
	}
	sigprocmask(SIG_SETMASK, &mask_before, NULL);
}

bool rcc_run_interrupted(void)
{
	sigset_t pending;

	if (taken_signal != 0)
		return true;
	sigpending(&pending);
	for (size_t i = 0; i < N_HELD; i++)
		if (sigismember(&pending, held_signal[i]) == 1)
			return true;
	return false;
}

static int status_of(int wstatus)
{
	if (WIFSIGNALED(wstatus))
		return 128 + WTERMSIG(wstatus);
	return WEXITSTATUS(wstatus);
}

/* One of them that has ended, or n; -1 with errno set when they are not ours.
 */
static ssize_t poll_children(const pid_t *child, size_t n, int flags,
			     int *wstatus)
{
	for (size_t i = 0; i < n; i++) {
		pid_t done = waitpid(child[i], wstatus, flags);

		if (done == child[i])
			return (ssize_t)i;
		if (done < 0 && errno != EINTR)
			return -1;
	}
	return (ssize_t)n;
}

/* Wait for a child and for the held signals at once. */
static ssize_t wait_passing_signals(const pid_t *child, size_t n, int *wstatus)
{
	sigset_t set;

	held_set(&set);
	sigaddset(&set, SIGCHLD);
	for (;;) {
		ssize_t i = poll_children(child, n, WNOHANG, wstatus);
		int got;

		if (i != (ssize_t)n)
			return i;
		got = sigwaitinfo(&set, NULL);
		if (got > 0 && got != SIGCHLD) {
			taken_signal = got;
			for (size_t k = 0; k < n; k++)
				kill(child[k], got);
		}
	}
}

/* The child's status, or -1. */
static int await(pid_t pid)
{
	int wstatus = 0;
	ssize_t i;

	if (holding)
		i = wait_passing_signals(&pid, 1, &wstatus);
	else
		do
			i = poll_children(&pid, 1, 0, &wstatus);
		while (i == 1);
	return i < 0 ? -1 : status_of(wstatus);
}

size_t rcc_run_wait_any(const pid_t *child, size_t n, int *status)
{
	int wstatus = 0;
	ssize_t i = wait_passing_signals(child, n, &wstatus);

	if (i < 0)
		rcc_die_errno("cannot wait for a process");
	*status = status_of(wstatus);
	return (size_t)i;
}

int rcc_run_wait(char *const argv[], int out_fd, int err_fd)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attr;
	pid_t pid;
	int err;

	posix_spawn_file_actions_init(&actions);
	posix_spawnattr_init(&attr);
	if (out_fd >= 0)
		posix_spawn_file_actions_adddup2(&actions, out_fd, 1);
	if (err_fd >= 0)
		posix_spawn_file_actions_adddup2(&actions, err_fd, 2);
	if (holding) {
		posix_spawnattr_setsigmask(&attr, &mask_before);
		posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSIGMASK);
	}
	err = posix_spawn(&pid, argv[0], &actions, &attr, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	posix_spawnattr_destroy(&attr);
	if (err != 0) {
		errno = err;
		return -1;
	}
	return await(pid);
}

int rcc_run_capture(char *const argv[], char **out, size_t *n)
{
	/* A memory file rather than a pipe: no limit, no second thread. */
	int fd = memfd_create("output", MFD_CLOEXEC);
	int status;

	if (fd < 0)
		return -1;
	status = rcc_run_wait(argv, fd, -1);
	if (status >= 0)
		*out = rcc_file_read_fd(fd, n);
	close(fd);
	return status;
}

char *rcc_run_quote(const char *word)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
				    "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789/._+-=:@%,";
	char *out;
	char *to;

	if (word[0] != '\0' && word[strspn(word, plain)] == '\0')
		return rcc_mem_strdup(word);
	/* 'it'\''s' */
	out = rcc_mem_alloc(strlen(word) * 4 + 3);
	to = out;
	*to++ = '\'';
	for (const char *at = word; *at != '\0'; at++) {
		if (*at == '\'')
			to = stpcpy(to, "'\\'");
		*to++ = *at;
	}
	*to++ = '\'';
	*to = '\0';
	return out;
}
