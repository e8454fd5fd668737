/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The result of --tune: how many executions of a short program make one run.
 *
 * Starting and ending a process takes time, and that time varies.  Two numbers
 * are therefore measured with an empty program, which ends at once:
 *
 *   - its shortest time: randstudy cannot measure a shorter time (accuracy);
 *   - the spread of its times: randstudy cannot resolve a smaller difference
 *     (precision).
 *
 * The number of executions in a row follows from these two numbers and the time
 * of one execution (Chen & Revels 2016; stats/rcc_stats.h, struct rcc_timer).
 * A study computes the number once and stores it.
 */
#ifndef RCC_HARNESS_STUDY_TUNING_H
#define RCC_HARNESS_STUDY_TUNING_H

#include <jansson.h>

/* The key under which the study's database has this result, a struct rcc_tuning
 * as JSON. */
#define RCC_TUNING_KEY "tuned"

struct rcc_tuning {
	/* Number of executions in a run; 0 if the study is not tuned. */
	unsigned executions;
	/* shortest time of an empty program, which ends at once */
	double empty_ns;
	/* Interquartile range of the times of an empty program. */
	double spread_ns;
	double execution_ns; /* shortest time of one execution */
};

/* Return the object that is stored and reported.  The caller owns it. */
json_t *rcc_tuning_json(const struct rcc_tuning *tuning);
/* Read the object that rcc_tuning_json() returns.  *tuning is zeroed if `json`
 * is anything else. */
void rcc_tuning_read(const json_t *json, struct rcc_tuning *tuning);

#endif
