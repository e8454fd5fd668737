/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/process.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
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

/* The signals that rcc_process_hold_signals() blocks.  They end a process by
 * default.  Signals that report a fault of the process itself, such as SIGSEGV,
 * are not among them. */
static const int held_signal[] = {SIGINT,  SIGTERM, SIGHUP,    SIGQUIT,
				  SIGPIPE, SIGALRM, SIGUSR1,   SIGUSR2,
				  SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF};
#define N_HELD (sizeof(held_signal) / sizeof(held_signal[0]))

static bool holding;
static sigset_t mask_before;
/* The signal that was passed on to the children last, or 0. */
static int taken_signal;

static void held_set(sigset_t *set)
{
	sigemptyset(set);
	for (size_t i = 0; i < N_HELD; i++) {
		struct sigaction action;

		/* Do not hold a signal that is ignored (nohup).  sigwaitinfo()
		 * would receive the signal, but an ignored signal must have no
		 * effect. */
		if (sigaction(held_signal[i], NULL, &action) == 0 &&
		    action.sa_handler != SIG_IGN)
			sigaddset(set, held_signal[i]);
	}
}

/* Our parent may have made us ignore SIGCHLD.  Undo that, because the kernel
 * would otherwise discard the status of our children. */
static void receive_child_status(void)
{
	struct sigaction action;

	if (sigaction(SIGCHLD, NULL, &action) == 0 &&
	    action.sa_handler == SIG_IGN)
		signal(SIGCHLD, SIG_DFL);
}

void rcc_process_hold_signals(void)
{
	sigset_t set;

	if (holding)
		return;
	receive_child_status();
	held_set(&set);
	sigaddset(&set, SIGCHLD);
	sigprocmask(SIG_BLOCK, &set, &mask_before);
	holding = true;
}

void rcc_process_release_signals(void)
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

bool rcc_process_interrupted(void)
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

unsigned rcc_process_n_cpus(void)
{
	cpu_set_t allowed;
	long n;

	if (sched_getaffinity(0, sizeof(allowed), &allowed) == 0)
		return (unsigned)CPU_COUNT(&allowed);
	/* sched_getaffinity() failed, because the machine has more CPUs than a
	 * cpu_set_t has room for. */
	n = sysconf(_SC_NPROCESSORS_ONLN);
	return n > 0 ? (unsigned)n : 1;
}

struct rcc_process_end rcc_process_end(int wstatus)
{
	return (struct rcc_process_end){
		.exit_status = WIFEXITED(wstatus) ? WEXITSTATUS(wstatus) : -1,
		.signal = WIFSIGNALED(wstatus) ? WTERMSIG(wstatus) : 0,
	};
}

int rcc_process_status(int wstatus)
{
	const struct rcc_process_end end = rcc_process_end(wstatus);

	return end.signal != 0 ? 128 + end.signal : end.exit_status;
}

/* Look for a child that has ended.  A negative ID stands for the child that leads
 * this process group.  Returns its index, or n if all are running, or RCC_ESYS
 * with errno set if a process is not our child. */
static ssize_t poll_children(const pid_t *child, size_t n, int flags,
			     int *wstatus)
{
	for (size_t i = 0; i < n; i++) {
		pid_t done = waitpid(child[i], wstatus, flags);

		if (done > 0)
			return (ssize_t)i;
		if (done < 0 && errno != EINTR)
			return RCC_ESYS;
	}
	return (ssize_t)n;
}

/* Wait until one of n children ends.  A held signal that arrives meanwhile is
 * passed on to all n children.  A negative ID stands for a process group. */
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

int rcc_process_wait(pid_t pid)
{
	int wstatus = 0;
	ssize_t i;

	if (holding)
		i = wait_passing_signals(&pid, 1, &wstatus);
	else
		do
			i = poll_children(&pid, 1, 0, &wstatus);
		while (i == 1);
	return i < 0 ? RCC_ESYS : rcc_process_status(wstatus);
}

int rcc_process_wait_group(pid_t pid)
{
	const pid_t group = -pid;
	int wstatus = 0;

	return wait_passing_signals(&group, 1, &wstatus) < 0
		       ? RCC_ESYS
		       : rcc_process_status(wstatus);
}

ssize_t rcc_process_wait_any(const pid_t *child, size_t n, int *status)
{
	int wstatus = 0;
	ssize_t i = wait_passing_signals(child, n, &wstatus);

	if (i >= 0)
		*status = rcc_process_status(wstatus);
	return i;
}

static void redirect(posix_spawn_file_actions_t *actions,
		     const struct rcc_process *process)
{
	if (process->no_input)
		posix_spawn_file_actions_addopen(actions, 0, "/dev/null",
						 O_RDONLY, 0);
	if (process->out_fd >= 0)
		posix_spawn_file_actions_adddup2(actions, process->out_fd, 1);
	if (process->err_fd >= 0)
		posix_spawn_file_actions_adddup2(actions, process->err_fd, 2);
	if (process->directory != NULL)
		posix_spawn_file_actions_addchdir_np(actions,
						     process->directory);
}

pid_t rcc_process_start(const struct rcc_process *process)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attr;
	short flags = 0;
	pid_t pid = RCC_ESYS;
	int err;

	receive_child_status();
	posix_spawn_file_actions_init(&actions);
	posix_spawnattr_init(&attr);
	redirect(&actions, process);
	if (holding) {
		posix_spawnattr_setsigmask(&attr, &mask_before);
		flags |= POSIX_SPAWN_SETSIGMASK;
	}
	if (process->own_group)
		flags |= POSIX_SPAWN_SETPGROUP;
	posix_spawnattr_setflags(&attr, flags);
	err = posix_spawn(&pid, process->argv[0], &actions, &attr,
			  process->argv,
			  process->envp != NULL ? process->envp : environ);
	posix_spawn_file_actions_destroy(&actions);
	posix_spawnattr_destroy(&attr);
	if (err != 0) {
		errno = err;
		return RCC_ESYS;
	}
	return pid;
}

int rcc_process_run(char *const argv[], int out_fd, int err_fd)
{
	const struct rcc_process process = {
		.argv = argv, .out_fd = out_fd, .err_fd = err_fd};
	pid_t pid = rcc_process_start(&process);

	return pid < 0 ? RCC_ESYS : rcc_process_wait(pid);
}

static int capture(char *const argv[], int err_fd, char **out, size_t *n)
{
	/* Use a memory file and not a pipe.  A memory file has no size limit,
	 * and nobody has to read it while the program runs. */
	int fd = memfd_create("output", MFD_CLOEXEC);
	int status;

	if (fd < 0)
		return RCC_ESYS;
	status = rcc_process_run(argv, fd, err_fd);
	if (status >= 0)
		*out = rcc_file_read_fd(fd, n);
	close(fd);
	return status;
}

int rcc_process_capture(char *const argv[], char **out, size_t *n)
{
	return capture(argv, -1, out, n);
}

int rcc_process_ask(char *const argv[], char **out)
{
	int null_fd = open("/dev/null", O_WRONLY | O_CLOEXEC);
	int status = capture(argv, null_fd, out, NULL);

	if (null_fd >= 0)
		close(null_fd);
	return status;
}

void rcc_process_setenv(struct rcc_strvec *env, const char *name,
			const char *value)
{
	const size_t len = strlen(name);

	for (size_t i = 0; i < env->n; i++) {
		if (strncmp(env->item[i], name, len) == 0 &&
		    env->item[i][len] == '=') {
			char *text = rcc_mem_printf("%s=%s", name, value);

			rcc_strvec_replace(env, i, text);
			free(text);
			return;
		}
	}
	rcc_strvec_pushf(env, "%s=%s", name, value);
}
