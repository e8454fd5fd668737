/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * randstudy best: find the fastest layout of a program.
 *
 *	best_study	the settings; the phases
 *	best_state	what the other files share
 *	best_runs	search, and measure the winner again
 *	best_targets	layouts that avoid the places that explain names
 *	best_heat	the order by heat
 *	best_profile	the program built with a profile
 *	best_export	write the winner's order for plain linkers
 *	trial_search	what best and explain share
 *
 * Every block is stored before the next is run, so that an interrupted command
 * goes on.
 */
#ifndef RCC_HARNESS_SESSION_BEST_STUDY_H
#define RCC_HARNESS_SESSION_BEST_STUDY_H

#include "harness/session/best_options.h"

/* Search.  Prints what is wrong and returns an exit code (enum rcc_exit).
 * *stop_signal is set to the signal that asked to stop; 0 if none did. */
int rcc_best_study(const struct rcc_best_options *options, int *stop_signal);

#endif
