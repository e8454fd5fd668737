/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Make programs load the shared libraries that are laid out with them.  These
 * libraries are in the folder of the program, and LD_LIBRARY_PATH makes the
 * dynamic linker search there.
 *
 * Two things can make every layout use the original library instead: a library
 * path that is fixed in the program (DT_RPATH), and a script that sets
 * LD_LIBRARY_PATH.  Therefore each reference run is checked.  LD_DEBUG makes
 * the dynamic linker log every library that a process loads, also by dlopen(3).
 */
#ifndef RCC_HARNESS_RUN_LIBRARIES_H
#define RCC_HARNESS_RUN_LIBRARIES_H

#include <stddef.h>
#include <stdint.h>

#include "common/strvec.h"
#include "harness/build/experiment.h"

/* Append to *env the variables that make the dynamic linker search `folders`
 * and log what it loads.  `folders` is separated by colons; NULL if there are
 * no libraries.  `log` is the path that rcc_libraries_watch() set; NULL for no
 * log. */
void rcc_libraries_environment(char *const *environment, const char *folders,
			       const char *log, struct rcc_strvec *env);

/* Prepare to log what a system's program loads.  *log is set to the path of the
 * log files without ".PID".  It is NULL if the system has no libraries and
 * x->finds_opened (opened.h) is false.  Prints what is wrong and returns an
 * exit code (enum rcc_exit). */
int rcc_libraries_watch(const struct rcc_experiment *x, size_t system,
			char **log);
/* Check each library in the logs: at least one process must have loaded the
 * library from the layout's folder, and no process may have loaded the library
 * from elsewhere.  If the user chose no libraries (--library), a violation only
 * causes a warning.  Prints what is wrong and returns an exit code (enum
 * rcc_exit). */
int rcc_libraries_check(const struct rcc_experiment *x, int64_t layout);
/* Append the distinct paths of all programs and libraries that processes
 * loaded, as the logs show. */
void rcc_libraries_loaded(const struct rcc_experiment *x,
			  struct rcc_strvec *path);
/* Remove the logs.  Free *log and set it to NULL. */
void rcc_libraries_unwatch(const struct rcc_experiment *x, char **log);

#endif
