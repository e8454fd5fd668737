/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Executing one program once, under control.
 *
 * struct rcc_executor is what the rest of the harness sees: two functions.
 * rcc_execute_real() is the one that starts processes; tests put a fake in its
 * place, with a fake clock, so that nobody waits.
 */
#ifndef RCC_HARNESS_RUN_EXECUTE_H
#define RCC_HARNESS_RUN_EXECUTE_H

#include <stdbool.h>
#include <stdint.h>

#include "harness/study/process_control.h"
#include "harness/run/perf_events.h"

enum rcc_ended {
	RCC_ENDED_EXITED,     /* exit_status tells */
	RCC_ENDED_SIGNALLED,  /* signal tells */
	RCC_ENDED_TIMEOUT,    /* killed: took longer than timeout_ns */
	RCC_ENDED_OUTPUT,     /* killed: wrote more than output_limit */
	RCC_ENDED_ABANDONED,  /* killed: the user wants us to stop at once */
	RCC_ENDED_NOT_STARTED /* exec failed: error_number tells */
};

struct rcc_exec_request {
	char *const *argv; /* argv[0] is a path, not searched for */
	char *const *envp;
	const char *stdin_path; /* NULL: /dev/null */
	int64_t timeout_ns;	/* 0: none */
	int64_t output_limit;	/* bytes */
	/* Not a measured program but a helper (--verify): what the program
	 * before it wrote stays readable. */
	bool is_helper;
	const char *directory;			   /* NULL: ours */
	const struct rcc_process_control *control; /* NULL: as we are */
	struct rcc_perf_counter *counter;	   /* filled by the run */
	size_t n_counters;
};

struct rcc_exec_result {
	enum rcc_ended ended;
	int exit_status;
	int signal;
	int error_number;
	const char *refused; /* the option that the kernel did; NULL: execve */
	int n_left_behind;
	int64_t start_ns; /* since 1970 */
	int64_t wall_ns;
	int64_t user_ns;
	int64_t system_ns;
	int64_t max_rss_kib; /* -1: not known, less than our own */
	int64_t minor_faults;
	int64_t major_faults;
	int64_t voluntary_switches;
	int64_t involuntary_switches;
	/* What it wrote: whole files, the executor's, until its next run. */
	int stdout_fd;
	int stderr_fd;
};

struct rcc_executor {
	/* 0, or RCC_ESYS when we (not the program) failed; errno says why. */
	int (*run)(void *self, const struct rcc_exec_request *request,
		   struct rcc_exec_result *result);
	/* Wait, unless the user asks to stop. */
	void (*pause)(void *self, int64_t ns);
	/* A clock that only goes forward, for progress and budgets. */
	int64_t (*now_ns)(void *self);
	/* How often the user asked to stop: 0 no, 1 after the run in flight,
	 * 2 at once. */
	int (*stop_wanted)(void *self);
	void *self;
};

/* Processes.  From here on SIGINT, SIGTERM, SIGHUP and SIGQUIT are only
 * noted; stop_wanted() tells.  Processes orphaned below us become our
 * children, so that nothing a program leaves behind survives its run.
 * RCC_ESYS with errno set. */
int rcc_execute_real(struct rcc_executor *executor);
void rcc_execute_real_release(struct rcc_executor *executor);
/* The signal that asked us to stop, 0 if none did. */
int rcc_execute_stop_signal(const struct rcc_executor *executor);

#endif
