/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Start processes and measure them.
 *
 * The measured time begins at the instruction before execve(2) in the child and
 * ends when poll(2) returns in the parent.  The preparation of a run is
 * therefore not included.  vfork(2) makes the child: its cost does not depend
 * on how much memory randstudy holds, and the child can write its start time
 * where the parent reads it.
 *
 * Output is written to files in memory.  While a program is measured, no disk
 * is written and no reader competes for a CPU; and the output can be compared
 * afterwards.
 *
 * Each program runs in a session of its own, so that it has no terminal and the
 * terminal's signals do not reach it.
 */
#include "harness/run/execute.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/clock.h"
#include "common/diag.h"
#include "common/mem.h"
#include "common/process.h"
#include "harness/run/execute_private.h"
#include "harness/run/left_behind.h"
#include "harness/run/mount_over.h"
#include "harness/run/sampler.h"

static int64_t timeval_ns(struct timeval t)
{
	return (int64_t)t.tv_sec * 1000000000 + (int64_t)t.tv_usec * 1000;
}

static const int stop_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

static void end_child(struct rcc_launch *l, const char *refused)
{
	l->error_number = errno;
	l->refused = refused;
	_exit(127);
}

void rcc_launch_set_up(struct rcc_launch *l)
{
	const struct rcc_exec_request *q = l->request;
	const char *refused = NULL;

	setsid();
	*l->session = getpid();
	/* If randstudy is killed, the program must end too, or it would disturb
	 * the next measurement. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	signal(SIGPIPE, SIG_DFL);
	if (dup2(l->stdin_fd, 0) < 0 || dup2(l->output->stdout_fd, 1) < 0 ||
	    dup2(l->output->stderr_fd, 2) < 0)
		end_child(l, NULL);
	if (q->mount_from != NULL &&
	    rcc_mount_over(q->mount_from, q->mount_to) != 0)
		end_child(l, "the program's own path");
	if (q->directory != NULL && chdir(q->directory) != 0)
		end_child(l, "the working directory");
	if (q->control != NULL)
		refused = rcc_process_control_apply(q->control);
	if (refused != NULL)
		end_child(l, refused);
	sigprocmask(SIG_SETMASK, l->mask, NULL);
}

void rcc_launch_execute(struct rcc_launch *l)
{
	const struct rcc_exec_request *q = l->request;

	l->start_unix_ns = rcc_clock_unix_ns();
	l->start_mono_ns = rcc_clock_now_ns();
	execve(q->argv[0], q->argv, q->envp);
	end_child(l, NULL);
}

static pid_t launch(struct rcc_launch *l)
{
	pid_t pid;

	/* The child sets the two times again, unless vfork(2) works like
	 * fork(2), as under valgrind. */
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

void rcc_execute_take_signals(struct rcc_real_executor *r)
{
	struct signalfd_siginfo info;

	while (read(r->signal_fd, &info, sizeof(info)) ==
	       (ssize_t)sizeof(info)) {
		if (info.ssi_signo == SIGCHLD)
			continue;
		/* The first ^C ends the study after the current run, and the
		 * second one at once.  Other signals come from a system that
		 * does not wait, so they count as two. */
		r->n_stops += info.ssi_signo == SIGINT ? 1 : 2;
		r->stop_signal = (int)info.ssi_signo;
		if (r->n_stops == 1)
			rcc_warn("interrupted: ending after the current run "
				 "(interrupt again to kill it)");
	}
}

/* Read from the kernel how long the main thread of an ended process computed
 * and waited for a CPU. */
static void read_scheduling(pid_t pid, struct rcc_exec_result *result)
{
	char path[64], line[128];
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/schedstat", (int)pid);
	f = fopen(path, "re");
	if (f == NULL)
		return;
	if (fgets(line, sizeof(line), f) != NULL) {
		char *rest;

		result->main_thread_ns = strtoll(line, &rest, 10);
		result->queue_ns = strtoll(rest, NULL, 10);
	}
	fclose(f);
}

/* Read from the kernel how many bytes an ended process wrote. */
static void read_io(pid_t pid, struct rcc_exec_result *result)
{
	char path[64];
	char line[128];
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/io", (int)pid);
	f = fopen(path, "re");
	if (f == NULL)
		return;
	while (fgets(line, sizeof(line), f) != NULL)
		if (strncmp(line, "wchar: ", 7) == 0)
			result->written_bytes = strtoll(line + 7, NULL, 10);
	fclose(f);
}

static int64_t size_of(int fd)
{
	struct stat st;

	return fstat(fd, &st) == 0 ? (int64_t)st.st_size : 0;
}

bool rcc_execute_has_too_much_output(const struct rcc_launch *l)
{
	return size_of(l->output->stdout_fd) > l->request->output_limit ||
	       size_of(l->output->stderr_fd) > l->request->output_limit;
}

bool rcc_execute_must_end(const struct rcc_real_executor *r,
			  const struct rcc_launch *l, int64_t elapsed_ns,
			  enum rcc_ended *why)
{
	const int64_t limit_ns = l->request->timeout_ns;

	if (limit_ns > 0 && elapsed_ns >= limit_ns)
		*why = RCC_ENDED_TIMEOUT;
	else if (rcc_execute_has_too_much_output(l))
		*why = RCC_ENDED_OUTPUT;
	else if (r->n_stops >= 2)
		*why = RCC_ENDED_ABANDONED;
	else
		return false;
	return true;
}

int rcc_execute_poll_ms(const struct rcc_exec_request *q, int64_t elapsed_ns)
{
	int64_t left_ms;

	if (q->timeout_ns <= 0)
		return RCC_EXECUTE_CHECK_MS;
	left_ms = (q->timeout_ns - elapsed_ns) / 1000000 + 1;
	return left_ms < RCC_EXECUTE_CHECK_MS ? (int)left_ms
					      : RCC_EXECUTE_CHECK_MS;
}

pid_t rcc_execute_reap(const struct rcc_exec_request *q, pid_t pid,
		       int *wstatus, struct rusage *usage,
		       struct rcc_exec_result *result)
{
	siginfo_t info = {0};

	/* Read these numbers before the process is reaped, since they are lost
	 * then. */
	if (q->has_scheduling) {
		if (waitid(P_PID, (id_t)pid, &info,
			   WEXITED | WNOHANG | WNOWAIT) == 0 &&
		    info.si_pid == 0)
			return 0;
		read_scheduling(pid, result);
		read_io(pid, result);
	}
	return wait4(pid, wstatus, WNOHANG, usage);
}

/* Wait until the program has ended.  Kill it if it must end. */
static int wait_for(struct rcc_real_executor *r, const struct rcc_launch *l,
		    pid_t pid, struct rcc_exec_result *result, int *wstatus,
		    struct rusage *usage)
{
	struct pollfd poll_fd = {.fd = r->signal_fd, .events = POLLIN};
	bool is_killed = false;

	for (;;) {
		int64_t elapsed_ns;
		pid_t done = rcc_execute_reap(l->request, pid, wstatus, usage,
					      result);

		elapsed_ns = rcc_clock_now_ns() - l->start_mono_ns;
		if (done == pid) {
			result->wall_ns = elapsed_ns;
			break;
		}
		if (done < 0 && errno != EINTR)
			return RCC_ESYS;
		if (!is_killed &&
		    rcc_execute_must_end(r, l, elapsed_ns, &result->ended)) {
			kill(-pid, SIGKILL);
			is_killed = true;
		}
		poll(&poll_fd, 1,
		     is_killed ? RCC_EXECUTE_CHECK_MS
			       : rcc_execute_poll_ms(l->request, elapsed_ns));
		rcc_execute_take_signals(r);
		if (l->request->sampler != NULL)
			rcc_sampler_drain(l->request->sampler);
	}
	/* It may have exceeded the output limit since the last check. */
	if (!is_killed && rcc_execute_has_too_much_output(l)) {
		result->ended = RCC_ENDED_OUTPUT;
		is_killed = true;
	}
	if (!is_killed)
		result->ended = rcc_process_end(*wstatus).signal != 0
					? RCC_ENDED_SIGNALLED
					: RCC_ENDED_EXITED;
	return 0;
}

/* Return the peak memory of a program, or -1 if it is unknown.  A process
 * inherits the peak of its parent, which is randstudy.  The number is therefore
 * unknown if the program needs less memory than randstudy. */
static int64_t peak_memory_kib(const struct rusage *u)
{
	struct rusage own;

	getrusage(RUSAGE_SELF, &own);
	return u->ru_maxrss > own.ru_maxrss ? u->ru_maxrss : -1;
}

static void fill_usage(struct rcc_exec_result *result, const struct rusage *u)
{
	result->user_ns = timeval_ns(u->ru_utime);
	result->system_ns = timeval_ns(u->ru_stime);
	result->max_rss_kib = peak_memory_kib(u);
	result->minor_faults = u->ru_minflt;
	result->major_faults = u->ru_majflt;
	result->voluntary_switches = u->ru_nvcsw;
	result->involuntary_switches = u->ru_nivcsw;
}

int rcc_output_truncate(const struct rcc_output *r)
{
	if (ftruncate(r->stdout_fd, 0) != 0 || ftruncate(r->stderr_fd, 0) != 0)
		return RCC_ESYS;
	if (lseek(r->stdout_fd, 0, SEEK_SET) < 0 ||
	    lseek(r->stderr_fd, 0, SEEK_SET) < 0)
		return RCC_ESYS;
	return 0;
}

int rcc_execute_open_input(const struct rcc_real_executor *r,
			   const struct rcc_exec_request *q)
{
	return q->stdin_path != NULL ? open(q->stdin_path, O_RDONLY | O_CLOEXEC)
				     : r->null_fd;
}

void rcc_execute_close_input(const struct rcc_real_executor *r, int fd)
{
	if (fd >= 0 && fd != r->null_fd)
		close(fd);
}

void rcc_execute_fill_result(struct rcc_exec_result *result,
			     const struct rcc_launch *l, int wstatus,
			     const struct rusage *usage)
{
	result->start_ns = l->start_unix_ns;
	result->error_number = l->error_number;
	result->refused = l->refused;
	if (l->error_number != 0)
		result->ended = RCC_ENDED_NOT_STARTED;
	result->exit_status = rcc_process_end(wstatus).exit_status;
	result->signal = rcc_process_end(wstatus).signal;
	fill_usage(result, usage);
}

/* Tell the guardian which study exchanges files; NULL if none does. */
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
	struct rcc_launch l = {.request = request,
			       .output = request->is_helper ? &r->helper
							    : &r->program,
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
	l.stdin_fd = rcc_execute_open_input(r, request);
	if (l.stdin_fd < 0)
		return RCC_ESYS;
	if (request->sampler != NULL)
		rcc_sampler_begin(request->sampler);
	if (rcc_perf_open(request->counter, request->n_counters, 0) == 0)
		pid = launch(&l);
	if (pid > 0)
		status = wait_for(r, &l, pid, result, &wstatus, &usage);
	rcc_execute_close_input(r, l.stdin_fd);
	if (status == 0)
		rcc_left_behind_kill(&pid, &result->n_left_behind, 1);
	rcc_perf_close(request->counter, request->n_counters);
	if (request->sampler != NULL)
		rcc_sampler_end(request->sampler);
	if (status != 0)
		return status;
	*l.session = 0;
	rcc_execute_fill_result(result, &l, wstatus, &usage);
	return 0;
}

static int run_real(void *self, const struct rcc_exec_request *request,
		    struct rcc_exec_result *result)
{
	struct rcc_real_executor *r = self;
	int status;

	/* A process in a mount namespace of its own must be made by fork(2),
	 * not vfork(2). */
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
		rcc_execute_take_signals(r);
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

static int stop_wanted_real(void *self)
{
	struct rcc_real_executor *r = self;

	rcc_execute_take_signals(r);
	return r->n_stops > 2 ? 2 : r->n_stops;
}

/* Return whether a signal is ignored, because of nohup or a shell's "&".  Such
 * a signal stays ignored. */
static bool is_ignored(int number)
{
	struct sigaction action;

	return sigaction(number, NULL, &action) == 0 &&
	       action.sa_handler == SIG_IGN;
}

int rcc_output_open(struct rcc_output *output, struct rcc_guardian *guardian)
{
	output->stdout_fd = memfd_create("stdout", MFD_CLOEXEC);
	output->stderr_fd = memfd_create("stderr", MFD_CLOEXEC);
	if (output->stdout_fd < 0 || output->stderr_fd < 0 ||
	    rcc_guardian_add_output(guardian, output->stdout_fd) != 0)
		return RCC_ESYS;
	return rcc_guardian_add_output(guardian, output->stderr_fd);
}

static void close_fd(int fd)
{
	if (fd >= 0)
		close(fd);
}

void rcc_output_close(const struct rcc_output *output)
{
	close_fd(output->stdout_fd);
	close_fd(output->stderr_fd);
}

static void block_signals(struct rcc_real_executor *r, sigset_t *set)
{
	sigemptyset(set);
	for (size_t i = 0; i < sizeof(stop_signals) / sizeof(int); i++)
		if (!is_ignored(stop_signals[i]))
			sigaddset(set, stop_signals[i]);
	sigaddset(set, SIGCHLD);
	/* If SIGCHLD were ignored, as a parent may have set it, the status of
	 * the programs would be lost. */
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
		.guardian = {.fd = -1},
	};
	*executor = (struct rcc_executor){
		.run = run_real,
		.run_together = rcc_execute_together,
		.pause = pause_real,
		.now_ns = now_real,
		.stop_wanted = stop_wanted_real,
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
