/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The table of options of `randstudy run` and `randstudy aa`, by topic.
 *
 * An option that belongs to the study sets the key with the option's name
 * (study.h) in the JSON object `given`.  The settings of a study file are the
 * same options (suite/suite_file.c).
 */
#ifndef RCC_HARNESS_OPTIONS_STUDY_OPTIONS_H
#define RCC_HARNESS_OPTIONS_STUDY_OPTIONS_H

#include <stdbool.h>
#include <jansson.h>

#include "common/arguments.h"
#include "common/strvec.h"

struct rcc_run_options {
	/* Options of this call only: */
	const char *dir;	/* borrowed from argv; NULL if not given */
	const char *study_file; /* borrowed from argv; NULL if none */
	unsigned n_jobs;
	bool is_quiet;	  /* print no report at the end */
	bool has_no_runs; /* build and lay out, but make no runs */
	/* Whether `layouts` of `given` is a minimum: a study that exists
	 * already may have more layouts. */
	bool has_least_layouts;

	/* The machine's load before anything was built or run; NaN if
	 * unknown. */
	double load;
	/* The directory of another study, whose builds may be taken over;
	 * borrowed; may be NULL. */
	const char *built_in;
	/* The directory of builds that studies share (build/baseline.h);
	 * borrowed; may be NULL. */
	const char *baseline;

	/* Options of the study: */
	json_t *given; /* the keys of study.h that were set; owned */
	/* The parameters of -P that the command or the runs use (parameters.h);
	 * NULL if there are none. */
	json_t *parameters;
	/* The arguments of --program, kept until all systems are known. */
	struct rcc_strvec program;
};

/* The table of options; it ends with a zeroed row. */
extern const struct rcc_argument rcc_study_option[];

/* Return the name of the first metric if it is unknown which of its values are
 * better; else NULL.  The name is borrowed from the JSON object of options. */
const char *rcc_study_options_undirected(const json_t *given);

#endif
