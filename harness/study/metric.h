/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A metric: one quantity that runs have, with its name and unit.
 *
 * Every run has the built-in metrics (times, memory, the kernel's counts);
 * store/records.h computes their values.  A study may ask for others
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

/* The direction in which values are better. */
enum rcc_better {
	RCC_BETTER_UNKNOWN, /* no report may call a value better or worse */
	RCC_BETTER_LOWER,
	RCC_BETTER_HIGHER
};

/* An older randstudy may have stored a rate (ops/s) as a time: it took the word
 * after the slash as the unit. */
enum rcc_metric_doubt {
	RCC_METRIC_IS_SURE,
	RCC_METRIC_WAS_TIME,  /* it is a rate, and is read as one */
	RCC_METRIC_IS_UNCLEAR /* it may be one: which values are better is
			       * unknown */
};

struct rcc_metric_spec;

struct rcc_metric {
	const char *name; /* the user's name for it */
	const char *text; /* its name in a sentence */
	enum rcc_unit unit;
	enum rcc_builtin_metric builtin; /* undefined with a spec */
	enum rcc_better better;
	enum rcc_metric_doubt doubt;
	const char *label; /* RCC_UNIT_COUNT: what is counted; "" or NULL */
	const struct rcc_metric_spec *spec; /* NULL for a built-in metric */

	/* If it has a spec: its index among the study's metrics, and the factor
	 * that converts a stored value to `unit`. */
	size_t index;
	double factor;
};

/* A built-in metric; NULL for an unknown name. */
const struct rcc_metric *rcc_metric_find(const char *name);
/* The names of the built-in metrics, "wall, user, ...", for messages; caller
 * frees. */
char *rcc_metric_names(void);

/* Whether it is a time of which less is better.  Only such a metric is called
 * "faster" or said to take less time. */
bool rcc_metric_is_time(const struct rcc_metric *m);

/* "lower" or "higher"; NULL if it is unknown.  And back: unknown for any other
 * text. */
const char *rcc_better_name(enum rcc_better better);
enum rcc_better rcc_better_parse(const char *name);

#endif
