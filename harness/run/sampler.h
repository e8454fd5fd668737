/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sampling a program by the kernel's CPU clock, perf_event_open(2): at each
 * tick of the CPU time that the program and its children use, the kernel notes
 * which instruction is executed.  That needs no hardware counter.
 */
#ifndef RCC_HARNESS_RUN_SAMPLER_H
#define RCC_HARNESS_RUN_SAMPLER_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/run/trace.h"

struct rcc_sampler {
	int error_number; /* why it cannot sample; 0: it can, or did not try */
	bool has_kernel;  /* the kernel's code is sampled too */
	struct rcc_trace trace;
	/* private: a ring of records for each CPU */
	struct rcc_sampler_ring {
		int fd;
		void *at;
		size_t n;
	} *ring;
	size_t n_rings;
};

/* Begin at the next execve(2) of a child that we make, or set s->error_number.
 * The sampler was zeroed. */
void rcc_sampler_begin(struct rcc_sampler *s);
/* Take the records that there are, before the rings are full. */
void rcc_sampler_drain(struct rcc_sampler *s);
/* Take the last records and end; the trace stays. */
void rcc_sampler_end(struct rcc_sampler *s);
/* Accepts a zeroed sampler. */
void rcc_sampler_release(struct rcc_sampler *s);

#endif
