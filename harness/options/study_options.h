/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The options of `randstudy run` and `randstudy aa`: the table, by topic.
 *
 * An option that is part of the study sets the key of its name (study.h) in
 * the JSON object `given`.  The settings of a study file are the same
 * options (suite/suite_file.c).
 */
#ifndef RCC_HARNESS_OPTIONS_STUDY_OPTIONS_H
#define RCC_HARNESS_OPTIONS_STUDY_OPTIONS_H

#include <stdbool.h>
#include <jansson.h>

#include "common/arguments.h"
#include "common/strvec.h"

struct rcc_run_options {
	/* About this call: */
	const char *dir;	/* borrowed from argv; NULL: none was given */
	const char *study_file; /* borrowed from argv; NULL if none */
	unsigned n_jobs;
	bool is_quiet;	  /* no report at the end */
	bool has_no_runs; /* build and lay out, but measure nothing */
	/* `layouts` of `given` is a minimum: a study that exists may have
	 * more. */
	bool has_least_layouts;

	/* The machine's load before anything was built or run; NaN:
	 * unknown. */
	double load;
	/* Another study, whose builds may be taken over; borrowed, NULL:
	 * none. */
	const char *built_in;
	/* A folder of builds that are shared (build/baseline.h); borrowed,
	 * NULL: none. */
	const char *baseline;

	/* About the study: */
	json_t *given; /* keys of study.h, only those that were set; owned */
	/* -P: those of the command; NULL: none (parameters.h). */
	json_t *parameters;
	/* --program, until all systems are known. */
	struct rcc_strvec program;
};

/* Ends with a zeroed row. */
extern const struct rcc_argument rcc_study_option[];

#endif
