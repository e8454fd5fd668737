/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The versions of the compiler, the linker and randcc that made the
 * programs. */
#ifndef RCC_HARNESS_SESSION_TOOLCHAIN_H
#define RCC_HARNESS_SESSION_TOOLCHAIN_H

#include "harness/build/experiment.h"

/* Store the versions when the layouts of a study are made.  They are stored
 * once per study.  Prints what is wrong and returns an exit code (enum
 * rcc_exit). */
int rcc_toolchain_store(struct rcc_experiment *x);

#endif
