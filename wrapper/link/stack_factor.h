/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The factor `stack`: the program's stack begins a page and 0 … 4096 bytes
 * lower, in steps of 16, by the seed.  The offset is linked in, so that a
 * foreign harness (SPEC's) gets it with the program.
 *
 * The program's entry point becomes a short piece of code that copies what the
 * kernel or ld.so left on the stack (argc, argv, envp, the auxiliary vector)
 * that much lower, and jumps to the entry point that was there.  By then ld.so
 * has told the C library where environ is, once and for all, so the original
 * must stay intact.  The copy therefore goes whole pages lower, past the
 * original, which is one page as a rule; the offset is the offset in a page.
 *
 * --wrap=main was rejected: the frame between start file and main needs unwind
 * information of its own for exceptions and pthread_exit(), a main that calls
 * itself from another unit loses stack each time, --wrap=main may be the user's
 * own already, and constructors would keep their place.  The entry point
 * depends on no language, frame or C library.  It preserves the registers that
 * matter (x86-64: rdx, rsp's alignment) and the strings.
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

#define RCC_STACK_ENTRY "__randcc_entry"
#define RCC_STACK_STEP 16u
#define RCC_STACK_N_STEPS 256u /* the largest offset, in steps */

/* A zeroed struct is a link without the factor. */
struct rcc_stack_factor {
	bool is_asked;
	const char *why_not; /* the note's text; NULL: offset is linked in */
	const char *entry;   /* the entry point that was there; borrowed */
	uint32_t offset;     /* bytes */
	/* Sections that the layout object must have first. */
	struct rcc_layout_section section[6];
	size_t n_sections; /* 0: the stack does not move */
	/* private */
	unsigned char *bytes;
	char *names;
};

/* Uniform over 0 … 256 steps. */
uint32_t rcc_stack_factor_offset(uint64_t seed);

/*
 * Make the sections for the layout object.  A shared library has no stack of
 * its own: it is left as it is, and its note says so.  `script_sets_entry`:
 * a linker script chooses the entry point.  Returns 0, or RCC_EUNSUP when the
 * stack cannot be moved.  After RCC_EUNSUP the link can still go on, with the
 * stack where it was.
 */
int rcc_stack_factor_plan(struct rcc_stack_factor *s,
			  const struct rcc_request *request,
			  const struct rcc_inputs *inputs,
			  bool script_sets_entry, struct rcc_refusal *why);
void rcc_stack_factor_release(struct rcc_stack_factor *s);

/* Whether the stack moves in this link. */
bool rcc_stack_factor_moves(const struct rcc_stack_factor *s);

/* Whether the linked program begins with that code. */
bool rcc_stack_factor_verify(const struct rcc_stack_factor *s,
			     const struct rcc_output *out);

#endif
