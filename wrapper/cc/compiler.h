/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finding the real compiler and the plugin that was built for it. */
#ifndef RCC_WRAPPER_CC_COMPILER_H
#define RCC_WRAPPER_CC_COMPILER_H

#include "common/refusal.h"
#include "common/strvec.h"

/* Append the command of the compiler that the program called `called_as` stands
 * for: the value of RANDCC_CC, RANDCC_CXX or RANDCC_FC, which may have several
 * words ("ccache gcc"), or else gcc, g++ or gfortran, with the version that the
 * name ends with (randcc-g++-13).  The first word becomes a path.  Returns 0, or RCC_EUNSUP with the reason in *refusal if there is no
 * such compiler. */
int rcc_compiler_find(const char *called_as, struct rcc_strvec *command,
		      struct rcc_refusal *refusal);

/* The path of layout.so for that compiler; caller frees.  NULL if there is
 * none: *version is then the compiler's version (caller frees), or NULL if it
 * is not gcc. */
char *rcc_compiler_plugin(const struct rcc_strvec *command, char **version);

#endif
