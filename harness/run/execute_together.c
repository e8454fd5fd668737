/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Execute several programs at the same time.
 *
 * Each child sets itself up and then waits at a gate, which is a pipe, so that
 * all programs begin together.  fork(2) makes the children, because vfork(2)
 * would stop this process until the child has executed its program.
 *
 * A child uses CPU time and causes page faults and context switches even before
 * it executes its program.  This usage is subtracted from the numbers that the
 * kernel gives for the process.
 */
#include "harness/run/execute_together.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/clock.h"
#include "common/diag.h"
#include "common/mem.h"
#include "harness/run/launch.h"
#include "harness/run/left_behind.h"
#include "harness/run/sampler.h"

_Static_assert(RCC_TOGETHER_MAX <= RCC_GUARDIAN_SESSIONS,
	       "the guardian watches each of them");

/* Memory that a child and its parent share. */
struct shared {
	struct rcc_launch launch;
	/* Resource usage of the child before it executed the program. */
	struct rusage before;
};

struct member {
	const struct rcc_exec_request *request;
	struct rcc_exec_result *result;
	struct shared *shared;
	struct rusage usage;
	pid_t pid; /* 0 if not started */
	/* An open file that keeps the child's mount namespace until the parent
	 * has seen the child end; -1 if there is none.  The kernel needs time
	 * to remove a namespace, and that time must not be measured. */
	int namespace_fd;
	int wstatus;
	bool has_ended;
	bool is_killed;
};

struct together {
	struct rcc_real_executor *r;
	struct member *member;
	struct shared *shared;
	size_t n;
	/* The sampler of a program that runs alone; else NULL. */
	struct rcc_sampler *sampler;
	int ready[2]; /* pipe that each child closes when it is ready */
	int gate[2];  /* pipe from which each child reads a byte to begin */
};

/* ---- Starting ---------------------------------------------------------- */

static int open_outputs(struct rcc_real_executor *r, size_t n)
{
	while (r->n_together < n) {
		struct rcc_output *output = &r->together[r->n_together];

		if (rcc_output_open(output, &r->guardian) != 0) {
			rcc_output_close(output);
			return RCC_ESYS;
		}
		r->n_together++;
	}
	for (size_t i = 0; i < n; i++)
		if (rcc_output_truncate(&r->together[i]) != 0)
			return RCC_ESYS;
	return 0;
}

/* Wait until the parent opens the gate.  If the pipe ends without a byte, the
 * parent has died, so end this process. */
static void wait_at_gate(const struct together *t)
{
	char byte;
	ssize_t n;

	close(t->ready[1]);
	do
		n = read(t->gate[0], &byte, 1);
	while (n < 0 && errno == EINTR);
	if (n != 1)
		_exit(127);
}

static void child(const struct together *t, struct shared *shared)
{
	close(t->gate[1]);
	rcc_launch_set_up(&shared->launch);
	wait_at_gate(t);
	getrusage(RUSAGE_SELF, &shared->before);
	rcc_launch_execute(&shared->launch);
}

static int start(struct together *t, size_t i)
{
	struct member *m = &t->member[i];
	struct rcc_launch *l = &m->shared->launch;
	pid_t pid;

	*l = (struct rcc_launch){
		.request = m->request,
		.output = &t->r->together[i],
		.mask = &t->r->mask_before,
		.session = &t->r->guardian.guarded->session[i],
		.stdin_fd = rcc_launch_open_input(t->r, m->request),
	};
	if (l->stdin_fd < 0)
		return RCC_ESYS;
	pid = fork();
	if (pid == 0)
		child(t, m->shared);
	rcc_launch_close_input(t->r, l->stdin_fd);
	if (pid < 0)
		return RCC_ESYS;
	m->pid = pid;
	return rcc_perf_open(m->request->counter, m->request->n_counters, pid);
}

/* Wait until each child is at the gate or has ended. */
static void wait_until_ready(struct together *t)
{
	char byte;

	close(t->ready[1]);
	t->ready[1] = -1;
	while (read(t->ready[0], &byte, 1) < 0 && errno == EINTR)
		;
}

/* Open the children's mount namespaces, so that the kernel does not remove a
 * namespace when its child ends.  This fails for children in user namespaces,
 * because this process may not inspect them. */
static void hold_namespaces(struct together *t)
{
	for (size_t i = 0; i < t->n; i++) {
		struct member *m = &t->member[i];
		char path[64];

		if (m->request->mount_from == NULL)
			continue;
		snprintf(path, sizeof(path), "/proc/%d/ns/mnt", (int)m->pid);
		m->namespace_fd = open(path, O_RDONLY | O_CLOEXEC);
	}
}

static bool all_could_be_set_up(const struct together *t)
{
	for (size_t i = 0; i < t->n; i++)
		if (t->shared[i].launch.error_number != 0)
			return false;
	return true;
}

/* Let the children begin. */
static int open_gate(const struct together *t)
{
	static const char byte[RCC_TOGETHER_MAX];
	const int64_t mono_ns = rcc_clock_now_ns();
	const int64_t unix_ns = rcc_clock_unix_ns();

	/* Each child overwrites its two start times, unless it has ended. */
	for (size_t i = 0; i < t->n; i++) {
		t->shared[i].launch.start_mono_ns = mono_ns;
		t->shared[i].launch.start_unix_ns = unix_ns;
	}
	return write(t->gate[1], byte, t->n) == (ssize_t)t->n ? 0 : RCC_ESYS;
}

static int start_all(struct together *t)
{
	for (size_t i = 0; i < t->n; i++)
		if (start(t, i) != 0)
			return RCC_ESYS;
	wait_until_ready(t);
	hold_namespaces(t);
	rcc_launch_begin_scheduling(t->r, t->member[0].request);
	/* If a child could not be set up, the gate stays closed.  The caller
	 * kills the children that wait there. */
	return all_could_be_set_up(t) ? open_gate(t) : 0;
}

/* ---- Waiting ----------------------------------------------------------- */

static void kill_member(struct member *m, enum rcc_ended why)
{
	if (m->pid == 0 || m->has_ended || m->is_killed)
		return;
	m->result->ended = why;
	/* Kill the child by its id too, since it may not have a session yet. */
	kill(m->pid, SIGKILL);
	kill(-m->pid, SIGKILL);
	m->is_killed = true;
}

static void kill_all(struct together *t, enum rcc_ended why)
{
	for (size_t i = 0; i < t->n; i++)
		kill_member(&t->member[i], why);
}

static void note_end(struct together *t, struct member *m, int64_t elapsed_ns)
{
	const struct rcc_launch *l = &m->shared->launch;

	m->has_ended = true;
	m->result->wall_ns = elapsed_ns;
	/* Kill the remaining processes of this program, since they would
	 * disturb the other programs. */
	kill(-m->pid, SIGKILL);
	if (l->error_number != 0)
		kill_all(t, RCC_ENDED_NOT_STARTED);
	if (m->is_killed)
		return;
	if (rcc_launch_has_too_much_output(l))
		m->result->ended = RCC_ENDED_OUTPUT;
	else
		m->result->ended = WIFSIGNALED(m->wstatus) ? RCC_ENDED_SIGNALLED
							   : RCC_ENDED_EXITED;
}

/* Check whether one program has ended or must be killed.  Lower *poll_ms if
 * this program must be checked again sooner. */
static int look_at(struct together *t, struct member *m, int *poll_ms)
{
	const struct rcc_launch *l = &m->shared->launch;
	const pid_t done = rcc_launch_reap(t->r, m->request, m->pid,
					   &m->wstatus, &m->usage, m->result);
	const int64_t elapsed_ns = rcc_clock_now_ns() - l->start_mono_ns;
	enum rcc_ended why;
	int ms;

	if (done < 0 && errno != EINTR)
		return RCC_ESYS;
	if (done == m->pid) {
		note_end(t, m, elapsed_ns);
		return 0;
	}
	if (m->is_killed)
		return 0;
	if (rcc_launch_must_end(t->r, l, elapsed_ns, &why)) {
		if (why == RCC_ENDED_ABANDONED)
			kill_all(t, why);
		else
			kill_member(m, why);
		return 0;
	}
	ms = rcc_launch_poll_ms(m->request, elapsed_ns);
	if (ms < *poll_ms)
		*poll_ms = ms;
	return 0;
}

static int wait_for_all(struct together *t)
{
	struct pollfd poll_fd = {.fd = t->r->signal_fd, .events = POLLIN};

	for (;;) {
		int poll_ms = RCC_LAUNCH_CHECK_MS;
		size_t n_running = 0;

		for (size_t i = 0; i < t->n; i++) {
			struct member *m = &t->member[i];

			if (m->pid == 0 || m->has_ended)
				continue;
			if (look_at(t, m, &poll_ms) != 0)
				return RCC_ESYS;
			n_running += !m->has_ended;
		}
		if (n_running == 0)
			return 0;
		poll(&poll_fd, 1, poll_ms);
		rcc_launch_take_signals(t->r);
		if (t->sampler != NULL)
			rcc_sampler_drain(t->sampler);
	}
}

/* ---- The results ------------------------------------------------------- */

static int64_t timeval_ns(struct timeval t)
{
	return (int64_t)t.tv_sec * 1000000000 + (int64_t)t.tv_usec * 1000;
}

/* Return after - before, but at least 0.  The kernel estimates how a process's
 * time divides into user and system time, so either may seem to decrease. */
static int64_t difference(int64_t after, int64_t before)
{
	return after > before ? after - before : 0;
}

static void subtract(struct rcc_exec_result *result,
		     const struct rusage *before)
{
	result->user_ns =
		difference(result->user_ns, timeval_ns(before->ru_utime));
	result->system_ns =
		difference(result->system_ns, timeval_ns(before->ru_stime));
	result->minor_faults =
		difference(result->minor_faults, before->ru_minflt);
	result->major_faults =
		difference(result->major_faults, before->ru_majflt);
	result->voluntary_switches =
		difference(result->voluntary_switches, before->ru_nvcsw);
	result->involuntary_switches =
		difference(result->involuntary_switches, before->ru_nivcsw);
}

static void finish(struct together *t)
{
	pid_t session[RCC_TOGETHER_MAX];
	int n_killed[RCC_TOGETHER_MAX] = {0};
	size_t n = 0;

	for (size_t i = 0; i < t->n && t->member[i].pid != 0; i++)
		session[n++] = t->member[i].pid;
	rcc_left_behind_kill(session, n_killed, n);
	for (size_t i = 0; i < t->n; i++) {
		struct member *m = &t->member[i];

		rcc_perf_close(m->request->counter, m->request->n_counters);
		if (m->namespace_fd >= 0)
			close(m->namespace_fd);
		t->r->guardian.guarded->session[i] = 0;
		m->result->n_left_behind = n_killed[i];
		rcc_launch_fill_result(m->result, &m->shared->launch,
				       m->wstatus, &m->usage);
		subtract(m->result, &m->shared->before);
	}
}

static void prepare(struct together *t, const struct rcc_exec_request *request,
		    struct rcc_exec_result *result)
{
	for (size_t i = 0; i < t->n; i++) {
		result[i] = (struct rcc_exec_result){
			.stdout_fd = t->r->together[i].stdout_fd,
			.stderr_fd = t->r->together[i].stderr_fd,
		};
		t->member[i] = (struct member){
			.request = &request[i],
			.result = &result[i],
			.shared = &t->shared[i],
			.namespace_fd = -1,
		};
		/* Mark all counters as closed, because rcc_perf_close() is
		 * called at the end for the counters of every program, even of
		 * a program that was not started. */
		for (size_t k = 0; k < request[i].n_counters; k++)
			request[i].counter[k].fd = -1;
	}
}

static int open_pipes(struct together *t)
{
	return pipe2(t->ready, O_CLOEXEC) != 0 || pipe2(t->gate, O_CLOEXEC) != 0
		       ? RCC_ESYS
		       : 0;
}

static void close_pipes(const struct together *t)
{
	const int fd[] = {t->ready[0], t->ready[1], t->gate[0], t->gate[1]};

	for (size_t i = 0; i < sizeof(fd) / sizeof(fd[0]); i++)
		if (fd[i] >= 0)
			close(fd[i]);
}

static int run_all(struct together *t)
{
	int status = open_pipes(t);
	int error_number;

	if (status == 0)
		status = start_all(t);
	error_number = errno;
	if (status != 0 || !all_could_be_set_up(t))
		kill_all(t, RCC_ENDED_NOT_STARTED);
	close_pipes(t);
	if (wait_for_all(t) != 0)
		return RCC_ESYS;
	finish(t);
	errno = error_number;
	return status;
}

int rcc_execute_together(void *self, const struct rcc_exec_request *request,
			 struct rcc_exec_result *result, size_t n)
{
	struct together t = {.r = self,
			     .n = n,
			     .sampler = n == 1 ? request[0].sampler : NULL,
			     .ready = {-1, -1},
			     .gate = {-1, -1}};
	const size_t size = n * sizeof(*t.shared);
	int status;

	if (n > RCC_TOGETHER_MAX) {
		errno = EINVAL;
		return RCC_ESYS;
	}
	if (open_outputs(t.r, n) != 0)
		return RCC_ESYS;
	t.shared = mmap(NULL, size, PROT_READ | PROT_WRITE,
			MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (t.shared == MAP_FAILED)
		return RCC_ESYS;
	t.member = rcc_mem_calloc(n, sizeof(*t.member));
	prepare(&t, request, result);
	if (t.sampler != NULL)
		rcc_sampler_begin(t.sampler);
	status = run_all(&t);
	if (t.sampler != NULL)
		rcc_sampler_end(t.sampler);
	free(t.member);
	munmap(t.shared, size);
	return status;
}
