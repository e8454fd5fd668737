/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Units as people write them: "ms", "MB/s", "req/s", "ns/op".
 *
 * A unit says which values are better where that is sure: less of a time or of
 * memory, and less of either for each thing done (ns/op); more of a rate
 * (ops/s).
 */
#ifndef RCC_HARNESS_STUDY_METRIC_UNIT_H
#define RCC_HARNESS_STUDY_METRIC_UNIT_H

#include "harness/study/metric.h"

/* The direction that a unit says; NULL: no unit. */
enum rcc_better rcc_unit_better(const char *unit);

/* The unit that values are kept in, and the factor that converts to it.
 * RCC_UNIT_COUNT with factor 1 for a unit of none of the others. */
enum rcc_unit rcc_unit_kind(const char *unit, double *factor);

/* The meaning of NAME/UNIT where UNIT is a time: "latency/s" is a latency in
 * seconds, but "ops/s" is a rate. */
enum rcc_slash {
	RCC_SLASH_UNIT,	  /* UNIT is the unit of NAME */
	RCC_SLASH_RATE,	  /* "NAME/UNIT" is the unit */
	RCC_SLASH_UNCLEAR /* it could be either */
};
enum rcc_slash rcc_unit_slash(const char *name, const char *unit);

#endif
