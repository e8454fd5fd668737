/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/launch.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/clock.h"
#include "common/diag.h"
#include "common/process.h"
#include "harness/run/mount_over.h"
#include "harness/run/proc.h"
#include "harness/run/ready.h"

/* With has_scheduling, randstudy looks at the program's processes this often. */
#define LOOK_MS 4

/* ---- Output and input -------------------------------------------------- */

int rcc_output_open(struct rcc_output *output, struct rcc_guardian *guardian)
{
	output->stdout_fd = memfd_create("stdout", MFD_CLOEXEC);
	output->stderr_fd = memfd_create("stderr", MFD_CLOEXEC);
	if (output->stdout_fd < 0 || output->stderr_fd < 0 ||
	    rcc_guardian_add_output(guardian, output->stdout_fd) != 0)
		return RCC_ESYS;
	return rcc_guardian_add_output(guardian, output->stderr_fd);
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

int rcc_launch_open_input(const struct rcc_real_executor *r,
			  const struct rcc_exec_request *q)
{
	return q->stdin_path != NULL ? open(q->stdin_path, O_RDONLY | O_CLOEXEC)
				     : r->null_fd;
}

void rcc_launch_close_input(const struct rcc_real_executor *r, int fd)
{
	if (fd >= 0 && fd != r->null_fd)
		close(fd);
}

/* ---- The child --------------------------------------------------------- */

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
	/* Let the kernel kill this process if randstudy is killed.  Otherwise
	 * it would disturb the next measurement. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	signal(SIGPIPE, SIG_DFL);
	if (dup2(l->stdin_fd, 0) < 0 || dup2(l->output->stdout_fd, 1) < 0 ||
	    dup2(l->output->stderr_fd, 2) < 0)
		end_child(l, "the standard input and output");
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

/* ---- Watching ---------------------------------------------------------- */

void rcc_launch_take_signals(struct rcc_real_executor *r)
{
	struct signalfd_siginfo info;

	while (read(r->signal_fd, &info, sizeof(info)) ==
	       (ssize_t)sizeof(info)) {
		if (info.ssi_signo == SIGCHLD)
			continue;
		/* The first ^C ends the study after the current run, and the
		 * second ^C at once.  Any other signal counts as two, because
		 * its sender does not wait. */
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

bool rcc_launch_has_too_much_output(const struct rcc_launch *l)
{
	return size_of(l->output->stdout_fd) > l->request->output_limit ||
	       size_of(l->output->stderr_fd) > l->request->output_limit;
}

bool rcc_launch_must_end(const struct rcc_real_executor *r,
			 const struct rcc_launch *l, int64_t elapsed_ns,
			 enum rcc_ended *why)
{
	const int64_t limit_ns = l->request->timeout_ns;

	if (limit_ns > 0 && elapsed_ns >= limit_ns)
		*why = RCC_ENDED_TIMEOUT;
	else if (rcc_launch_has_too_much_output(l))
		*why = RCC_ENDED_OUTPUT;
	else if (r->n_stops >= 2 && r->n_stops > l->n_stops_ignored)
		*why = RCC_ENDED_ABANDONED;
	else
		return false;
	return true;
}

int rcc_launch_poll_ms(const struct rcc_exec_request *q, int64_t elapsed_ns)
{
	const int check_ms = q->has_scheduling ? LOOK_MS : RCC_LAUNCH_CHECK_MS;
	int64_t left_ms;

	if (q->timeout_ns <= 0)
		return check_ms;
	left_ms = (q->timeout_ns - elapsed_ns) / 1000000 + 1;
	return left_ms < check_ms ? (int)left_ms : check_ms;
}

/* Return how long this process has waited for a CPU so far. */
static int64_t own_queue_ns(void)
{
	int64_t cpu_ns;
	int64_t queue_ns;

	rcc_proc_scheduling(getpid(), &cpu_ns, &queue_ns);
	return queue_ns;
}

void rcc_launch_begin_scheduling(struct rcc_real_executor *r,
				 const struct rcc_exec_request *q)
{
	if (q->has_scheduling)
		r->queue_ns = own_queue_ns();
}

pid_t rcc_launch_reap(struct rcc_real_executor *r,
		      const struct rcc_exec_request *q, pid_t pid, int *wstatus,
		      struct rusage *usage, struct rcc_exec_result *result)
{
	siginfo_t info = {0};

	/* Read the numbers in /proc before the process is reaped, because they
	 * are lost afterwards. */
	if (q->has_scheduling) {
		const int64_t queue_ns = own_queue_ns();

		if (waitid(P_PID, (id_t)pid, &info,
			   WEXITED | WNOHANG | WNOWAIT) == 0 &&
		    info.si_pid == 0) {
			r->queue_ns = queue_ns;
			rcc_ready_look(pid, &result->looks);
			return 0;
		}
		result->late_ns = queue_ns - r->queue_ns;
		rcc_proc_scheduling(pid, &result->main_thread_ns,
				    &result->queue_ns);
		result->own_ns = rcc_proc_own_ns(pid);
		result->written_bytes = rcc_proc_written(pid);
	}
	return wait4(pid, wstatus, WNOHANG, usage);
}

/* ---- The result -------------------------------------------------------- */

static int64_t timeval_ns(struct timeval t)
{
	return (int64_t)t.tv_sec * 1000000000 + (int64_t)t.tv_usec * 1000;
}

/* Return the peak memory of a program, or -1 if it is unknown.  A process
 * inherits the peak of its parent, randstudy.  The program's own peak is
 * therefore known only if it is higher. */
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

void rcc_launch_fill_result(struct rcc_exec_result *result,
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
