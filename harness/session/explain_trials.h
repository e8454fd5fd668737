/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Move functions and measure: first to find places that may matter (exploring),
 * then to test these suspicions (confirming). */
#ifndef RCC_HARNESS_SESSION_EXPLAIN_TRIALS_H
#define RCC_HARNESS_SESSION_EXPLAIN_TRIALS_H

#include "harness/session/explain_state.h"

/* Make trials until every suspicion is decided or the time is over.  Prints
 * what is wrong and returns an exit code (enum rcc_exit). */
int rcc_explain_trials(struct rcc_explain *s);

#endif
