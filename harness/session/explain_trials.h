/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The trials of `randstudy explain`: runs of programs in which some functions
 * were moved.  The first trials find places of functions that may matter, which
 * are called suspicions (exploring).  Later trials test the suspicions
 * (confirming). */
#ifndef RCC_HARNESS_SESSION_EXPLAIN_TRIALS_H
#define RCC_HARNESS_SESSION_EXPLAIN_TRIALS_H

#include "harness/session/explain_state.h"

/* Make trials until every suspicion is decided, or until the time (--budget) is
 * over.  Prints what is wrong and returns an exit code (enum rcc_exit). */
int rcc_explain_trials(struct rcc_explain *s);

#endif
