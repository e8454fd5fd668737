/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A description of the machine, which is part of a study's results. */
#ifndef RCC_HARNESS_RUN_HOST_H
#define RCC_HARNESS_RUN_HOST_H

#include <jansson.h>
#include <sched.h>

/* Describe the machine as an object; what cannot be read is absent.  `root` is
 * prepended to all paths, for tests ("" otherwise).  Caller owns the result. */
json_t *rcc_host_describe(const char *root);

/* The load average of the last minute; NaN if it cannot be read. */
double rcc_host_load(const char *root);
/* Lower the "load" of a description to `load`, the load before this process
 * began to build and to run programs: what it added is no disturbance. */
void rcc_host_lower_load(json_t *host, double load);

/* The CPUs on the same core as `cpu`, including itself; none if the kernel does not
 * say. */
void rcc_host_core(const char *root, int cpu, cpu_set_t *core);

/* Add "siblings-busy": for each CPU that shares a core with one on which runs
 * are pinned (`pinned`; NULL: with any CPU), the share of time for which it was
 * busy during wait().  If there is no such CPU, nothing is added and wait() is
 * not called. */
void rcc_host_siblings(json_t *host, const char *root, const cpu_set_t *pinned,
		       void (*wait)(void *self), void *self);

#endif
