/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Layouts that are made again, with libraries that the program opens. */
#ifndef RCC_HARNESS_SESSION_LAY_OUT_AGAIN_H
#define RCC_HARNESS_SESSION_LAY_OUT_AGAIN_H

#include "harness/build/experiment.h"

/* Store the libraries in x->linked, and forget all that a study without runs has
 * but its build and its settings.  Its runs will be at the program's own path.
 * Prints what is wrong and returns an exit code (enum rcc_exit). */
int rcc_lay_out_again(struct rcc_experiment *x);

#endif
