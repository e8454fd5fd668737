/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/sampler.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/mem.h"

/* The CPU time between two samples.  Taking a sample costs a few
 * microseconds. */
#define PERIOD_NS 250000
/* The number of pages of a ring, the buffer through which the kernel passes
 * samples on; a power of two.  Fewer pages are used if the kernel's limit for
 * all rings together (perf_event_mlock_kb) is too low. */
#define RING_PAGES 32
#define RING_PAGES_LEAST 4
/* The largest size of a record. */
#define RECORD_MAX 65536

/* ---- Opening ------------------------------------------------------------ */

/* Open the counter of one CPU.  Children of the program inherit the counter.
 * The kernel gives such a counter a ring only if the counter is bound to a CPU,
 * so each CPU needs a counter of its own. */
static int open_cpu(int cpu, bool has_kernel)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = sizeof(attr),
		.config = PERF_COUNT_SW_CPU_CLOCK,
		.sample_period = PERIOD_NS,
		.sample_type = RCC_TRACE_SAMPLE_TYPE,
		.sample_id_all = 1,
		.disabled = 1,
		.inherit = 1,
		.enable_on_exec = 1,
		.mmap = 1,
		.mmap2 = 1,
		.task = 1,
		.exclude_kernel = !has_kernel,
		.exclude_hv = 1,
	};

	return (int)syscall(SYS_perf_event_open, &attr, 0, cpu, -1,
			    PERF_FLAG_FD_CLOEXEC);
}

static void *map_ring(int fd, size_t *n)
{
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);
	void *at = MAP_FAILED;

	for (size_t pages = RING_PAGES;
	     at == MAP_FAILED && pages >= RING_PAGES_LEAST; pages /= 2) {
		*n = (1 + pages) * page;
		at = mmap(NULL, *n, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	}
	return at;
}

static int open_rings(struct rcc_sampler *s, long n_cpus)
{
	s->ring = rcc_mem_calloc((size_t)n_cpus, sizeof(*s->ring));
	for (int cpu = 0; cpu < n_cpus; cpu++) {
		struct rcc_sampler_ring *ring = &s->ring[s->n_rings];

		ring->fd = open_cpu(cpu, s->has_kernel);
		if (ring->fd < 0 && errno == ENODEV)
			continue; /* this CPU is offline */
		if (ring->fd < 0)
			return RCC_ESYS;
		ring->at = map_ring(ring->fd, &ring->n);
		if (ring->at == MAP_FAILED) {
			const int error_number = errno;

			close(ring->fd);
			errno = error_number;
			return RCC_ESYS;
		}
		s->n_rings++;
	}
	return s->n_rings != 0 ? 0 : RCC_ESYS;
}

static void close_rings(struct rcc_sampler *s)
{
	for (size_t i = 0; i < s->n_rings; i++) {
		munmap(s->ring[i].at, s->ring[i].n);
		close(s->ring[i].fd);
	}
	free(s->ring);
	s->ring = NULL;
	s->n_rings = 0;
}

static void try_to_open(struct rcc_sampler *s, bool has_kernel)
{
	s->has_kernel = has_kernel;
	s->error_number = 0;
	if (open_rings(s, sysconf(_SC_NPROCESSORS_CONF)) != 0) {
		s->error_number = errno;
		close_rings(s);
	}
}

void rcc_sampler_begin(struct rcc_sampler *s)
{
	try_to_open(s, true);
	/* Most users may sample only the code of their own processes, and not
	 * the kernel's code. */
	if (s->error_number == EACCES || s->error_number == EPERM)
		try_to_open(s, false);
}

/* ---- Reading ------------------------------------------------------------ */

/* Copy n bytes of a ring of `size` bytes, from position `from` on. */
static void copy(void *to, const unsigned char *ring, size_t size,
		 uint64_t from, size_t n)
{
	const size_t at = (size_t)(from % size);
	const size_t n_first = n < size - at ? n : size - at;

	memcpy(to, ring + at, n_first);
	memcpy((unsigned char *)to + n_first, ring, n - n_first);
}

static void drain_ring(struct rcc_trace *trace,
		       const struct rcc_sampler_ring *ring,
		       unsigned char *record)
{
	struct perf_event_mmap_page *page = ring->at;
	const size_t n_page = (size_t)sysconf(_SC_PAGESIZE);
	const unsigned char *data = (const unsigned char *)ring->at + n_page;
	const size_t size = ring->n - n_page;
	const uint64_t head =
		__atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE);
	uint64_t tail = page->data_tail;

	while (tail < head) {
		struct perf_event_header header;

		copy(&header, data, size, tail, sizeof(header));
		if (header.size < sizeof(header) || header.size > head - tail)
			break;
		copy(record, data, size, tail, header.size);
		rcc_trace_add(trace, record);
		tail += header.size;
	}
	__atomic_store_n(&page->data_tail, head, __ATOMIC_RELEASE);
}

void rcc_sampler_drain(struct rcc_sampler *s)
{
	unsigned char *record = rcc_mem_alloc(RECORD_MAX);

	for (size_t i = 0; i < s->n_rings; i++)
		drain_ring(&s->trace, &s->ring[i], record);
	free(record);
}

void rcc_sampler_end(struct rcc_sampler *s)
{
	rcc_sampler_drain(s);
	close_rings(s);
}

void rcc_sampler_release(struct rcc_sampler *s)
{
	close_rings(s);
	rcc_trace_release(&s->trace);
	*s = (struct rcc_sampler){0};
}
