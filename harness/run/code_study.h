/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The share of a system's CPU time that is in code which layouts move.  The
 * first reference run is sampled for it; later sessions do not ask again.
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

/* A file whose code layouts move. */
struct rcc_code_file {
	char *path; /* links resolved */
	struct rcc_code_map map;
};

/* A zeroed struct asks for nothing. */
struct rcc_code_study {
	struct rcc_code_file *file; /* the program, and its --library's */
	size_t n_files;		    /* 0: nothing is asked */
	/* Shared libraries as the build linked them, which layouts do not move:
	 * their paths, links resolved. */
	struct rcc_strvec library;
	struct rcc_sampler sampler;
};

/* Prepare for a run of `layout`, an original one.  Nothing is asked if the
 * answer is stored, or if randld cannot say what is moved. */
void rcc_code_study_begin(struct rcc_code_study *s,
			  const struct rcc_experiment *x, int64_t layout);
/* The sampler of the run, or NULL. */
struct rcc_sampler *rcc_code_study_sampler(struct rcc_code_study *s);
/* Count what was sampled in a good run, and store it.  Prints what is wrong and
 * returns an exit code (enum rcc_exit). */
int rcc_code_study_store(struct rcc_code_study *s,
			 const struct rcc_experiment *x, size_t system,
			 const struct rcc_run_record *run);
void rcc_code_study_release(struct rcc_code_study *s);

/* Count the samples of a sorted trace by what they are in. */
void rcc_code_study_count(const struct rcc_code_study *s,
			  const struct rcc_trace *trace,
			  struct rcc_code_share *share);
/* Count the bytes of code in the files. */
void rcc_code_study_count_bytes(const struct rcc_code_study *s,
				struct rcc_code_share *share);

#endif
