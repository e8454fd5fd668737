/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The order by heat puts the functions of a program beside their likeliest
 * callers, and those with the most samples per byte first (run/call_order.h).
 * `randstudy best` measures this order for comparison with the winner, the
 * fastest random layout that it has found. */
#ifndef RCC_HARNESS_SESSION_BEST_HEAT_H
#define RCC_HARNESS_SESSION_BEST_HEAT_H

#include "harness/session/best_state.h"

/* Sample in which functions the original layout spends its time.  Store the
 * order by heat in the database, or the reason why there is none.  Do nothing
 * if an earlier call of `randstudy best` has stored either.  Prints what is
 * wrong and returns an exit code (enum rcc_exit). */
int rcc_best_heat_settle(struct rcc_best_search *s);

/* Link the program in the order by heat into `folder`.  Prints what is wrong
 * and returns an exit code. */
int rcc_best_heat_link(const struct rcc_best_search *s, const char *folder);

#endif
