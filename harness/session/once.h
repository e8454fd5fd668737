/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * --setup and --conclude: shell commands that run once in a study, before its
 * first run and after its last.
 *
 * The store says whether the setup has been made, so that a study that is
 * interrupted continues without it.  A study that is extended after --conclude
 * is set up again.
 *
 * Results: each function prints what is wrong and returns an exit code (enum
 * rcc_exit).
 */
#ifndef RCC_HARNESS_SESSION_ONCE_H
#define RCC_HARNESS_SESSION_ONCE_H

#include "harness/build/experiment.h"

/* Whether --setup has been run, and --conclude not since; and store it. */
int rcc_once_is_set_up(struct rcc_experiment *x, bool *is_set_up);
int rcc_once_store(struct rcc_experiment *x, bool is_set_up);

/* Run --setup, unless the study is set up. */
int rcc_once_set_up(struct rcc_experiment *x);
/* Run --conclude, if the study is set up. */
int rcc_once_conclude(struct rcc_experiment *x);

#endif
