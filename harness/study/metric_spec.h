/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A metric that a study asks for (--metric): its name, its unit and the source
 * of its values.
 *
 *	stdout:REGEX		each match on standard output
 *	stderr:REGEX		each match on standard error
 *	file:PATH:REGEX		each match in a file that the program writes
 *	perf:EVENT		a counter of the kernel (perf_event.h)
 *	cachegrind:EVENT	a count by valgrind's simulation
 *	callgrind:EVENT
 *	wall, user, ...		a built-in metric (metric.h)
 *
 * REGEX is a POSIX extended regular expression with one group, which matches
 * the number.  Each match is one iteration.  With the prefix "once:", the
 * source gives one number for the whole run.
 */
#ifndef RCC_HARNESS_STUDY_METRIC_SPEC_H
#define RCC_HARNESS_STUDY_METRIC_SPEC_H

#include <stdbool.h>
#include <stddef.h>
#include <jansson.h>

#include "harness/study/metric.h"
#include "harness/study/metric_unit.h"

enum rcc_source_kind {
	RCC_SOURCE_STDOUT,
	RCC_SOURCE_STDERR,
	RCC_SOURCE_FILE,
	RCC_SOURCE_PERF,
	RCC_SOURCE_CACHEGRIND,
	RCC_SOURCE_CALLGRIND,
	RCC_SOURCE_BUILTIN,
};

/* A parsed metric of a study.  Strings are borrowed from the study's JSON,
 * unless they are marked as owned. */
struct rcc_metric_spec {
	const char *name;
	const char *unit;	/* NULL if the user gave none */
	enum rcc_better better; /* RCC_BETTER_UNKNOWN if not given */
	enum rcc_source_kind kind;
	bool is_per_run; /* whether each run gives one number */
	char *path;	 /* RCC_SOURCE_FILE: the file; owned */
	/* "NAME/UNIT", as in "ops/s"; NULL without a unit; owned */
	char *rate;
	/* "simulated NAME" if valgrind counts the metric, else NULL; owned */
	char *simulated;
	const char *selector; /* REGEX, EVENT, or name of a built-in metric */
};

/* Parse "[NAME[/UNIT][,lower|,higher]=]SOURCE" into the object {name, unit,
 * source, better}, which a study stores.  UNIT is the text after the first
 * slash.  A rate is an exception: "ops/s" has the name "ops" and the unit
 * "ops/s" (metric_unit.h).  Returns NULL with *problem set (caller frees) on
 * error. */
json_t *rcc_metric_spec_parse(const char *text, char **problem);

/* Return a text from which rcc_metric_spec_parse() makes the object `json`;
 * caller frees. */
char *rcc_metric_spec_text(const json_t *json);

/* Parse an object that rcc_metric_spec_parse() made.  Returns 0, or RCC_EFORMAT
 * with *problem set (caller frees). */
int rcc_metric_spec_read(const json_t *json, struct rcc_metric_spec *spec,
			 char **problem);
void rcc_metric_spec_release(struct rcc_metric_spec *spec);

/* Return whether a REGEX finds the metric's values in what the program
 * writes. */
bool rcc_metric_spec_is_output(const struct rcc_metric_spec *spec);
/* Return whether a run has a value of the metric for each iteration
 * (--iterations), and not one for the whole run. */
bool rcc_metric_spec_has_iterations(const struct rcc_metric_spec *spec);
/* Return whether the metric's values depend on a wall clock that the program
 * itself reads.  Only values that the program prints can depend on such a
 * clock. */
enum rcc_timed rcc_metric_spec_timed(const struct rcc_metric_spec *spec);
/* Return whether the metric needs a separate run under valgrind. */
bool rcc_metric_spec_is_valgrind(const struct rcc_metric_spec *spec);

/* Return the metric that *spec describes.  It has number `index` among the
 * study's metrics.  Its strings are borrowed from *spec. */
struct rcc_metric rcc_metric_from_spec(const struct rcc_metric_spec *spec,
				       size_t index);

/* Return whether two lists of objects made by rcc_metric_spec_parse() mean the
 * same metrics.  Different lists may mean the same, if an older version of
 * randstudy stored one of them. */
bool rcc_metric_lists_agree(const json_t *stored, const json_t *given);

#endif
