/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sample a program by the kernel's CPU clock, perf_event_open(2).  After each
 * period of CPU time that the program and its children use, the kernel records
 * the current instruction.  No hardware counter is needed.
 */
#ifndef RCC_HARNESS_RUN_SAMPLER_H
#define RCC_HARNESS_RUN_SAMPLER_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/run/trace.h"

struct rcc_sampler {
	/* The errno that prevented sampling; 0 if nothing did. */
	int error_number;
	bool has_kernel; /* whether the kernel's code is sampled too */
	struct rcc_trace trace;
	/* Private: a ring of records for each CPU. */
	struct rcc_sampler_ring {
		int fd;
		void *at;
		size_t n;
	} * ring;
	size_t n_rings;
};

/* Sample the next child of this process from its execve(2) on, or set
 * s->error_number.  *s must be zeroed. */
void rcc_sampler_begin(struct rcc_sampler *s);
/* Read the records that exist so far.  Calling this often keeps the rings from
 * overflowing. */
void rcc_sampler_drain(struct rcc_sampler *s);
/* Read the last records and end sampling.  The trace stays valid. */
void rcc_sampler_end(struct rcc_sampler *s);
/* Release a sampler.  Accepts a zeroed one. */
void rcc_sampler_release(struct rcc_sampler *s);

#endif
