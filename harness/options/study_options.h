/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The table of options of `randstudy run` and `randstudy aa`, in the order in
 * which the help prints them.
 *
 * An option that belongs to the study sets a key in the JSON object `given`.
 * The key is the option's name (study.h).  The settings in a study file are the
 * same options (suite/suite_file.c).
 */
#ifndef RCC_HARNESS_OPTIONS_STUDY_OPTIONS_H
#define RCC_HARNESS_OPTIONS_STUDY_OPTIONS_H

#include <stdbool.h>
#include <jansson.h>

#include "common/arguments.h"
#include "common/strvec.h"

struct rcc_run_options {
	/* Options that apply to this call only: */
	const char *dir;	/* borrowed from argv; NULL if not given */
	const char *study_file; /* borrowed from argv; NULL if none */
	unsigned n_jobs;
	bool is_quiet;	  /* print no report at the end */
	bool has_no_runs; /* build and lay out, but make no runs */
	/* Make only the reference runs: one run of each system's original
	 * layout (run/reference.h).  They are made only if no run is stored
	 * yet.  No option of the command line sets this. */
	bool only_tries;
	/* Refuse a study that was built from other sources, or with other tools,
	 * than those of now (build/stale_build.h).  Only `randstudy ab` sets this.
	 * Other calls that name a command warn. */
	bool refuses_old_build;
	/* Whether the key "layouts" of `given` is a minimum: a study that is
	 * continued may already have more layouts. */
	bool has_least_layouts;

	/* The machine's load average of the last minute, before this process
	 * built or ran anything; NaN if unknown. */
	double load;
	/* Directory of another study; NULL if there is none; borrowed.  If a
	 * system has the same settings of the build there, its build is taken
	 * over and not repeated (build/adopt.h). */
	const char *built_in;
	/* Directory of builds that studies share (build/baseline.h); borrowed;
	 * may be NULL. */
	const char *baseline;

	/* Options that belong to the study: */
	json_t *given; /* the keys of study.h that were set; owned */
	/* The parameters of -P that the command or the runs use (parameters.h);
	 * NULL if there are none. */
	json_t *parameters;
	/* The arguments of --program.  They are stored in `given` after the
	 * last option, when all systems are known. */
	struct rcc_strvec program;
	/* The options of the command line, which replace the settings of a
	 * study file (--study); NULL if these options are not from a file;
	 * borrowed. */
	const struct rcc_run_options *replacing;
};

/* The table of options; it ends with a zeroed row. */
extern const struct rcc_argument rcc_study_option[];

/* If it is unknown whether smaller or larger values of the first --metric are
 * better, return the metric's name; else NULL.  The name is borrowed from
 * `given`. */
const char *rcc_study_options_undirected(const json_t *given);

#endif
