/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The trials of `randstudy explain`: runs of programs in which some functions
 * were moved.  The first trials explore: they yield suspicions, such as "two
 * functions in one cache set make the program slow".  Later trials test each
 * suspicion, to confirm or reject it. */
#ifndef RCC_HARNESS_SESSION_EXPLAIN_TRIALS_H
#define RCC_HARNESS_SESSION_EXPLAIN_TRIALS_H

#include "harness/session/explain_state.h"

/* Make trials until every suspicion is decided, or until the time (--budget) is
 * over.  Prints what is wrong and returns an exit code (enum rcc_exit). */
int rcc_explain_trials(struct rcc_explain *s);

#endif
