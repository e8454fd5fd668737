/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which compilers made the functions in a link, for the program's note
 * (layout_note.h). */
#ifndef RCC_WRAPPER_LINK_COMPILERS_H
#define RCC_WRAPPER_LINK_COMPILERS_H

#include "wrapper/link/inputs.h"

/*
 * Return how many functions of each compiler are in the inputs, as a list such
 * as "clang 14.0.6: 120, gcc 12.2.0: 33".  The compiler with the most functions
 * comes first.  A function counts if it can have a rank, even if the linker
 * leaves it out.  Returns NULL if there are no such functions, or if all
 * objects were compiled with the plugin.  Caller frees.
 */
char *rcc_compilers_text(const struct rcc_inputs *inputs);

#endif
