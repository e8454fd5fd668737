/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The linker that clang is told to run by a path: --ld-path=PATH, or -fuse-ld=
 * with an absolute path.  clang runs this file itself, so it would not find
 * randld.
 */
#ifndef RCC_WRAPPER_CC_CLANG_LINKER_H
#define RCC_WRAPPER_CC_CLANG_LINKER_H

#include "common/strvec.h"

/* If the words name the linker by a path, append the option that makes clang run
 * randld, and let randld run that linker (RANDCC_LD).  Response files in the
 * words are read.  A path of randld stays as it is. */
void rcc_clang_linker_replace(char *const *words, struct rcc_strvec *command);

#endif
