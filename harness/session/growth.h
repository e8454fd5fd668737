/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A study that chooses its own end: it is measured, looked at, and gets more
 * layouts until it is precise enough, its time is up, or it has as many as it
 * may have.
 *
 * The looks are set beforehand (stats/rcc_stats.h, "Stopping when precise
 * enough") and stored with what was seen.  Layouts that are added change none
 * that are there.
 */
#ifndef RCC_HARNESS_SESSION_GROWTH_H
#define RCC_HARNESS_SESSION_GROWTH_H

#include "harness/build/experiment.h"
#include "harness/findings/findings.h"
#include "harness/study/interim.h"

/* What a decision rests on. */
struct rcc_growth_state {
	unsigned n_layouts;
	unsigned max_layouts;
	double wanted;	   /* half-width; 0: not asked for */
	double half_width; /* found */
	double left_s;	   /* infinite without a budget */
	double layout_s;   /* what one more layout takes */
	bool is_out_of_time;
};

/* Pure.  RCC_INTERIM_CONTINUE sets *next to the layouts to go on to. */
enum rcc_interim_decision rcc_growth_decide(const struct rcc_growth_state *s,
					    unsigned *next);

/* The widest relative half-width of what the study is about: the ratio of each
 * system to the first, or with one system the mean of each arm of random
 * layouts. */
double rcc_growth_half_width(const struct rcc_findings *f);

/* The phases, which tests replace. */
struct rcc_growth {
	int (*make_layouts)(struct rcc_experiment *x);
	int (*measure)(struct rcc_experiment *x, void *self);
	int64_t (*now_ns)(void *self); /* the clock of x->deadline_ns */
	void *self;
};

/* Measure all that is planned, and in a study that grows plan more, until it
 * ends.  An exit code. */
int rcc_growth_measure(struct rcc_experiment *x, const struct rcc_growth *g);

/* Whether the last look ended the study, and nothing was asked for since. */
bool rcc_growth_is_over(struct rcc_experiment *x);

#endif
