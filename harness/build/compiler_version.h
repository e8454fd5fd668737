/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Find the version of the compiler that randcc calls. */
#ifndef RCC_HARNESS_BUILD_COMPILER_VERSION_H
#define RCC_HARNESS_BUILD_COMPILER_VERSION_H

/* Return the first line that the compiler prints with --version; "" if it
 * cannot be run.  The compiler is gcc, or the one that RANDCC_CC names.  Caller
 * frees. */
char *rcc_compiler_version(void);

#endif
