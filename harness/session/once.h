/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * --setup and --conclude: shell commands that run once in a study.  --setup
 * runs before the first run, and --conclude after the last run.
 *
 * The study's database says whether --setup was run, so that an interrupted
 * study does not run it again.  If a study is extended after --conclude,
 * --setup runs again.
 *
 * Each function prints what is wrong and returns an exit code (enum rcc_exit).
 */
#ifndef RCC_HARNESS_SESSION_ONCE_H
#define RCC_HARNESS_SESSION_ONCE_H

#include "harness/build/experiment.h"

/* Read and write whether the study is set up.  A study is set up if --setup was
 * run and --conclude has not been run since. */
int rcc_once_is_set_up(struct rcc_experiment *x, bool *is_set_up);
int rcc_once_store(struct rcc_experiment *x, bool is_set_up);

/* Run --setup, unless the study is set up. */
int rcc_once_set_up(struct rcc_experiment *x);
/* Run --conclude if the study is set up. */
int rcc_once_conclude(struct rcc_experiment *x);

#endif
