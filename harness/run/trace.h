/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The kernel's records of a run (perf_event_open(2)): samples of the running
 * instruction, and the files that were mapped.  Together they show which places
 * in which files were executed.  This code does not read those files.
 */
#ifndef RCC_HARNESS_RUN_TRACE_H
#define RCC_HARNESS_RUN_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* The sample_type for perf_event_open(2).  With sample_id_all, records of the
 * other kinds also have the process, the thread and the time. */
#define RCC_TRACE_SAMPLE_TYPE                                                  \
	(PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME)

/* The largest number of samples.  A trace that is full drops every second
 * sample. */
#define RCC_TRACE_SAMPLES_MAX 65536

struct rcc_trace_sample {
	uint64_t time;
	uint64_t ip;
	pid_t pid;
	bool is_kernel;
};

struct rcc_trace_mapping {
	uint64_t time;
	pid_t pid;
	uint64_t begin;
	uint64_t end;
	uint64_t offset; /* offset in the file at which the mapping begins */
	char *path;
};

struct rcc_trace_fork {
	uint64_t time;
	pid_t pid;
	pid_t parent;
};

/* The records of one run.  A zeroed struct is an empty trace. */
struct rcc_trace {
	struct rcc_trace_sample *sample;
	size_t n_samples;
	struct rcc_trace_mapping *mapping;
	size_t n_mappings;
	struct rcc_trace_fork *fork;
	size_t n_forks;
	/* private */
	size_t samples_allocated;
	size_t mappings_allocated;
	size_t forks_allocated;
	/* The trace keeps one sample in every `stride`; 0 means 1. */
	unsigned stride;
	unsigned n_passed;
};

/* Add a record: a sample, a mapping or a fork.  `record` is complete and begins
 * with a struct perf_event_header.  Records of other kinds, and records that
 * are too short, are ignored. */
void rcc_trace_add(struct rcc_trace *t, const void *record);
/* Sort the records.  Call this once: after the last record was added, and
 * before rcc_trace_place(). */
void rcc_trace_sort(struct rcc_trace *t);
void rcc_trace_release(struct rcc_trace *t);

/* Find the mapping that contains the sample's instruction.  Set *offset to the
 * instruction's offset in the mapped file, and return the path of this file.
 * Returns NULL if the trace has no such mapping. */
const char *rcc_trace_place(const struct rcc_trace *t,
			    const struct rcc_trace_sample *sample,
			    uint64_t *offset);

#endif
