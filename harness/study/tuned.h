/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How many executions make one sample of a short program (--tune).
 *
 * A process takes its time to come and go, and that time is never twice the
 * same.  What an empty program takes is the least that the executor can tell
 * from nothing (accuracy), and how far two such times lie apart is what it can
 * tell apart (precision).  From both follows, for the time of one execution, how
 * many are taken in a row (Chen & Revels 2016; stats/rcc_stats.h, "Executions per
 * sample").  It is found once per study and kept with it.
 */
#ifndef RCC_HARNESS_STUDY_TUNED_H
#define RCC_HARNESS_STUDY_TUNED_H

#include <jansson.h>

#include "harness/store/rows.h"

/* The key in the store. */
#define RCC_TUNED_KEY "tuned"

struct rcc_tuned {
	unsigned executions; /* of one sample; 0: it has not been tuned */
	double empty_ns;     /* what an empty program takes at least */
	double spread_ns;    /* between the quartiles of its times */
	double execution_ns; /* of the program that takes the shortest time */
};

/* As it is stored and reported; *tuned is zero where `json` is not one. */
json_t *rcc_tuned_json(const struct rcc_tuned *tuned);
void rcc_tuned_read(const json_t *json, struct rcc_tuned *tuned);

#endif
