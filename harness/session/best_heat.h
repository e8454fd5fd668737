/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The order by heat.  It puts functions beside their callers, and those with
 * the most samples per byte first.  `randstudy best` measures this order beside
 * the winner. */
#ifndef RCC_HARNESS_SESSION_BEST_HEAT_H
#define RCC_HARNESS_SESSION_BEST_HEAT_H

#include "harness/session/best_state.h"

/* Sample the original layout.  Store the order by heat, or why there is none.
 * Do nothing if an earlier call has stored it.  Prints what is wrong and returns
 * an exit code (enum rcc_exit). */
int rcc_best_heat_settle(struct rcc_best_search *s);

/* Link the program in the order by heat into `folder`.  Prints what is wrong
 * and returns an exit code. */
int rcc_best_heat_link(const struct rcc_best_search *s, const char *folder);

#endif
