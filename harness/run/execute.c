/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Start processes and measure them.
 *
 * The measured time begins just before execve(2) in the child, and ends when
 * the parent has reaped the child.  It therefore does not include the
 * preparation of a run.  The child is made by vfork(2).  The cost of vfork(2)
 * does not depend on how much memory randstudy holds, and the child can write
 * its start time where the parent reads it.
 *
 * Output is written to files in memory.  While a program is measured, its
 * output therefore causes no disk access, and no reader competes for a CPU.
 * The output can be compared afterwards.
 *
 * Each program runs in a session of its own.  It therefore has no terminal, and
 * the terminal's signals do not reach it.
 */
#include "harness/run/execute.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "common/clock.h"
#include "common/error.h"
#include "common/mem.h"
#include "common/process.h"
#include "harness/run/execute_together.h"
#include "harness/run/launch.h"
#include "harness/run/left_behind.h"
#include "harness/run/sampler.h"

static const int stop_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

static pid_t launch(struct rcc_launch *l)
{
	pid_t pid;

	/* The child overwrites both times before it calls execve(2).  Under
	 * valgrind, vfork(2) works like fork(2), so the times that are set here
	 * stay. */
	l->start_unix_ns = rcc_clock_unix_ns();
	l->start_mono_ns = rcc_clock_now_ns();
	l->error_number = 0;
	pid = vfork();
	if (pid == 0) {
		rcc_launch_set_up(l);
		rcc_launch_execute(l);
	}
	return pid;
}

/* Wait until the program has ended.  Kill it if rcc_launch_must_end() says
 * so. */
static int wait_for(struct rcc_real_executor *r, const struct rcc_launch *l,
		    pid_t pid, struct rcc_exec_result *result, int *wstatus,
		    struct rusage *usage)
{
	struct pollfd poll_fd = {.fd = r->signal_fd, .events = POLLIN};
	bool is_killed = false;

	for (;;) {
		int64_t elapsed_ns;
		pid_t done = rcc_launch_reap(r, l->request, pid, wstatus, usage,
					     result);

		elapsed_ns = rcc_clock_now_ns() - l->start_mono_ns;
		if (done == pid) {
			result->wall_ns = elapsed_ns;
			break;
		}
		if (done < 0 && errno != EINTR)
			return RCC_ESYS;
		if (!is_killed &&
		    rcc_launch_must_end(r, l, elapsed_ns, &result->ended)) {
			kill(-pid, SIGKILL);
			is_killed = true;
		}
		poll(&poll_fd, 1,
		     is_killed ? RCC_LAUNCH_CHECK_MS
			       : rcc_launch_poll_ms(l->request, elapsed_ns));
		rcc_launch_take_signals(r);
		if (l->request->sampler != NULL)
			rcc_sampler_drain(l->request->sampler);
	}
	/* The program may have exceeded the output limit since the last
	 * check. */
	if (!is_killed && rcc_launch_has_too_much_output(l)) {
		result->ended = RCC_ENDED_OUTPUT;
		is_killed = true;
	}
	if (!is_killed)
		result->ended = rcc_process_end(*wstatus).signal != 0
					? RCC_ENDED_SIGNALLED
					: RCC_ENDED_EXITED;
	return 0;
}

/* Tell the guardian which study has put a layout's files in the place of the
 * build's files.  `study` is the directory of that study, or NULL if no study
 * has done so. */
static void guard_exchange(struct rcc_real_executor *r, const char *study)
{
	snprintf(r->guardian.guarded->exchanged_in,
		 sizeof(r->guardian.guarded->exchanged_in), "%s",
		 study != NULL ? study : "");
}

static int run_alone(struct rcc_real_executor *r,
		     const struct rcc_exec_request *request,
		     struct rcc_exec_result *result)
{
	struct rcc_launch l = {
		.request = request,
		.output = request->is_helper ? &r->helper : &r->program,
		.n_stops_ignored = request->runs_after_stop ? r->n_stops : 0,
		.mask = &r->mask_before,
		.session = &r->guardian.guarded->session[0]};
	struct rusage usage = {0};
	int status = RCC_ESYS;
	int wstatus = 0;
	pid_t pid = -1;

	memset(result, 0, sizeof(*result));
	result->stdout_fd = l.output->stdout_fd;
	result->stderr_fd = l.output->stderr_fd;
	if (rcc_output_truncate(l.output) != 0)
		return RCC_ESYS;
	l.stdin_fd = rcc_launch_open_input(r, request);
	if (l.stdin_fd < 0)
		return RCC_ESYS;
	if (request->sampler != NULL)
		rcc_sampler_begin(request->sampler);
	rcc_launch_begin_scheduling(r, request);
	if (rcc_perf_open(request->counter, request->n_counters, 0) == 0)
		pid = launch(&l);
	if (pid > 0)
		status = wait_for(r, &l, pid, result, &wstatus, &usage);
	rcc_launch_close_input(r, l.stdin_fd);
	if (status == 0)
		rcc_left_behind_kill(&pid, &result->n_left_behind, 1);
	rcc_perf_close(request->counter, request->n_counters);
	if (request->sampler != NULL)
		rcc_sampler_end(request->sampler);
	if (status != 0)
		return status;
	*l.session = 0;
	rcc_launch_fill_result(result, &l, wstatus, &usage);
	return 0;
}

static int run_real(void *self, const struct rcc_exec_request *request,
		    struct rcc_exec_result *result)
{
	struct rcc_real_executor *r = self;
	int status;

	/* A child that mounts files must be made by fork(2), as in
	 * execute_together.c, and not by vfork(2) (mount_over.h). */
	if (request->mount_from != NULL)
		return rcc_execute_together(self, request, result, 1);
	guard_exchange(r, request->exchanged_in);
	status = run_alone(r, request, result);
	guard_exchange(r, NULL);
	return status;
}

static void pause_real(void *self, int64_t ns)
{
	struct rcc_real_executor *r = self;
	struct pollfd poll_fd = {.fd = r->signal_fd, .events = POLLIN};
	const int64_t end_ns = rcc_clock_now_ns() + ns;
	const int n_stops = r->n_stops;
	int64_t left_ms = ns / 1000000;

	while (left_ms >= 0 && r->n_stops == n_stops) {
		poll(&poll_fd, 1, left_ms < 1000000 ? (int)left_ms : 1000000);
		rcc_launch_take_signals(r);
		if (left_ms == 0)
			break;
		left_ms = (end_ns - rcc_clock_now_ns()) / 1000000;
	}
}

static int64_t now_real(void *self)
{
	(void)self;
	return rcc_clock_now_ns();
}

/* If the kernel does not say, return true. */
static bool may_use_real(void *self, const cpu_set_t *cpus)
{
	cpu_set_t both;

	(void)self;
	if (sched_getaffinity(0, sizeof(both), &both) != 0)
		return true;
	CPU_AND(&both, &both, cpus);
	return CPU_EQUAL(&both, cpus) != 0;
}

static int stop_wanted_real(void *self)
{
	struct rcc_real_executor *r = self;

	rcc_launch_take_signals(r);
	return r->n_stops > 2 ? 2 : r->n_stops;
}

/* Return whether a signal is ignored.  nohup and a shell's "&" make a process
 * ignore signals, and the executor does not change that. */
static bool is_ignored(int number)
{
	struct sigaction action;

	return sigaction(number, NULL, &action) == 0 &&
	       action.sa_handler == SIG_IGN;
}

static void close_fd(int fd)
{
	if (fd >= 0)
		close(fd);
}

static void block_signals(struct rcc_real_executor *r, sigset_t *set)
{
	sigemptyset(set);
	for (size_t i = 0; i < sizeof(stop_signals) / sizeof(int); i++)
		if (!is_ignored(stop_signals[i]))
			sigaddset(set, stop_signals[i]);
	sigaddset(set, SIGCHLD);
	/* A parent may have made this process ignore SIGCHLD.  The exit status
	 * of the programs would then be lost. */
	signal(SIGCHLD, SIG_DFL);
	sigprocmask(SIG_BLOCK, set, &r->mask_before);
}

/* Open what the executor needs.  Start the guardian before this process becomes
 * a subreaper, so that the guardian does not become a child of this process. */
static int open_real(struct rcc_real_executor *r, const sigset_t *set)
{
	if (rcc_guardian_start(&r->guardian) != 0 ||
	    rcc_output_open(&r->program, &r->guardian) != 0 ||
	    rcc_output_open(&r->helper, &r->guardian) != 0)
		return RCC_ESYS;
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	r->signal_fd = signalfd(-1, set, SFD_CLOEXEC | SFD_NONBLOCK);
	r->null_fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
	return r->signal_fd < 0 || r->null_fd < 0 ? RCC_ESYS : 0;
}

int rcc_execute_real(struct rcc_executor *executor)
{
	struct rcc_real_executor *r = rcc_mem_calloc(1, sizeof(*r));
	sigset_t set;
	int error_number;

	*r = (struct rcc_real_executor){
		.program = {-1, -1},
		.helper = {-1, -1},
		.null_fd = -1,
		.signal_fd = -1,
		.guardian = {.watch = -1},
	};
	*executor = (struct rcc_executor){
		.run = run_real,
		.run_together = rcc_execute_together,
		.pause = pause_real,
		.now_ns = now_real,
		.stop_wanted = stop_wanted_real,
		.may_use = may_use_real,
		.self = r,
	};
	block_signals(r, &set);
	if (open_real(r, &set) == 0)
		return 0;
	error_number = errno;
	rcc_execute_real_release(executor);
	errno = error_number;
	return RCC_ESYS;
}

int rcc_execute_stop_signal(const struct rcc_executor *executor)
{
	const struct rcc_real_executor *r = executor->self;

	return r->stop_signal;
}

void rcc_execute_real_release(struct rcc_executor *executor)
{
	struct rcc_real_executor *r = executor->self;

	if (r == NULL)
		return;
	prctl(PR_SET_CHILD_SUBREAPER, 0);
	rcc_guardian_end(&r->guardian);
	rcc_output_close(&r->program);
	rcc_output_close(&r->helper);
	for (size_t i = 0; i < r->n_together; i++)
		rcc_output_close(&r->together[i]);
	close_fd(r->signal_fd);
	close_fd(r->null_fd);
	sigprocmask(SIG_SETMASK, &r->mask_before, NULL);
	free(r);
	executor->self = NULL;
}
