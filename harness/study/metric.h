/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A metric: a quantity that is measured for each run, with its name and unit.
 *
 * Every run has the built-in metrics: times, memory and the kernel's counts.
 * store/records.h computes their values.  A study may ask for further metrics
 * (metric_spec.h), whose values are stored.
 */
#ifndef RCC_HARNESS_STUDY_METRIC_H
#define RCC_HARNESS_STUDY_METRIC_H

#include <stdbool.h>
#include <stddef.h>

enum rcc_unit { RCC_UNIT_SECONDS, RCC_UNIT_BYTES, RCC_UNIT_COUNT };

enum rcc_builtin_metric {
	RCC_METRIC_WALL,
	RCC_METRIC_USER,
	RCC_METRIC_SYSTEM,
	RCC_METRIC_CPU,
	RCC_METRIC_MEMORY,
	RCC_METRIC_FAULTS,
	RCC_METRIC_SWITCHES,
	RCC_METRIC_MINOR_FAULTS,
	RCC_METRIC_MAJOR_FAULTS,
	RCC_METRIC_VOLUNTARY_SWITCHES,
	RCC_METRIC_INVOLUNTARY_SWITCHES,
	RCC_N_BUILTIN_METRICS
};

/* Whether lower or higher values are better. */
enum rcc_better {
	/* It is unknown, so no report may call a value better or worse. */
	RCC_BETTER_UNKNOWN,
	RCC_BETTER_LOWER,
	RCC_BETTER_HIGHER
};

/* Whether a stored metric's unit can be trusted.  Older versions of randstudy
 * took the word after the slash of --metric ops/s as the unit, and so may have
 * stored a rate (ops/s) as a time. */
enum rcc_metric_doubt {
	RCC_METRIC_IS_SURE,
	/* The metric was stored as a time, but is certainly a rate.  It is read
	 * as a rate. */
	RCC_METRIC_WAS_TIME,
	/* The metric was stored as a time, but may be a rate.  It is unknown
	 * which values are better. */
	RCC_METRIC_IS_UNCLEAR
};

struct rcc_metric_spec;

struct rcc_metric {
	const char *name; /* the name by which the user chooses the metric */
	/* the name in sentences of reports, such as "wall time" */
	const char *text;
	enum rcc_unit unit;
	enum rcc_builtin_metric builtin; /* undefined if `spec` is set */
	enum rcc_better better;
	enum rcc_metric_doubt doubt;
	/* For RCC_UNIT_COUNT: the things that are counted; may be "" or
	 * NULL. */
	const char *label;
	const struct rcc_metric_spec *spec; /* NULL for a built-in metric */

	/* The metric's index among the metrics that the study asks for, and the
	 * factor that converts a stored value to `unit`.  Both are undefined
	 * for a built-in metric. */
	size_t index;
	double factor;
};

/* Return the built-in metric with this name, or NULL. */
const struct rcc_metric *rcc_metric_find(const char *name);
/* Return a list of the built-in metrics for messages, "wall, user, ..."; caller
 * frees. */
char *rcc_metric_names(void);

/* Return whether a metric is a time, and lower is better.  Only then do reports
 * use words such as "faster" and "takes less time". */
bool rcc_metric_is_time(const struct rcc_metric *m);

/* rcc_better_name() returns "lower" or "higher", or NULL if unknown.
 * rcc_better_parse() converts "lower" and "higher" back.  Any other text, and
 * NULL, becomes RCC_BETTER_UNKNOWN. */
const char *rcc_better_name(enum rcc_better better);
enum rcc_better rcc_better_parse(const char *name);

#endif
