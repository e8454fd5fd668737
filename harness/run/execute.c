/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The executor that starts processes.
 *
 * The clock runs from the instruction before execve(2) in the child to our
 * return from poll(2), so it does not include the preparation of a run.
 * vfork(2) makes the child: it costs the same however much memory this process
 * holds, and the child can write its start time where the parent reads it.
 *
 * Output goes to files in memory.  So no disk is written and no reader competes
 * while a program is measured, and the output can be compared afterwards.
 *
 * Each program gets a session of its own.  It has no terminal, and the
 * terminal's signals do not reach it.
 */
#include "harness/run/execute.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "common/clock.h"
#include "common/diag.h"
#include "common/mem.h"
#include "common/process.h"
#include "harness/run/guardian.h"

/* The interval at which the amount of output is checked. */
#define CHECK_MS 100
/* How many times to look for processes that keep forking after their parent has
 * ended. */
#define CHASE_ROUNDS 2000

/* Files for what a process writes; -1: not open. */
struct output {
	int stdout_fd;
	int stderr_fd;
};

struct real {
	struct output program;
	struct output helper;
	int null_fd;
	int signal_fd;
	struct rcc_guardian guardian;
	int n_stops;
	int stop_signal;
	sigset_t mask_before;
};

/* Shared between the vfork'ed child and its parent. */
struct launch {
	const struct rcc_exec_request *request;
	const struct output *output;
	const sigset_t *mask;
	volatile pid_t *session;
	int stdin_fd;
	volatile int64_t start_mono_ns;
	volatile int64_t start_unix_ns;
	volatile int error_number;
	const char *volatile refused;
};

static int64_t timeval_ns(struct timeval t)
{
	return (int64_t)t.tv_sec * 1000000000 + (int64_t)t.tv_usec * 1000;
}

static const int stop_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

/* Runs in the child, which shares our memory: system calls only. */
static void child(struct launch *l)
{
	const struct rcc_exec_request *q = l->request;

	setsid();
	*l->session = getpid();
	/* If we are killed, the program must end too, or it would disturb the
	 * next measurement. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	signal(SIGPIPE, SIG_DFL);
	if (dup2(l->stdin_fd, 0) < 0 || dup2(l->output->stdout_fd, 1) < 0 ||
	    dup2(l->output->stderr_fd, 2) < 0) {
		l->error_number = errno;
		_exit(127);
	}
	if (q->directory != NULL && chdir(q->directory) != 0) {
		l->error_number = errno;
		l->refused = "the working directory";
		_exit(127);
	}
	if (q->control != NULL) {
		l->refused = rcc_process_control_apply(q->control);
		if (l->refused != NULL) {
			l->error_number = errno;
			_exit(127);
		}
	}
	sigprocmask(SIG_SETMASK, l->mask, NULL);
	l->start_unix_ns = rcc_clock_unix_ns();
	l->start_mono_ns = rcc_clock_now_ns();
	execve(q->argv[0], q->argv, q->envp);
	l->error_number = errno;
	_exit(127);
}

static pid_t launch(struct launch *l)
{
	pid_t pid;

	/* The child overwrites these, unless vfork acts as fork (valgrind). */
	l->start_unix_ns = rcc_clock_unix_ns();
	l->start_mono_ns = rcc_clock_now_ns();
	l->error_number = 0;
	pid = vfork();
	if (pid == 0)
		child(l);
	return pid;
}

/* Take the pending signals and count those that ask us to stop. */
static void take_signals(struct real *r)
{
	struct signalfd_siginfo info;

	while (read(r->signal_fd, &info, sizeof(info)) ==
	       (ssize_t)sizeof(info)) {
		if (info.ssi_signo == SIGCHLD)
			continue;
		/* The first ^C ends the study after this run, the second at
		 * once.  Other signals come from a system that does not wait:
		 * they count as two. */
		r->n_stops += info.ssi_signo == SIGINT ? 1 : 2;
		r->stop_signal = (int)info.ssi_signo;
		if (r->n_stops == 1)
			rcc_warn("interrupted: ending after the current run "
				 "(interrupt again to kill it)");
	}
}

static int64_t size_of(int fd)
{
	struct stat st;

	return fstat(fd, &st) == 0 ? (int64_t)st.st_size : 0;
}

static bool has_too_much_output(const struct launch *l)
{
	return size_of(l->output->stdout_fd) > l->request->output_limit ||
	       size_of(l->output->stderr_fd) > l->request->output_limit;
}

/* Whether the program must be killed; sets *why. */
static bool must_end(const struct real *r, const struct launch *l,
		     int64_t elapsed_ns, enum rcc_ended *why)
{
	const int64_t limit_ns = l->request->timeout_ns;

	if (limit_ns > 0 && elapsed_ns >= limit_ns)
		*why = RCC_ENDED_TIMEOUT;
	else if (has_too_much_output(l))
		*why = RCC_ENDED_OUTPUT;
	else if (r->n_stops >= 2)
		*why = RCC_ENDED_ABANDONED;
	else
		return false;
	return true;
}

static int poll_ms(const struct rcc_exec_request *q, int64_t elapsed_ns)
{
	int64_t left_ms;

	if (q->timeout_ns <= 0)
		return CHECK_MS;
	left_ms = (q->timeout_ns - elapsed_ns) / 1000000 + 1;
	return left_ms < CHECK_MS ? (int)left_ms : CHECK_MS;
}

/* Wait until the program ends, or kill it if it must end. */
static int wait_for(struct real *r, const struct launch *l, pid_t pid,
		    struct rcc_exec_result *result, int *wstatus,
		    struct rusage *usage)
{
	struct pollfd poll_fd = {.fd = r->signal_fd, .events = POLLIN};
	bool is_killed = false;

	for (;;) {
		int64_t elapsed_ns;
		pid_t done = wait4(pid, wstatus, WNOHANG, usage);

		elapsed_ns = rcc_clock_now_ns() - l->start_mono_ns;
		if (done == pid) {
			result->wall_ns = elapsed_ns;
			break;
		}
		if (done < 0 && errno != EINTR)
			return RCC_ESYS;
		if (!is_killed && must_end(r, l, elapsed_ns, &result->ended)) {
			kill(-pid, SIGKILL);
			is_killed = true;
		}
		poll(&poll_fd, 1,
		     is_killed ? CHECK_MS : poll_ms(l->request, elapsed_ns));
		take_signals(r);
	}
	/* It may have exceeded the limit since the last check. */
	if (!is_killed && has_too_much_output(l)) {
		result->ended = RCC_ENDED_OUTPUT;
		is_killed = true;
	}
	if (!is_killed)
		result->ended = rcc_process_end(*wstatus).signal != 0
					? RCC_ENDED_SIGNALLED
					: RCC_ENDED_EXITED;
	return 0;
}

/* The id of one of our children, or 0.  As a subreaper we are the parent of
 * every process that the program has orphaned. */
static pid_t find_child(void)
{
	char text[32] = "";
	FILE *f = fopen("/proc/thread-self/children", "re");
	long pid = 0;

	if (f != NULL) {
		if (fgets(text, sizeof(text), f) != NULL)
			pid = strtol(text, NULL, 10);
		fclose(f);
	}
	return (pid_t)pid;
}

/* Kill the processes that the program left behind: first its session, then one
 * by one those that have left the session.  Each of them may orphan more. */
static int kill_left_behind(pid_t session)
{
	const struct timespec pause = {.tv_nsec = 1000000};
	int n_killed = 0;

	for (int round = 0; round < CHASE_ROUNDS; round++) {
		pid_t pid;

		kill(-session, SIGKILL);
		pid = waitpid(-1, NULL, WNOHANG);
		if (pid < 0)
			break; /* no children, which is the usual case */
		if (pid > 0) {
			n_killed++;
			continue;
		}
		pid = find_child();
		if (pid > 0)
			kill(pid, SIGKILL);
		nanosleep(&pause, NULL);
	}
	return n_killed;
}

/* A process inherits the peak of its parent, which is us.  So the peak of a
 * program that needs less memory than we do is unknown: -1. */
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

static int truncate_output(const struct output *r)
{
	if (ftruncate(r->stdout_fd, 0) != 0 || ftruncate(r->stderr_fd, 0) != 0)
		return RCC_ESYS;
	if (lseek(r->stdout_fd, 0, SEEK_SET) < 0 ||
	    lseek(r->stderr_fd, 0, SEEK_SET) < 0)
		return RCC_ESYS;
	return 0;
}

static int run_real(void *self, const struct rcc_exec_request *request,
		    struct rcc_exec_result *result)
{
	struct real *r = self;
	struct launch l = {.request = request,
			   .output = request->is_helper ? &r->helper
							: &r->program,
			   .mask = &r->mask_before,
			   .session = r->guardian.session,
			   .stdin_fd = r->null_fd};
	struct rusage usage = {0};
	int status = RCC_ESYS;
	int wstatus = 0;
	pid_t pid = -1;

	memset(result, 0, sizeof(*result));
	result->stdout_fd = l.output->stdout_fd;
	result->stderr_fd = l.output->stderr_fd;
	if (truncate_output(l.output) != 0)
		return RCC_ESYS;
	if (request->stdin_path != NULL)
		l.stdin_fd = open(request->stdin_path, O_RDONLY | O_CLOEXEC);
	if (l.stdin_fd < 0)
		return RCC_ESYS;
	if (rcc_perf_open(request->counter, request->n_counters) == 0)
		pid = launch(&l);
	if (pid > 0)
		status = wait_for(r, &l, pid, result, &wstatus, &usage);
	if (l.stdin_fd != r->null_fd)
		close(l.stdin_fd);
	if (status == 0)
		result->n_left_behind = kill_left_behind(pid);
	rcc_perf_close(request->counter, request->n_counters);
	if (status != 0)
		return status;
	*r->guardian.session = 0;
	result->start_ns = l.start_unix_ns;
	result->error_number = l.error_number;
	result->refused = l.refused;
	if (l.error_number != 0)
		result->ended = RCC_ENDED_NOT_STARTED;
	result->exit_status = rcc_process_end(wstatus).exit_status;
	result->signal = rcc_process_end(wstatus).signal;
	fill_usage(result, &usage);
	return 0;
}

static void pause_real(void *self, int64_t ns)
{
	struct real *r = self;
	struct pollfd poll_fd = {.fd = r->signal_fd, .events = POLLIN};
	const int64_t end_ns = rcc_clock_now_ns() + ns;
	const int n_stops = r->n_stops;
	int64_t left_ms = ns / 1000000;

	while (left_ms >= 0 && r->n_stops == n_stops) {
		poll(&poll_fd, 1, left_ms < 1000000 ? (int)left_ms : 1000000);
		take_signals(r);
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
	struct real *r = self;

	take_signals(r);
	return r->n_stops > 2 ? 2 : r->n_stops;
}

/* A signal that nohup, or a shell's "&", has set to be ignored stays
 * ignored. */
static bool is_ignored(int number)
{
	struct sigaction action;

	return sigaction(number, NULL, &action) == 0 &&
	       action.sa_handler == SIG_IGN;
}

static int open_output(struct output *output)
{
	output->stdout_fd = memfd_create("stdout", MFD_CLOEXEC);
	output->stderr_fd = memfd_create("stderr", MFD_CLOEXEC);
	return output->stdout_fd < 0 || output->stderr_fd < 0 ? RCC_ESYS : 0;
}

static int start_guardian(struct real *r)
{
	const int output[] = {r->program.stdout_fd, r->program.stderr_fd,
			      r->helper.stdout_fd, r->helper.stderr_fd};

	return rcc_guardian_start(&r->guardian, output,
				  sizeof(output) / sizeof(output[0]));
}

static void close_fd(int fd)
{
	if (fd >= 0)
		close(fd);
}

static void close_output(const struct output *output)
{
	close_fd(output->stdout_fd);
	close_fd(output->stderr_fd);
}

static void block_signals(struct real *r, sigset_t *set)
{
	sigemptyset(set);
	for (size_t i = 0; i < sizeof(stop_signals) / sizeof(int); i++)
		if (!is_ignored(stop_signals[i]))
			sigaddset(set, stop_signals[i]);
	sigaddset(set, SIGCHLD);
	/* An inherited "ignore" would lose the programs' status. */
	signal(SIGCHLD, SIG_DFL);
	sigprocmask(SIG_BLOCK, set, &r->mask_before);
}

/* The guardian must not become our child, so it starts before we are a
 * subreaper. */
static int open_real(struct real *r, const sigset_t *set)
{
	if (open_output(&r->program) != 0 || open_output(&r->helper) != 0 ||
	    start_guardian(r) != 0)
		return RCC_ESYS;
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	r->signal_fd = signalfd(-1, set, SFD_CLOEXEC | SFD_NONBLOCK);
	r->null_fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
	return r->signal_fd < 0 || r->null_fd < 0 ? RCC_ESYS : 0;
}

int rcc_execute_real(struct rcc_executor *executor)
{
	struct real *r = rcc_mem_calloc(1, sizeof(*r));
	sigset_t set;
	int error_number;

	*r = (struct real){
		.program = {-1, -1},
		.helper = {-1, -1},
		.null_fd = -1,
		.signal_fd = -1,
		.guardian = {.fd = -1},
	};
	*executor = (struct rcc_executor){
		.run = run_real,
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
	const struct real *r = executor->self;

	return r->stop_signal;
}

void rcc_execute_real_release(struct rcc_executor *executor)
{
	struct real *r = executor->self;

	if (r == NULL)
		return;
	prctl(PR_SET_CHILD_SUBREAPER, 0);
	rcc_guardian_end(&r->guardian);
	close_output(&r->program);
	close_output(&r->helper);
	close_fd(r->signal_fd);
	close_fd(r->null_fd);
	sigprocmask(SIG_SETMASK, &r->mask_before, NULL);
	free(r);
	executor->self = NULL;
}
