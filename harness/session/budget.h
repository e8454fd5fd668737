/* SPDX-License-Identifier: GPL-3.0-or-later */
/* --budget: the largest time that a study may take, over all its sessions.  A
 * session is one call of `randstudy run`. */
#ifndef RCC_HARNESS_SESSION_BUDGET_H
#define RCC_HARNESS_SESSION_BUDGET_H

#include <stdint.h>

#include "harness/build/experiment.h"

/* Return the time at which the study must end; 0 if it has no budget.  begun_ns
 * is the time at which this session began.  Both times are on the same clock.
 * A killed session counts up to the end of its last run. */
int64_t rcc_budget_deadline_ns(struct rcc_experiment *x, int64_t begun_ns);

/* Add spent_ns to the time that the study has taken for building and linking,
 * which its database keeps.  The times of sessions do not include it.  Prints
 * what is wrong and returns an exit code (enum rcc_exit). */
int rcc_budget_add_prepared(struct rcc_experiment *x, int64_t spent_ns);

#endif
