/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Find the version of a compiler or a linker. */
#ifndef RCC_HARNESS_BUILD_COMPILER_VERSION_H
#define RCC_HARNESS_BUILD_COMPILER_VERSION_H

/* Return the first line that a tool prints with --version; "" if it cannot be
 * run.  The tool is the one that the environment variable `variable` names;
 * without it, `name`.  `variable` may be NULL.  Caller frees. */
char *rcc_compiler_version(const char *variable, const char *name);

#endif
