/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions in which a program spends its time.  After each period of CPU
 * time, the kernel records a sample: the address of the instruction that is
 * running (sampler.h).  A trace has the samples of one run (trace.h). */
#ifndef RCC_HARNESS_RUN_HOT_FUNCTIONS_H
#define RCC_HARNESS_RUN_HOT_FUNCTIONS_H

#include <stddef.h>
#include <stdint.h>

#include "harness/build/experiment.h"
#include "harness/run/code_map.h"
#include "harness/run/trace.h"

/* A function that layouts move. */
struct rcc_hot_function {
	char *name;	  /* the symbol */
	size_t file;	  /* 0 for the program, i + 1 for its library i */
	uint64_t address; /* in the program that was sampled */
	uint64_t size;
	uint64_t *sample; /* addresses of the n_samples samples */
	size_t n_samples;
	size_t samples_allocated;
	double share; /* share of the CPU time */
};

struct rcc_hot_functions {
	struct rcc_hot_function *item; /* the hottest first */
	size_t n;
	size_t n_allocated;
	size_t n_samples; /* all samples, also those in code that is not
			   * moved */
};

/* A program or library, with the functions in which samples are looked up. */
struct rcc_hot_file {
	char *path; /* path from which it is loaded, without symbolic links */
	struct rcc_code_map map;
};

/* Count the samples of a sorted trace.  If a sample is in a function of one of
 * the files, and layouts move this function, add the sample to the function in
 * *hot. */
void rcc_hot_functions_count(struct rcc_hot_functions *hot,
			     const struct rcc_hot_file *file, size_t n_files,
			     const struct rcc_trace *trace);
/* Set each function's share of the CPU time, and sort the functions by it. */
void rcc_hot_functions_finish(struct rcc_hot_functions *hot);
void rcc_hot_functions_release(struct rcc_hot_functions *hot);

/* Read the functions of the program in `folder` and of its libraries there.
 * Returns an array with an item for each of the *n files, or NULL if randld
 * cannot list the functions.  The caller must free it by
 * rcc_hot_files_free(). */
struct rcc_hot_file *rcc_hot_files_read(const struct rcc_experiment *x,
					size_t system, const char *folder,
					size_t *n);
void rcc_hot_files_free(struct rcc_hot_file *file, size_t n);

/* Find a function by its name; NULL if the file has none or several. */
const struct rcc_code_function *
rcc_hot_file_find(const struct rcc_hot_file *file, const char *name);

#endif
