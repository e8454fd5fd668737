/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finding the real compiler and the plugin that was built for it. */
#ifndef RCC_WRAPPER_CC_COMPILER_H
#define RCC_WRAPPER_CC_COMPILER_H

#include "common/refusal.h"
#include "common/strvec.h"

/* Append the command of the real compiler to `command`.  `called_as` is the
 * name that randcc was called by.  Its end decides the command:
 *
 *	clang++		clang++
 *	clang		clang
 *	g++, c++	the value of RANDCC_CXX; if it is unset, g++
 *	gfortran, fc	the value of RANDCC_FC; if it is unset, gfortran
 *	any other	the value of RANDCC_CC; if it is unset, gcc
 *
 * A version may follow, as in randcc-g++-13.  It is appended to the names in
 * the second column, here g++-13.  The value of a variable may have several
 * words ("ccache gcc").  The first word of the command is replaced by the
 * program's path.
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
