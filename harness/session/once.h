/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Run the shell commands of --setup and --conclude.  --setup runs before a
 * study's first run, and --conclude after its last run.
 *
 * A study that continues after an interruption does not run --setup again: the
 * database says that --setup was run.  A study that is extended after
 * --conclude runs --setup again.
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
