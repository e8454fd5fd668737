/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Measure the share of a system's CPU time that is spent in code which layouts
 * move.  The system's first reference run (reference.h) is sampled: the kernel
 * records the current instruction after each quarter of a millisecond of CPU
 * time (sampler.h).  The study's database keeps the share, so that later calls
 * of `randstudy run` do not sample again.
 */
#ifndef RCC_HARNESS_RUN_CODE_STUDY_H
#define RCC_HARNESS_RUN_CODE_STUDY_H

#include <stdint.h>

#include "common/strvec.h"
#include "harness/build/experiment.h"
#include "harness/run/code_map.h"
#include "harness/run/sampler.h"
#include "harness/store/records.h"
#include "harness/study/code_share.h"

/* A file with code that layouts move. */
struct rcc_code_file {
	char *path; /* real path, without symbolic links */
	struct rcc_code_map map;
};

/* The samples of one run, and the files that contain the sampled instructions.
 * A zeroed struct means that the run is not sampled. */
struct rcc_code_study {
	/* The program and the libraries that are laid out with it. */
	struct rcc_code_file *file;
	size_t n_files; /* 0 if the run is not sampled */
	/* Real paths of the shared libraries that the build linked.  Layouts do
	 * not move code that is loaded from these paths. */
	struct rcc_strvec library;
	struct rcc_sampler sampler;
};

/* Prepare to sample a run of `layout`, which must be an original layout.  The
 * run is not sampled if the database has the share already, or if randld cannot
 * list the functions that layouts move. */
void rcc_code_study_begin(struct rcc_code_study *s,
			  const struct rcc_experiment *x, int64_t layout);
/* Return the sampler for the run, or NULL if the run is not sampled. */
struct rcc_sampler *rcc_code_study_sampler(struct rcc_code_study *s);
/* Count the samples of a run that succeeded, and store the share of each kind
 * of code (enum rcc_code_kind) in the study's database.  Prints what is wrong
 * and returns an exit code (enum rcc_exit). */
int rcc_code_study_store(struct rcc_code_study *s,
			 const struct rcc_experiment *x, size_t system,
			 const struct rcc_run_record *run);
void rcc_code_study_release(struct rcc_code_study *s);

/* Add the samples of a sorted trace to *share, by kind of code. */
void rcc_code_study_count(const struct rcc_code_study *s,
			  const struct rcc_trace *trace,
			  struct rcc_code_share *share);
/* Add the sizes in bytes of the functions in s->file to *share, by kind of
 * code. */
void rcc_code_study_count_bytes(const struct rcc_code_study *s,
				struct rcc_code_share *share);

#endif
