/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Let a study decide when it ends (--precision, --decide, --budget).  The study
 * is analysed whenever all planned runs are stored.  Layouts are added until
 * one of these holds:
 *
 *	- The study has reached its goal.  With --precision the goal is
 *	  intervals of at most a certain width.  With --decide it is an answer
 *	  to the question whether systems differ by more than a threshold.
 *	- The time is up.
 *	- The study has the largest number of layouts.
 *
 * The numbers of layouts at which the study is analysed are fixed in advance
 * (stats/rcc_stats.h, "Stopping when precise enough").  Each analysis is stored
 * (study/interim.h).  The existing layouts do not change.
 */
#ifndef RCC_HARNESS_SESSION_GROWTH_H
#define RCC_HARNESS_SESSION_GROWTH_H

#include <stdbool.h>

#include "harness/build/experiment.h"
#include "harness/findings/findings.h"
#include "harness/study/interim.h"

/* The numbers by which rcc_growth_decide() decides whether a study ends. */
struct rcc_growth_state {
	unsigned n_layouts;
	unsigned max_layouts;
	/* The goal of --precision: the largest half-width that an interval may
	 * have, as a fraction of the estimate; 0 if there is no such goal. */
	double wanted;
	double half_width; /* the largest half-width of the intervals so far */
	bool wants_decision;
	bool is_decided; /* whether --decide has its answer */
	double left_s;	 /* time left; infinite without --budget */
	double layout_s; /* time for one more layout */
	bool is_out_of_time;
};

/* Decide whether the study ends.  This function is pure.  If it returns
 * RCC_INTERIM_CONTINUE, *next is the new number of layouts. */
enum rcc_interim_decision rcc_growth_decide(const struct rcc_growth_state *s,
					    unsigned *next);

/* Compute for each main result of the study
 *	(half the width of its interval) / |estimate|
 * and return the largest of these numbers.  It is infinite if an interval is
 * undefined.  The main results are
 *
 *   - several systems: the ratio of each later system to the first;
 *   - one system, and reports compare runs within blocks (findings/blocks.h):
 *     the ratio of each random arm to the original layout;
 *   - one system otherwise: the mean of each random arm. */
double rcc_growth_half_width(const struct rcc_findings *f);

/* Analyse the study, and decide whether it ends.  Store the analysis and the
 * decision, and add layouts to the plan if the study continues.
 * `is_out_of_time` says whether planned runs are missing because the time was
 * up.  left_s is the time left.  *goes_on is set to whether layouts were added.
 * Prints what is wrong and returns an exit code (enum rcc_exit). */
int rcc_growth_analyse(struct rcc_experiment *x, bool is_out_of_time,
		       double left_s, bool *goes_on);

/* Return whether the study is over: the last analysis ended it, and the options
 * that decide on the end have not changed since. */
bool rcc_growth_is_over(struct rcc_experiment *x);

#endif
