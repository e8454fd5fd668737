/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The compiler, the linker and the version of randcc that made the programs. */
#ifndef RCC_HARNESS_SESSION_TOOLCHAIN_H
#define RCC_HARNESS_SESSION_TOOLCHAIN_H

#include "harness/build/experiment.h"

/* Store them, once per study, when its layouts are made.  Prints what is wrong
 * and returns an exit code (enum rcc_exit). */
int rcc_toolchain_store(struct rcc_experiment *x);

#endif
