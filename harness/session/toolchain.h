/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The versions of the compiler, the linker and randcc that made the
 * programs. */
#ifndef RCC_HARNESS_SESSION_TOOLCHAIN_H
#define RCC_HARNESS_SESSION_TOOLCHAIN_H

#include "harness/build/experiment.h"

/* Store the versions.  Call this when the layouts exist, because a layout's
 * program names its linker.  Do nothing if the versions are stored already.
 * Prints what is wrong and returns an exit code (enum rcc_exit). */
int rcc_toolchain_store(struct rcc_experiment *x);

#endif
