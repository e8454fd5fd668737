/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Describe the machine.  The description is part of a study's results. */
#ifndef RCC_HARNESS_RUN_HOST_H
#define RCC_HARNESS_RUN_HOST_H

#include <jansson.h>
#include <sched.h>

/* Describe the machine as a JSON object.  The object lacks facts that cannot be
 * read.  `root` is prepended to all paths; it is "" except in tests.  The
 * caller owns the result. */
json_t *rcc_host_describe(const char *root);

/* Return the load average of the last minute; NaN if it cannot be read. */
double rcc_host_load(const char *root);
/* Return the number of other processes that run or wait for a CPU: the mean of
 * ten samples, a millisecond apart.  Returns NaN if the kernel does not say. */
double rcc_host_running(const char *root);
/* Set the "load" of a description to the smaller of its value and `load`.  The
 * description must not contain load that this process or an earlier study
 * caused.  Therefore the caller passes as `load` the load before this process
 * built or ran anything, or the number of other processes that run now. */
void rcc_host_lower_load(json_t *host, double load);

/* Set *core to the CPUs of the core to which `cpu` belongs.  The set is empty
 * if the kernel does not say. */
void rcc_host_core(const char *root, int cpu, cpu_set_t *core);

/*
 * Call wait(), and add "siblings-busy" to the description.  A sibling is a CPU
 * that shares a core with a CPU of the runs.  "siblings-busy" has for each
 * sibling the share of the time in wait() for which the sibling was busy.
 *
 * `pinned` is the set of CPUs of the runs; NULL if runs may use any CPU.  If
 * there is no sibling, nothing is added and wait() is not called.
 */
void rcc_host_siblings(json_t *host, const char *root, const cpu_set_t *pinned,
		       void (*wait)(void *self), void *self);

#endif
