/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A session: everything that one call of `randstudy run` measures. */
#ifndef RCC_HARNESS_SESSION_SESSION_H
#define RCC_HARNESS_SESSION_SESSION_H

#include <jansson.h>
#include <stdint.h>

#include "harness/build/experiment.h"
#include "harness/run/execute.h"
#include "harness/run/steal.h"

/* The functions of a session that start processes.  Tests replace them. */
struct rcc_session_machine {
	/* Returns 0, or RCC_ESYS with errno set.  After an error, do not call
	 * close_executor(). */
	int (*open_executor)(void *self, struct rcc_executor *executor);
	/* Returns the signal that asked the study to stop, or 0. */
	int (*close_executor)(void *self, struct rcc_executor *executor);
	/* Link the layouts, as rcc_layouts_make() does. */
	int (*make_layouts)(struct rcc_experiment *x, unsigned n_jobs);
	void *self;
};

/* The functions that really start processes. */
extern const struct rcc_session_machine rcc_session_real_machine;

struct rcc_session {
	const struct rcc_session_machine *machine;
	unsigned n_jobs;
	/* The machine's load before this process built or ran anything;
	 * borrowed.  NULL or NaN if unknown. */
	const double *load;
	/* The time at which --budget is used up, on the executor's clock; 0 if
	 * there is no --budget. */
	int64_t deadline_ns;
	/* The id of the session in the study's database; set by
	 * rcc_session_begin(). */
	int64_t id;
	/* When the session began, on rcc_clock_unix_ns() and on
	 * rcc_clock_now_ns(); set by rcc_session_begin(). */
	int64_t begun_unix_ns;
	int64_t begun_ns;
	/* The host's description (run/host.h) and the steal time at the
	 * beginning; set by rcc_session_begin(), which rcc_session_end() must
	 * follow. */
	json_t *host;
	struct rcc_steal steal;
	/* The signal that ended the session; 0 if none did. */
	int stop_signal;
};

/* Describe the host, print warnings about it, and store that the session has
 * begun.  Prints what is wrong and returns an exit code (enum rcc_exit). */
int rcc_session_begin(struct rcc_session *s, struct rcc_experiment *x);

/* Measure all planned runs.  If the study adds layouts while it runs, make and
 * measure these too, until the study ends.  At the end, count with valgrind's
 * tools.  If the first runs show that the program opens libraries of its build
 * (x->has_opened), return early, because the layouts must be made again.
 * Prints what is wrong and returns an exit code (enum rcc_exit). */
int rcc_session_measure(struct rcc_session *s, struct rcc_experiment *x);

/* Make only the reference runs, one of each system's original layout, which
 * give the expected output.  Prints what is wrong and returns an exit code
 * (enum rcc_exit). */
int rcc_session_try(struct rcc_session *s, struct rcc_experiment *x);

/* Store that the session has ended, and which share of the CPUs' time was
 * stolen meanwhile ("steal" in the host's description). */
void rcc_session_end(struct rcc_session *s, struct rcc_experiment *x);

#endif
