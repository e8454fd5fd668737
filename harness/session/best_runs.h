/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The runs of `randstudy best`. */
#ifndef RCC_HARNESS_SESSION_BEST_RUNS_H
#define RCC_HARNESS_SESSION_BEST_RUNS_H

#include "harness/session/best_state.h"

/* Link the original layout, and run it once to see whether programs can share a
 * CPU. */
int rcc_best_begin_runs(struct rcc_best_search *s);
/* Run the original layout once with a command of --also, to see that it works.
 * Call rcc_best_begin_runs() before.  Later runs have the study's command
 * again. */
int rcc_best_try_command(struct rcc_best_search *s, const char *command);
/* Search for the fastest layout.  Then measure this layout, the winner, in new
 * runs, because the runs of the search exaggerate its gain.  Like
 * rcc_best_begin_runs(), this function prints what is wrong and returns an exit
 * code (enum rcc_exit). */
int rcc_best_make_runs(struct rcc_best_search *s);

#endif
