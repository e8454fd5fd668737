/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Programs whose shared libraries are laid out with them.  The libraries lie
 * next to the program, and LD_LIBRARY_PATH makes the dynamic linker find them
 * there.
 *
 * That is checked: because of a path that is fixed in the program, or a script
 * that sets the variable, every layout might be measured with the original
 * library.  In each reference run the dynamic linker logs what every process
 * loads (LD_DEBUG), dlopen(3) included.
 */
#ifndef RCC_HARNESS_RUN_LIBRARIES_H
#define RCC_HARNESS_RUN_LIBRARIES_H

#include <stddef.h>
#include <stdint.h>

#include "common/strvec.h"
#include "harness/build/experiment.h"

/* Append to *env what a run whose libraries are in `folders`, separated by
 * colons (NULL: it has none), needs beyond `environment`.  `log` as rcc_libraries_watch() sets it;
 * NULL: no log. */
void rcc_libraries_environment(char *const *environment, const char *folders,
			       const char *log, struct rcc_strvec *env);

/* Prepare to log what a system's program loads.  *log is the path of the log
 * files without ".PID"; NULL if the system has no libraries and none are
 * looked for.  Prints what is
 * wrong and returns an exit code (enum rcc_exit), as does the next. */
int rcc_libraries_watch(const struct rcc_experiment *x, size_t system,
			char **log);
/* Check in the logs that each library was loaded from the layout's folder by
 * some process, and from elsewhere by none. */
int rcc_libraries_check(const struct rcc_experiment *x, int64_t layout);
/* Push the distinct paths of all objects that processes loaded. */
void rcc_libraries_loaded(const struct rcc_experiment *x,
			  struct rcc_strvec *path);
/* Remove the logs, and free and reset *log. */
void rcc_libraries_unwatch(const struct rcc_experiment *x, char **log);

#endif
