/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Find the functions in which a program of `randstudy explain` or `randstudy
 * best` spends its time. */
#ifndef RCC_HARNESS_SESSION_SAMPLE_FUNCTIONS_H
#define RCC_HARNESS_SESSION_SAMPLE_FUNCTIONS_H

#include "harness/run/hot_functions.h"
#include "harness/run/trial_runs.h"

/* Read the functions of the program and of the libraries in `folder`.  Each
 * file gets the path that it has in a run of `t`.  Returns an array of *n files
 * (released with rcc_hot_files_free()).  If randld cannot list the functions,
 * prints an error and returns NULL. */
struct rcc_hot_file *rcc_sample_files(const struct rcc_trial_runs *t,
				      const char *folder, size_t *n);

/* Run the program in `folder` until there are enough samples, and add the
 * samples to *hot.  *error_number becomes the errno that prevented sampling,
 * else 0.  Prints what is wrong with a run, and returns an exit code (enum
 * rcc_exit). */
int rcc_sample_functions(struct rcc_trial_runs *t, const char *folder,
			 const struct rcc_hot_file *file, size_t n_files,
			 struct rcc_hot_functions *hot, int *error_number);

#endif
