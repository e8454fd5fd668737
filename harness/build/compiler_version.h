/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The compiler that randcc calls. */
#ifndef RCC_HARNESS_BUILD_COMPILER_VERSION_H
#define RCC_HARNESS_BUILD_COMPILER_VERSION_H

/* The first line of gcc --version, or of the compiler that RANDCC_CC names; ""
 * if it cannot be asked.  Caller frees. */
char *rcc_compiler_version(void);

#endif
