/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A fake executor (harness/run/execute.h) for unit tests.  It starts no
 * process, and has a fake clock.  By default a run takes about one second of
 * the fake clock and no real time.  A run "prints" the output that the test has
 * set.  struct fake keeps how each run was requested: program, environment,
 * directory, time limit and CPU.
 */
#ifndef RCC_TESTSUITE_UNIT_HARNESS_FAKE_H
#define RCC_TESTSUITE_UNIT_HARNESS_FAKE_H

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "common/random.h"
#include "harness/run/execute.h"

#define FAKE_MAX 4096
#define FAKE_TOGETHER 4

struct fake {
	struct rcc_executor executor;
	int fd;
	int64_t now_ns;
	size_t n_runs; /* runs of measured programs, not of helpers */
	size_t n_helpers;
	int helper_status; /* exit status of each helper */
	/* Called at the end of each run; may be NULL. */
	void (*each)(struct fake *f, struct rcc_exec_result *r);
	double share;	/* part of each run in which granted counters counted */
	size_t stop_at; /* stop_wanted() is 1 after so many runs; 0: never */
	/* The run with this number (the first run is 1) ends as `odd` says.  If
	 * 0, none does. */
	size_t odd_at;
	struct rcc_exec_result odd;
	/* Returns how long the next run takes, in ns.  If NULL, about a
	 * second. */
	int64_t (*wall_ns)(struct fake *f, const char *argv0);
	struct rcc_random *random; /* for use by wall_ns() */
	const char *output;	   /* output of every run but the odd one */
	const char *odd_output;	   /* output of the odd run */
	char argv0[FAKE_MAX][160];
	/* Length of the variable RANDSTUDY_PADDING in the environment of each
	 * run. */
	size_t env_bytes[FAKE_MAX];
	char directory[FAKE_MAX][160];
	int64_t timeout_ns[FAKE_MAX];
	int cpu[FAKE_MAX]; /* lowest CPU that the run may use; -1: not pinned */
	double cpu_share;  /* CPU time divided by elapsed time */
	size_t n_blocks;   /* number of calls of run_together() */
	int together_fd[FAKE_TOGETHER];
};

static size_t fake_padding(char *const *envp)
{
	static const char name[] = "RANDSTUDY_PADDING=";

	for (size_t i = 0; envp[i] != NULL; i++)
		if (strncmp(envp[i], name, sizeof(name) - 1) == 0)
			return strlen(envp[i]) - (sizeof(name) - 1);
	return SIZE_MAX;
}

static int fake_cpu(const struct rcc_process_control *control)
{
	for (int cpu = 0;
	     control != NULL && control->sets_cpus && cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET((size_t)cpu, &control->cpus))
			return cpu;
	return -1;
}

static int fake_run(void *self, const struct rcc_exec_request *q,
		    struct rcc_exec_result *r)
{
	struct fake *f = self;
	const char *text = f->output;

	*r = (struct rcc_exec_result){.ended = RCC_ENDED_EXITED};
	r->stdout_fd = r->stderr_fd = f->fd;
	for (size_t i = 0; i < q->n_counters; i++) {
		q->counter[i].value = q->counter[i].is_granted ? 1000 : 0;
		q->counter[i].share = q->counter[i].is_granted ? f->share : 0;
	}
	if (q->is_helper) {
		f->now_ns += 1000000000;
		f->n_helpers++;
		r->exit_status = f->helper_status;
		return 0;
	}
	if (f->n_runs < FAKE_MAX) {
		strncpy(f->argv0[f->n_runs], q->argv[0],
			sizeof(f->argv0[0]) - 1);
		f->env_bytes[f->n_runs] = fake_padding(q->envp);
		if (q->directory != NULL)
			strncpy(f->directory[f->n_runs], q->directory,
				sizeof(f->directory[0]) - 1);
		f->timeout_ns[f->n_runs] = q->timeout_ns;
		f->cpu[f->n_runs] = fake_cpu(q->control);
	}
	f->n_runs++;
	r->wall_ns = f->wall_ns != NULL ? f->wall_ns(f, q->argv[0])
					: 1000000000 + (int64_t)f->n_runs;
	r->user_ns = (int64_t)((double)r->wall_ns * f->cpu_share);
	f->now_ns += f->wall_ns != NULL ? r->wall_ns : 1000000000;
	r->start_ns = f->now_ns;
	if (f->n_runs == f->odd_at) {
		r->ended = f->odd.ended;
		r->exit_status = f->odd.exit_status;
		r->signal = f->odd.signal;
		r->error_number = f->odd.error_number;
		text = f->odd_output;
	}
	if (ftruncate(f->fd, 0) != 0 ||
	    pwrite(f->fd, text, strlen(text), 0) < 0)
		return -1;
	if (f->each != NULL)
		f->each(f, r);
	return 0;
}

/* A fake run_together(): run the n programs of a block one after the other,
 * each with its own output file. */
static int fake_run_together(void *self, const struct rcc_exec_request *q,
			     struct rcc_exec_result *r, size_t n)
{
	struct fake *f = self;
	const int fd = f->fd;
	int result = 0;

	f->n_blocks++;
	for (size_t i = 0; i < n && result == 0; i++) {
		if (f->together_fd[i] == 0)
			f->together_fd[i] =
				memfd_create("together", MFD_CLOEXEC);
		f->fd = f->together_fd[i];
		result = fake_run(self, &q[i], &r[i]);
	}
	f->fd = fd;
	return result;
}

static void fake_pause(void *self, int64_t ns)
{
	((struct fake *)self)->now_ns += ns;
}

static int64_t fake_now(void *self)
{
	return ((struct fake *)self)->now_ns;
}

static int fake_stop(void *self)
{
	const struct fake *f = self;

	return f->stop_at != 0 && f->n_runs >= f->stop_at;
}

static bool fake_may_use(void *self, const cpu_set_t *cpus)
{
	(void)self;
	(void)cpus;
	return true;
}

static void fake_init(struct fake *f)
{
	memset(f, 0, sizeof(*f));
	f->fd = memfd_create("fake", MFD_CLOEXEC);
	f->share = 1;
	f->output = "right\n";
	f->odd_output = "wrong\n";
	f->executor.run = fake_run;
	f->executor.run_together = fake_run_together;
	f->executor.pause = fake_pause;
	f->executor.now_ns = fake_now;
	f->executor.stop_wanted = fake_stop;
	f->executor.may_use = fake_may_use;
	f->executor.self = f;
}

#endif
