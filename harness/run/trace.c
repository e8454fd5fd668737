/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/trace.h"

#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>

#include "common/mem.h"

/* The largest number of mappings, and of forks.  Without this limit, a command
 * that starts processes endlessly would fill the memory. */
#define EVENTS_MAX 131072
/* A process inherits mappings from its parent.  A search for a mapping visits
 * the process and its ancestors, but at most this number of processes. */
#define GENERATIONS_MAX 64

/* The kernel's records.  linux/perf_event.h describes them in comments. */
struct ids {
	uint32_t pid;
	uint32_t tid;
	uint64_t time;
};

struct sample_record {
	struct perf_event_header header;
	uint64_t ip;
	struct ids ids;
};

struct mmap2_record {
	struct perf_event_header header;
	uint32_t pid;
	uint32_t tid;
	uint64_t address;
	uint64_t n;
	uint64_t offset;
	uint64_t device;
	uint64_t inode;
	uint64_t generation;
	uint64_t protection;
	/* the path follows, then struct ids */
};

struct fork_record {
	struct perf_event_header header;
	uint32_t pid;
	uint32_t parent;
	uint32_t tid;
	uint32_t parent_tid;
	uint64_t time;
};

/* ---- Reading records ---------------------------------------------------- */

/* Drop every second sample. */
static void thin_out(struct rcc_trace *t)
{
	size_t n = 0;

	for (size_t i = 0; i < t->n_samples; i += 2)
		t->sample[n++] = t->sample[i];
	t->n_samples = n;
	t->stride *= 2;
}

static void add_sample(struct rcc_trace *t, const struct sample_record *r)
{
	const unsigned mode = r->header.misc & PERF_RECORD_MISC_CPUMODE_MASK;

	if (t->stride == 0)
		t->stride = 1;
	if (t->n_passed++ % t->stride != 0)
		return;
	if (t->n_samples == RCC_TRACE_SAMPLES_MAX)
		thin_out(t);
	t->sample = rcc_mem_grow(t->sample, t->n_samples, &t->samples_allocated,
				 sizeof(*t->sample));
	t->sample[t->n_samples++] = (struct rcc_trace_sample){
		.time = r->ids.time,
		.ip = r->ip,
		.pid = (pid_t)r->ids.pid,
		.is_kernel = mode == PERF_RECORD_MISC_KERNEL ||
			     mode == PERF_RECORD_MISC_HYPERVISOR,
	};
}

static void add_mapping(struct rcc_trace *t, const struct mmap2_record *r)
{
	const char *path = (const char *)(r + 1);
	struct ids ids;

	if (t->n_mappings == EVENTS_MAX)
		return;
	memcpy(&ids, (const char *)r + r->header.size - sizeof(ids),
	       sizeof(ids));
	t->mapping = rcc_mem_grow(t->mapping, t->n_mappings,
				  &t->mappings_allocated, sizeof(*t->mapping));
	t->mapping[t->n_mappings++] = (struct rcc_trace_mapping){
		.time = ids.time,
		.pid = (pid_t)r->pid,
		.begin = r->address,
		.end = r->address + r->n,
		.offset = r->offset,
		.path = rcc_mem_strndup(path, r->header.size - sizeof(*r) -
						      sizeof(ids)),
	};
}

static void add_fork(struct rcc_trace *t, const struct fork_record *r)
{
	/* A new thread needs no record, since it shares the mappings of its
	 * process. */
	if (r->pid == r->parent || t->n_forks == EVENTS_MAX)
		return;
	t->fork = rcc_mem_grow(t->fork, t->n_forks, &t->forks_allocated,
			       sizeof(*t->fork));
	t->fork[t->n_forks++] =
		(struct rcc_trace_fork){.time = r->time,
					.pid = (pid_t)r->pid,
					.parent = (pid_t)r->parent};
}

void rcc_trace_add(struct rcc_trace *t, const void *record)
{
	const struct perf_event_header *header = record;

	if (header->type == PERF_RECORD_SAMPLE &&
	    header->size >= sizeof(struct sample_record))
		add_sample(t, record);
	else if (header->type == PERF_RECORD_MMAP2 &&
		 header->size >
			 sizeof(struct mmap2_record) + sizeof(struct ids))
		add_mapping(t, record);
	else if (header->type == PERF_RECORD_FORK &&
		 header->size >= sizeof(struct fork_record))
		add_fork(t, record);
}

/* ---- Looking up --------------------------------------------------------- */

static int order(pid_t pid_a, uint64_t time_a, pid_t pid_b, uint64_t time_b)
{
	if (pid_a != pid_b)
		return pid_a < pid_b ? -1 : 1;
	if (time_a != time_b)
		return time_a < time_b ? -1 : 1;
	return 0;
}

static int by_mapping(const void *a, const void *b)
{
	const struct rcc_trace_mapping *x = a;
	const struct rcc_trace_mapping *y = b;

	return order(x->pid, x->time, y->pid, y->time);
}

static int by_fork(const void *a, const void *b)
{
	const struct rcc_trace_fork *x = a;
	const struct rcc_trace_fork *y = b;

	return order(x->pid, x->time, y->pid, y->time);
}

/* Sort by process and time.  The records come from several CPUs, and only
 * records of the same CPU are in order. */
void rcc_trace_sort(struct rcc_trace *t)
{
	if (t->n_mappings != 0)
		qsort(t->mapping, t->n_mappings, sizeof(*t->mapping),
		      by_mapping);
	if (t->n_forks != 0)
		qsort(t->fork, t->n_forks, sizeof(*t->fork), by_fork);
}

/* Return the process's last mapping at or before `time` that contains `ip`;
 * NULL if there is none. */
static const struct rcc_trace_mapping *
find_mapping(const struct rcc_trace *t, pid_t pid, uint64_t time, uint64_t ip)
{
	size_t lo = 0;
	size_t hi = t->n_mappings;

	while (lo < hi) {
		const size_t mid = lo + (hi - lo) / 2;
		const struct rcc_trace_mapping *m = &t->mapping[mid];

		if (order(m->pid, m->time, pid, time) <= 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	while (lo-- != 0 && t->mapping[lo].pid == pid)
		if (ip >= t->mapping[lo].begin && ip < t->mapping[lo].end)
			return &t->mapping[lo];
	return NULL;
}

/* Return the last fork at or before `time` that made the process; NULL if there
 * is none. */
static const struct rcc_trace_fork *find_fork(const struct rcc_trace *t,
					      pid_t pid, uint64_t time)
{
	size_t lo = 0;
	size_t hi = t->n_forks;

	while (lo < hi) {
		const size_t mid = lo + (hi - lo) / 2;
		const struct rcc_trace_fork *f = &t->fork[mid];

		if (order(f->pid, f->time, pid, time) <= 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo != 0 && t->fork[lo - 1].pid == pid ? &t->fork[lo - 1] : NULL;
}

const char *rcc_trace_place(const struct rcc_trace *t,
			    const struct rcc_trace_sample *sample,
			    uint64_t *offset)
{
	pid_t pid = sample->pid;
	uint64_t time = sample->time;

	/* A process begins with the mappings of its parent.  If its own
	 * mappings do not contain the instruction, search the parent's mappings
	 * at the time of the fork. */
	for (unsigned i = 0; i < GENERATIONS_MAX; i++) {
		const struct rcc_trace_mapping *m =
			find_mapping(t, pid, time, sample->ip);
		const struct rcc_trace_fork *f;

		if (m != NULL) {
			*offset = sample->ip - m->begin + m->offset;
			return m->path;
		}
		f = find_fork(t, pid, time);
		if (f == NULL)
			return NULL;
		pid = f->parent;
		time = f->time;
	}
	return NULL;
}

void rcc_trace_release(struct rcc_trace *t)
{
	for (size_t i = 0; i < t->n_mappings; i++)
		free(t->mapping[i].path);
	free(t->sample);
	free(t->mapping);
	free(t->fork);
	memset(t, 0, sizeof(*t));
}
