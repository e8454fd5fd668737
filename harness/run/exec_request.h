/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A request to an executor (execute.h), and the result of the execution. */
#ifndef RCC_HARNESS_RUN_EXEC_REQUEST_H
#define RCC_HARNESS_RUN_EXEC_REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "harness/study/process_control.h"
#include "harness/study/tandem.h"
#include "harness/run/perf_events.h"

enum rcc_ended {
	RCC_ENDED_EXITED,    /* see exit_status */
	RCC_ENDED_SIGNALLED, /* see signal */
	RCC_ENDED_TIMEOUT,   /* killed after timeout_ns */
	/* Killed because it wrote more than output_limit. */
	RCC_ENDED_OUTPUT,
	/* Killed because the user wants to stop at once. */
	RCC_ENDED_ABANDONED,
	RCC_ENDED_NOT_STARTED /* could not be executed: see error_number */
};

struct rcc_sampler;

struct rcc_exec_request {
	char *const *argv; /* argv[0] is a path; PATH is not searched */
	char *const *envp;
	/* File for standard input; NULL for /dev/null. */
	const char *stdin_path;
	int64_t timeout_ns;   /* time limit; 0 for none */
	int64_t output_limit; /* largest output of the program, bytes */
	/* Whether this is a helper (--verify) and not a measured program.  A
	 * helper's output does not overwrite the measured program's output. */
	bool is_helper;
	/* Whether the command runs even if the user has asked to stop at once
	 * (--cleanup).  If the user asks again while it runs, it is killed. */
	bool runs_after_stop;
	/* Working directory; NULL for randstudy's. */
	const char *directory;
	/* Files to mount for this program alone: mount_from[i] is mounted over
	 * mount_to[i].  Both lists end with NULL.  Both are NULL if nothing is
	 * to be mounted. */
	char *const *mount_from;
	char *const *mount_to;
	/* Directory of the study that puts a layout's files in the place of the
	 * build's files during this run (build/exchange.h); NULL if no study
	 * does.  If randstudy is killed, the guardian (guardian.h) puts the
	 * build's files back. */
	const char *exchanged_in;
	/* CPUs, priority and ASLR of the process; NULL to inherit them. */
	const struct rcc_process_control *control;
	/* The kernel's counters of events.  The run sets their values. */
	struct rcc_perf_counter *counter;
	size_t n_counters;
	/* The sampler that samples the run; NULL if none does. */
	struct rcc_sampler *sampler;
	/* Whether to set main_thread_ns, queue_ns, own_ns, looks, late_ns and
	 * written_bytes of the result.  Must be false if several programs run at
	 * the same time. */
	bool has_scheduling;
};

/* The largest number of programs that are executed at the same time. */
#define RCC_TOGETHER_MAX 32

struct rcc_exec_result {
	enum rcc_ended ended;
	int exit_status;
	int signal;
	int error_number;
	const char
		/* If the program could not be started: the setting that the
		 * kernel refused, such as "the working directory", or NULL if
		 * the kernel refused to execute the program. */
		*refused;
	int n_left_behind;
	int64_t start_ns; /* time since 1970 */
	int64_t wall_ns;
	int64_t user_ns;
	int64_t system_ns;
	/* Peak memory; -1 if unknown.  It is known only if it exceeds
	 * randstudy's own peak memory. */
	int64_t max_rss_kib;
	int64_t minor_faults;
	int64_t major_faults;
	int64_t voluntary_switches;
	int64_t involuntary_switches;
	/* The time that the program's main thread computed, and the time that
	 * it waited for a CPU.  Both are 0 if unknown, or if the request does
	 * not set has_scheduling. */
	int64_t main_thread_ns;
	int64_t queue_ns;
	/* CPU time of all threads of the program's first process, without child
	 * processes.  0 if unknown, or if the request does not set
	 * has_scheduling. */
	int64_t own_ns;
	/* Counts of looks at the program's processes; zeroed if the request does
	 * not set has_scheduling. */
	struct rcc_ready looks;
	/* The last part of wall_ns, in which the program had ended, but
	 * randstudy waited for a CPU and had not yet seen the end.  late_ns is
	 * a little too large if randstudy was already waiting when the program
	 * ended.  It is 0 if unknown, or if the request does not set
	 * has_scheduling. */
	int64_t late_ns;
	/* The bytes that the program and its children wrote, output included.
	 * 0 if unknown, or if the request does not set has_scheduling. */
	int64_t written_bytes;
	/* Files with the program's output.  The executor owns them; they are
	 * valid until it runs another program. */
	int stdout_fd;
	int stderr_fd;
};

#endif
