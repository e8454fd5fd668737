/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The result of --tune: how many executions of a short program make one run.
 * Starting and ending a process takes time, and that time varies.  The time of
 * an empty program is the shortest that the executor can measure (its
 * accuracy); the spread of such times is the smallest difference that it can
 * resolve (its precision).  These two and the time of one execution give the
 * number of executions to run in a row (Chen & Revels 2016; stats/rcc_stats.h,
 * "Executions per sample").  A study finds it once and stores it.
 */
#ifndef RCC_HARNESS_STUDY_TUNING_H
#define RCC_HARNESS_STUDY_TUNING_H

#include <jansson.h>

/* The key in the store. */
#define RCC_TUNING_KEY "tuned"

struct rcc_tuning {
	unsigned executions; /* per run; 0 if the study is not tuned */
	double empty_ns;     /* shortest time of an empty program */
	double spread_ns;    /* interquartile range of its times */
	double execution_ns; /* the shortest-running program's time */
};

/* The object that is stored and reported. */
json_t *rcc_tuning_json(const struct rcc_tuning *tuning);
/* *tuning is all zero if `json` is not such an object. */
void rcc_tuning_read(const json_t *json, struct rcc_tuning *tuning);

#endif
