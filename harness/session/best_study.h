/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * randstudy best: find the fastest layout of a program.  The winner is the
 * layout that was the fastest in the search.
 *
 *	best_study	the settings, and the phases of the search
 *	best_state	the state that the other files share
 *	best_runs	search, and measure the winner again
 *	best_targets	choose layouts without the slow places that
 *			`randstudy explain` has found
 *	best_heat	link the program in the order by heat: functions
 *			beside their callers, the hottest first
 *	best_profile	build the program with a profile
 *	best_export	write the winner's order for linkers without randcc
 *	trial_search	what `randstudy best` and `randstudy explain` share
 *
 * Every block is stored before the next is run, so the same command continues
 * an interrupted search.
 */
#ifndef RCC_HARNESS_SESSION_BEST_STUDY_H
#define RCC_HARNESS_SESSION_BEST_STUDY_H

#include "harness/session/best_options.h"

/* Search.  Prints what is wrong and returns an exit code (enum rcc_exit).
 * *stop_signal is set to the signal that asked to stop; 0 if none did. */
int rcc_best_study(const struct rcc_best_options *options, int *stop_signal);

#endif
