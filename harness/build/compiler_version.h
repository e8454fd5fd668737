/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The version of the compiler that randcc calls. */
#ifndef RCC_HARNESS_BUILD_COMPILER_VERSION_H
#define RCC_HARNESS_BUILD_COMPILER_VERSION_H

/* Return the first line that gcc, or the compiler that RANDCC_CC names, prints
 * with --version; "" if it cannot be run.  Caller frees. */
char *rcc_compiler_version(void);

#endif
