/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The factor `stack`: the program's stack begins lower.  The distance is whole
 * pages, usually one, plus an offset of 0 … 4096 bytes in steps of 16.  The
 * seed decides the offset.  The offset is part of the program.  So the program
 * has it under any harness, for example SPEC's.
 *
 * The program gets a new entry point, a short piece of code.  It copies what
 * the kernel or ld.so left on the stack (argc, argv, envp, the auxiliary
 * vector) to a lower place, and jumps to the original entry point.  The
 * original data must stay intact, because ld.so has already told the C library
 * where environ is, and will not do so again.  Therefore the copy is lower by
 * whole pages, and then by the offset.
 *
 * The alternative --wrap=main was rejected for four reasons:
 *
 *	- The function that wraps main would need unwind information of its
 *	  own for exceptions and pthread_exit().
 *	- A main that calls itself from another unit would lose stack each
 *	  time.
 *	- The user may have --wrap=main already.
 *	- Constructors would run with the stack in its old place.
 *
 * The entry point depends on no language, frame or C library.  It preserves the
 * strings of argv and envp, the alignment of the stack pointer, and the
 * register that _start uses (rdx on x86-64, x0 on aarch64).
 *
 * The code has the same size for every seed, and an output section of its own
 * after .text, so it moves no function.
 */
#ifndef RCC_WRAPPER_LINK_STACK_FACTOR_H
#define RCC_WRAPPER_LINK_STACK_FACTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/refusal.h"
#include "wrapper/elf/layout_object.h"
#include "wrapper/elf/output.h"
#include "wrapper/line/request.h"
#include "wrapper/link/inputs.h"

/* The symbol of the new entry point. */
#define RCC_STACK_ENTRY "__randcc_entry"
#define RCC_STACK_STEP 16u
#define RCC_STACK_N_STEPS 256u /* largest offset, in steps */

/* The new entry point of one link's program, and how far it moves the stack.  A
 * zeroed struct means a link without the factor. */
struct rcc_stack_factor {
	bool is_asked; /* the seed decides this factor */
	/* Why the stack does not move, for the program's note (layout_note.h).
	 * NULL if it moves, or if the factor was not asked for. */
	const char *why_not;
	const char *entry; /* symbol of the original entry point; borrowed */
	uint32_t offset;   /* bytes */
	/* The sections of the new entry point.  They must be the first sections
	 * in the layout object. */
	struct rcc_layout_section section[6];
	size_t n_sections; /* 0: the stack does not move */
	/* The fields below are private. */
	unsigned char *bytes;
	char *names;
};

/* Return the offset for a seed, in bytes.  It is uniform over 0 … 256 steps. */
uint32_t rcc_stack_factor_offset(uint64_t seed);

/*
 * Make the sections for the layout object.  `script_sets_entry` says whether a
 * linker script chooses the entry point.  Nothing is made for a shared library,
 * which has no stack of its own, or if the inputs do not define the entry
 * point.  The note then gives the reason.
 *
 * Returns 0, or RCC_EUNSUP if the stack cannot be moved.  The caller may ignore
 * RCC_EUNSUP.  The link then leaves the stack in place.
 */
int rcc_stack_factor_plan(struct rcc_stack_factor *s,
			  const struct rcc_request *request,
			  const struct rcc_inputs *inputs,
			  bool script_sets_entry, struct rcc_refusal *why);
void rcc_stack_factor_release(struct rcc_stack_factor *s);

/* Return whether the stack moves in this link. */
bool rcc_stack_factor_moves(const struct rcc_stack_factor *s);

/* Return whether the linked program starts at the new entry point. */
bool rcc_stack_factor_verify(const struct rcc_stack_factor *s,
			     const struct rcc_output *out);

#endif
