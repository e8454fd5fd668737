/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Make all layouts again, because the program opens libraries of its build
 * while it runs (dlopen(3)). */
#ifndef RCC_HARNESS_SESSION_LAY_OUT_AGAIN_H
#define RCC_HARNESS_SESSION_LAY_OUT_AGAIN_H

#include "harness/build/experiment.h"

/* Prepare a study that has no runs, so that all its layouts are made again.
 * Write the libraries in x->linked to the study's database.  Keep the build and
 * the settings, and remove everything else.  From now on, the programs run at
 * their own path.  Prints what is wrong and returns an exit code (enum
 * rcc_exit). */
int rcc_lay_out_again(struct rcc_experiment *x);

#endif
