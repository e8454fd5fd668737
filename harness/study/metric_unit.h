/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Units as people write them: "ms", "MB/s", "req/s", "ns/op".
 *
 * Some units imply which values are better:
 *
 *	lower	a time (ms), memory (MB), or either per operation (ns/op)
 *	higher	a rate (ops/s)
 */
#ifndef RCC_HARNESS_STUDY_METRIC_UNIT_H
#define RCC_HARNESS_STUDY_METRIC_UNIT_H

#include "harness/study/metric.h"

/* Return which values are better according to a unit.  NULL means that the
 * metric has no unit. */
enum rcc_better rcc_unit_better(const char *unit);

/* Return the unit to which values with this unit are converted, and set *factor
 * to the factor of the conversion.  For anything but a time or a number of
 * bytes, these are RCC_UNIT_COUNT and 1. */
enum rcc_unit rcc_unit_kind(const char *unit, double *factor);

/* Whether a number that a program prints depends on the wall clock. */
enum rcc_timed {
	RCC_TIMED_NO,	 /* an amount of data, of instructions, ... */
	RCC_TIMED_MAYBE, /* no unit, or an ambiguous unit */
	RCC_TIMED_YES	 /* a time or a rate */
};
/* Return whether numbers with this unit depend on the wall clock.  NULL means
 * that the metric has no unit. */
enum rcc_timed rcc_unit_timed(const char *unit);

/* The meanings of NAME/UNIT.  "latency/s" is a latency in seconds, and "ops/s"
 * is a rate. */
enum rcc_slash {
	RCC_SLASH_UNIT,	  /* UNIT is the unit of NAME */
	RCC_SLASH_RATE,	  /* "NAME/UNIT" is the unit */
	RCC_SLASH_UNCLEAR /* either of these */
};
enum rcc_slash rcc_unit_slash(const char *name, const char *unit);

#endif
