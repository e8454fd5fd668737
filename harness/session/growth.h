/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A study that chooses its own end (--precision, --decide, --budget).  After each
 * stretch of runs it is analysed.  It gets more layouts until its intervals are
 * narrow enough, its question is decided (both, if both are wanted), its time is
 * up, or it has the largest number of layouts.
 *
 * The numbers of layouts at which it is analysed are fixed in advance
 * (stats/rcc_stats.h, "Stopping when precise enough"), and each analysis is
 * stored (study/interim.h).  New layouts do not change those that are there.
 */
#ifndef RCC_HARNESS_SESSION_GROWTH_H
#define RCC_HARNESS_SESSION_GROWTH_H

#include <stdbool.h>

#include "harness/build/experiment.h"
#include "harness/findings/findings.h"
#include "harness/study/interim.h"

/* The basis of a decision. */
struct rcc_growth_state {
	unsigned n_layouts;
	unsigned max_layouts;
	double wanted;	   /* half-width; 0: not asked for */
	double half_width; /* found */
	bool wants_decision;
	bool is_decided;   /* found */
	double left_s;	   /* infinite without a budget */
	double layout_s;   /* time for one more layout */
	bool is_out_of_time;
};

/* Pure.  With RCC_INTERIM_CONTINUE, *next is the new number of layouts. */
enum rcc_interim_decision rcc_growth_decide(const struct rcc_growth_state *s,
					    unsigned *next);

/* The widest relative half-width of the study's main results: the ratio of each
 * system to the first or, with one system, the mean of each arm of random layouts
 * (where runs depend on when they were made, its ratio to the original layout). */
double rcc_growth_half_width(const struct rcc_findings *f);

/* Analyse the study, decide, store both, and plan the layouts that are added;
 * *goes_on says whether there are any.  `is_out_of_time`: not all planned runs
 * could be made; left_s is the time left.  Prints what is wrong and returns an
 * exit code (enum rcc_exit). */
int rcc_growth_analyse(struct rcc_experiment *x, bool is_out_of_time,
		       double left_s, bool *goes_on);

/* Whether the last analysis ended the study and the options have not asked for
 * more since. */
bool rcc_growth_is_over(struct rcc_experiment *x);

#endif
