/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The number of trials in a database, the time that they took, and the largest
 * number of them that shared a CPU.  A trial is one run (store/trials.h). */
#ifndef RCC_HARNESS_FINDINGS_TRIALS_SPAN_H
#define RCC_HARNESS_FINDINGS_TRIALS_SPAN_H

#include <stddef.h>
#include <stdint.h>

#include "harness/store/trials.h"

struct rcc_trials_span {
	size_t n; /* number of trials; if 0, the times mean nothing */
	int64_t begin_ns, end_ns; /* Unix time */
	unsigned n_sharers;	  /* largest number of runs that shared a CPU */
};

/* Compute the span of n trials.  It begins with the start of the first trial
 * and ends with the end of the last. */
struct rcc_trials_span rcc_trials_span(const struct rcc_trial_record *trial,
				       size_t n);

#endif
