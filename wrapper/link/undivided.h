/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The code that is not divided into a section for each function, for the
 * program's note (layout_note.h).  It keeps its order in every layout, and can
 * move only with its whole object (factor `units`).
 *
 * This is code of an assembler, of objects that were compiled neither with the
 * plugin nor with -ffunction-sections, and of objects whose functions randld
 * cannot name (object_naming.h), for example because they were stripped.
 */
#ifndef RCC_WRAPPER_LINK_UNDIVIDED_H
#define RCC_WRAPPER_LINK_UNDIVIDED_H

#include "wrapper/link/inputs.h"

/* The numbers of objects with such code, and its bytes.  The linker takes every
 * object, but leaves out the members of archives that it does not need. */
struct rcc_undivided {
	size_t n_objects, n_members;
	uint64_t object_bytes, member_bytes;
};

/* Add the objects of a file.  `has_plugin` says whether the linker can read
 * gcc's bytecode.  If so, objects with bytecode do not count, because their
 * machine code is not linked. */
void rcc_undivided_add(struct rcc_undivided *u, const struct rcc_object_file *f,
		       bool has_plugin);
/* Add the objects of the user's inputs. */
void rcc_undivided_add_inputs(struct rcc_undivided *u,
			      const struct rcc_ldargs *args,
			      const struct rcc_inputs *inputs);
bool rcc_undivided_is_none(const struct rcc_undivided *u);
/* Add the numbers of `more`. */
void rcc_undivided_join(struct rcc_undivided *u,
			const struct rcc_undivided *more);

/* Return a text such as "52 bytes in 2 objects and at most 230 bytes in 5
 * members of archives", or NULL if there is no such code.  Caller frees. */
char *rcc_undivided_text(const struct rcc_undivided *u);

#endif
