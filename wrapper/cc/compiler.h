/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The real compiler, and the plugin that was built for it. */
#ifndef RCC_WRAPPER_CC_COMPILER_H
#define RCC_WRAPPER_CC_COMPILER_H

#include "common/strvec.h"

/* The compiler that the program called `called_as` stands for: RANDCC_CC,
 * RANDCC_CXX or RANDCC_FC, else gcc, g++ or gfortran; a value may have words
 * behind it ("ccache gcc").  The first word becomes a path.  Ends the program
 * when there is no such compiler. */
void rcc_compiler_find(const char *called_as, struct rcc_strvec *command);

/* The path of layout.so for that compiler; caller frees.  NULL when there is
 * none: *version is then the compiler's version (caller frees), or NULL when
 * it is not a gcc. */
char *rcc_compiler_plugin(const struct rcc_strvec *command, char **version);

#endif
