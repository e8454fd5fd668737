/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What about a run's process is held fixed: the address space, the CPU, the
 * priority.  What the user does not ask for stays as randstudy found it.
 *
 * Keys of the study (study.h): aslr "on" or "off"; cpu, a list as taskset(1)
 * has it; nice, -20 ... 19; sched "other", "batch", "idle", "fifo" or "rr".
 */
#ifndef RCC_HARNESS_STUDY_PROCESS_CONTROL_H
#define RCC_HARNESS_STUDY_PROCESS_CONTROL_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* cpu_set_t */
#endif
#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <jansson.h>

struct rcc_process_control {
	bool sets_aslr, has_aslr;
	bool sets_cpus;
	cpu_set_t cpus;
	bool sets_nice;
	int nice;
	bool sets_sched;
	int sched;
};

/* 0, or RCC_EFORMAT with *problem set (caller frees). */
int rcc_process_control_read(const json_t *study,
			     struct rcc_process_control *control,
			     char **problem);

/* A list of CPUs such as "0,2-3": 0 or RCC_EFORMAT. */
int rcc_process_control_parse_cpus(const char *text, cpu_set_t *cpus);

/* The first CPU of the control's that this process may not use, or -1. */
int rcc_process_control_missing_cpu(const struct rcc_process_control *control);

/* In the process that is to become the program, between vfork(2) and
 * execve(2): system calls only.  NULL, or the option that could not be obeyed,
 * with errno set. */
const char *
rcc_process_control_apply(const struct rcc_process_control *control);

/* What to do where an option could not be obeyed; NULL if nothing is known. */
const char *rcc_process_control_remedy(const char *option, int error_number);

#endif
