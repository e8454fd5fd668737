/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The objects whose code is not divided into a section for each function, for
 * the program's note (layout_note.h).  Their functions keep their order in every
 * layout: they can move only with the whole object (factor `units`).
 *
 * These are objects of an assembler, those that were compiled neither with the
 * plugin nor with -ffunction-sections, and those whose functions randld cannot
 * name (object_naming.h), for example because they were stripped.
 */
#ifndef RCC_WRAPPER_LINK_UNDIVIDED_H
#define RCC_WRAPPER_LINK_UNDIVIDED_H

#include "wrapper/link/inputs.h"

/*
 * Return how many objects of the user's have such code, as a text such as
 * "2 objects", "at most 5 members of archives", or both joined by " and ".  The
 * linker takes every object, but leaves out the members that it does not need.
 * Objects for gcc's LTO do not count, because their machine code is not linked.
 * Returns NULL if there are no such objects.  Caller frees.
 */
char *rcc_undivided_text(const struct rcc_ldargs *args,
			 const struct rcc_inputs *inputs);

#endif
