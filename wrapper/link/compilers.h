/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The compilers of the functions that a link lays out. */
#ifndef RCC_WRAPPER_LINK_COMPILERS_H
#define RCC_WRAPPER_LINK_COMPILERS_H

#include "wrapper/link/inputs.h"

/*
 * Return how many functions of each compiler the inputs have, as a list such as
 * "clang 14.0.6: 120, gcc 12.2.0: 33", the most first.  The functions are those
 * that can have ranks, whether the linker takes them or not.  Returns NULL if
 * all are of objects that the plugin helped to compile.  Caller frees.
 */
char *rcc_compilers_text(const struct rcc_inputs *inputs);

#endif
