/* SPDX-License-Identifier: GPL-3.0-or-later */
/* --budget: the time that a study may take, over all its sessions. */
#ifndef RCC_HARNESS_SESSION_BUDGET_H
#define RCC_HARNESS_SESSION_BUDGET_H

#include <stdint.h>

#include "harness/build/experiment.h"

/* The study's deadline, on the clock of begun_ns, which is this session's
 * start; 0 without a budget.  A killed session is counted up to its last
 * run. */
int64_t rcc_budget_deadline_ns(struct rcc_experiment *x, int64_t begun_ns);

/* Store the time spent on building and linking, which is part of no session, by
 * adding spent_ns.  Prints what is wrong and returns an exit code (enum
 * rcc_exit). */
int rcc_budget_add_prepared(struct rcc_experiment *x, int64_t spent_ns);

#endif
