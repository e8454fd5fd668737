/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finding the real compiler and the plugin that was built for it. */
#ifndef RCC_WRAPPER_CC_COMPILER_H
#define RCC_WRAPPER_CC_COMPILER_H

#include "common/refusal.h"
#include "common/strvec.h"

/* Append the command of the real compiler to `command`.  `called_as` is the
 * name that randcc was called by; it selects the language.
 *
 * The command is the value of RANDCC_CC, RANDCC_CXX or RANDCC_FC, which may
 * have several words ("ccache gcc").  If the variable is unset, the command is
 * gcc, g++ or gfortran, with the version that ends the name (randcc-g++-13).
 * Under the names randclang and randclang++ the command is always clang or
 * clang++.  The first word of the command is replaced by the program's path.
 *
 * Returns 0, or RCC_EUNSUP with the reason in *refusal if there is no such
 * program. */
int rcc_compiler_find(const char *called_as, struct rcc_strvec *command,
		      struct rcc_refusal *refusal);

/* The words before the version, in the line that clang --version prints. */
#define RCC_CLANG_VERSION "clang version "

/* Return the path of the plugin (layout.so) that was built for the compiler
 * `command`; caller frees.  If there is none, return NULL and set *version
 * (caller frees).  *version is "<version>-<machine>" for gcc, the line that
 * contains RCC_CLANG_VERSION for clang, and NULL for any other compiler. */
char *rcc_compiler_plugin(const struct rcc_strvec *command, char **version);

#endif
