/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Settings of a run's process: address space randomisation, CPUs, priority and
 * scheduling class.  Those that the user does not set stay as randstudy's own.
 *
 * Keys of the study (study.h): aslr "on" or "off"; cpu, a list as for
 * taskset(1); nice, -20 to 19; sched "other", "batch", "idle", "fifo" or "rr".
 */
#ifndef RCC_HARNESS_STUDY_PROCESS_CONTROL_H
#define RCC_HARNESS_STUDY_PROCESS_CONTROL_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* cpu_set_t */
#endif
#include <sched.h>
#include <stdbool.h>
#include <jansson.h>

/* sets_...: whether the user set the value; undefined if not. */
struct rcc_process_control {
	bool sets_aslr;
	bool has_aslr;
	bool sets_cpus;
	cpu_set_t cpus;
	bool sets_nice;
	int nice;
	bool sets_sched;
	int sched; /* SCHED_... */
};

/* Parse the keys.  0, or RCC_EFORMAT with *problem set (caller frees). */
int rcc_process_control_read(const json_t *study,
			     struct rcc_process_control *control,
			     char **problem);

/* Parse a list of CPUs such as "0,2-3".  0 or RCC_EFORMAT. */
int rcc_process_control_parse_cpus(const char *text, cpu_set_t *cpus);

/* The name of a scheduling class (SCHED_...), NULL if it has none; and the
 * class of a name, -1 if there is none. */
const char *rcc_process_control_class(int policy);
int rcc_process_control_policy(const char *name);

/* The first CPU of the list that this process may not use, or -1. */
int rcc_process_control_missing_cpu(const struct rcc_process_control *control);

/* Apply the settings to the calling process, which is between vfork(2) and
 * execve(2): only system calls are made.  Returns NULL, or the option that
 * failed, with errno set. */
const char *
rcc_process_control_apply(const struct rcc_process_control *control);

/* The remedy if an option failed with this errno; NULL if none is known. */
const char *rcc_process_control_remedy(const char *option, int error_number);

#endif
