/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A session: all that one call of `randstudy run` measures. */
#ifndef RCC_HARNESS_SESSION_SESSION_H
#define RCC_HARNESS_SESSION_SESSION_H

#include <stdint.h>

#include "harness/build/experiment.h"
#include "harness/run/execute.h"

/* The part of a session that starts processes.  Tests replace it. */
struct rcc_session_machine {
	/* Returns 0, or RCC_ESYS with errno set; then there is nothing to
	 * close. */
	int (*open_executor)(void *self, struct rcc_executor *executor);
	/* Returns the signal that asked the study to stop, 0 if none did. */
	int (*close_executor)(void *self, struct rcc_executor *executor);
	/* Phase 2, as rcc_layouts_make(). */
	int (*make_layouts)(struct rcc_experiment *x, unsigned n_jobs);
	void *self;
};

/* The real one. */
extern const struct rcc_session_machine rcc_session_real_machine;

struct rcc_session {
	const struct rcc_session_machine *machine;
	unsigned n_jobs;
	/* The machine's load before this process built and ran anything;
	 * borrowed, NULL or NaN: unknown. */
	const double *load;
	int64_t deadline_ns; /* on the executor's clock; 0: none */
	int64_t id;	     /* its row's id; set by rcc_session_begin() */
	int stop_signal;     /* the signal that ended it, 0 if none did */
};

/* Describe the host, warn about it, and store the beginning.  Prints what is
 * wrong and returns an exit code (enum rcc_exit), as does the next. */
int rcc_session_begin(struct rcc_session *s, struct rcc_experiment *x);

/* Measure all planned runs, unless the layouts must be made again first
 * (x->has_opened: run/opened.h); in a study that grows, plan more layouts, make and
 * measure them until it ends.  Then count with valgrind's tools. */
int rcc_session_measure(struct rcc_session *s, struct rcc_experiment *x);

/* Store the end. */
void rcc_session_end(const struct rcc_session *s, struct rcc_experiment *x);

#endif
