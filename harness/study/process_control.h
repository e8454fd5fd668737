/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Settings of a run's process: address space randomization, CPUs, priority and
 * scheduling class.  If the user does not choose a setting, the process
 * inherits it from randstudy.
 *
 * The study has these settings under the following keys (study.h):
 *
 *	aslr	"on" or "off"
 *	cpu	a list of CPUs as for taskset(1)
 *	nice	-20 to 19
 *	sched	"other", "batch", "idle", "fifo" or "rr"
 */
#ifndef RCC_HARNESS_STUDY_PROCESS_CONTROL_H
#define RCC_HARNESS_STUDY_PROCESS_CONTROL_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* for cpu_set_t */
#endif
#include <sched.h>
#include <stdbool.h>
#include <jansson.h>

/* The settings that the user chose.  sets_X says whether the user chose X.  If
 * not, X is undefined. */
struct rcc_process_control {
	bool sets_aslr;
	bool has_aslr;
	bool sets_cpus;
	cpu_set_t cpus;
	bool sets_nice;
	int nice;
	bool sets_sched;
	int sched; /* scheduling class, SCHED_... */
};

/* Parse the study's keys aslr, cpu, nice and sched.  Returns 0, or RCC_EFORMAT
 * with *problem set (caller frees). */
int rcc_process_control_read(const json_t *study,
			     struct rcc_process_control *control,
			     char **problem);

/* Parse a list of CPUs such as "0,2-3".  Returns 0 or RCC_EFORMAT. */
int rcc_process_control_parse_cpus(const char *text, cpu_set_t *cpus);

/* Convert a scheduling class (SCHED_...) to its name, or to NULL if the class
 * has no name.  The second function converts a name to its class, or to -1 if
 * no class has this name. */
const char *rcc_process_control_class(int policy);
int rcc_process_control_policy(const char *name);

/* Set that the process runs on one CPU only. */
void rcc_process_control_pin(struct rcc_process_control *control, int cpu);

/* Return the first CPU in control->cpus that this process may not use; -1 if it
 * may use all. */
int rcc_process_control_missing_cpu(const struct rcc_process_control *control);

/* Apply the settings to the calling process.  The function makes only system
 * calls, since the process is between vfork(2) and execve(2).  Returns NULL, or
 * the option that failed, with errno set. */
const char *
rcc_process_control_apply(const struct rcc_process_control *control);

/* Return the remedy for an option that could not be applied because of this
 * errno; NULL if none is known. */
const char *rcc_process_control_remedy(const char *option, int error_number);

#endif
