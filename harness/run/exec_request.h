/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A request to an executor, and the result of the execution. */
#ifndef RCC_HARNESS_RUN_EXEC_REQUEST_H
#define RCC_HARNESS_RUN_EXEC_REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "harness/study/process_control.h"
#include "harness/run/perf_events.h"

enum rcc_ended {
	RCC_ENDED_EXITED,     /* see exit_status */
	RCC_ENDED_SIGNALLED,  /* see signal */
	RCC_ENDED_TIMEOUT,    /* killed: took longer than timeout_ns */
	RCC_ENDED_OUTPUT,     /* killed: wrote more than output_limit */
	RCC_ENDED_ABANDONED,  /* killed: the user wants to stop at once */
	RCC_ENDED_NOT_STARTED /* exec failed: see error_number */
};

struct rcc_sampler;

struct rcc_exec_request {
	char *const *argv; /* argv[0] is a path, not searched for */
	char *const *envp;
	const char *stdin_path; /* NULL: /dev/null */
	int64_t timeout_ns;	/* 0: none */
	int64_t output_limit;	/* bytes */
	/* A helper (--verify), not a measured program: the output of the
	 * program before it stays readable. */
	bool is_helper;
	const char *directory;			   /* NULL: ours */
	/* Files to mount over others for this program alone; both lists end
	 * with NULL.  NULL: none. */
	char *const *mount_from;
	char *const *mount_to;
	/* The study whose files are exchanged meanwhile (build/exchange.h), to
	 * be undone if we are killed; NULL: none. */
	const char *exchanged_in;
	const struct rcc_process_control *control; /* NULL: as we are */
	struct rcc_perf_counter *counter;	   /* filled by the run */
	size_t n_counters;
	struct rcc_sampler *sampler; /* filled by the run; NULL: none */
	bool has_scheduling; /* the result has main_thread_ns and queue_ns */
};

/* The most programs that are executed at the same time. */
#define RCC_TOGETHER_MAX 32

struct rcc_exec_result {
	enum rcc_ended ended;
	int exit_status;
	int signal;
	int error_number;
	const char
		*refused; /* the option that the kernel refused; NULL: execve */
	int n_left_behind;
	int64_t start_ns; /* since 1970 */
	int64_t wall_ns;
	int64_t user_ns;
	int64_t system_ns;
	int64_t max_rss_kib; /* -1: unknown, less than our own */
	int64_t minor_faults;
	int64_t major_faults;
	int64_t voluntary_switches;
	int64_t involuntary_switches;
	/* The times for which the program's main thread computed and waited for
	 * a CPU, if the request asks for them.  0: unknown. */
	int64_t main_thread_ns;
	int64_t queue_ns;
	/* The bytes that the program and its children have written, output
	 * included, if the request asks for the times above.  0: unknown. */
	int64_t written_bytes;
	/* Files with all its output; the executor's, valid until its next
	 * run. */
	int stdout_fd;
	int stderr_fd;
};

#endif
