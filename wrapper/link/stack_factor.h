/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The factor `stack`: the program's stack begins a page and 0 … 4096 bytes
 * lower, in steps of 16, by the seed.  It is linked in, so that a harness that is not
 * ours (SPEC's) gets it with the program.
 *
 * How: the entry point of the program becomes a short piece of code that copies
 * what the kernel or ld.so left on the stack (argc, argv, envp, the auxiliary
 * vector) that much lower, and goes on to the entry point that was there.  By then
 * ld.so has told the C library where environ is, and that is not told again: what
 * was there must stay as it is, so the copy goes whole pages lower, one as a rule,
 * past what it is of, and the offset is the offset in a page.
 *
 * Not by --wrap=main, which works too: the frame between start file and main
 * needs unwind information of its own for exceptions and pthread_exit(), a
 * main that calls itself from another unit loses stack each time, --wrap=main
 * may be the user's own already, and constructors would keep their place.  The
 * entry point knows no languages, no frames and no C library.  It leaves the
 * registers that matter (x86-64: rdx, rsp's alignment) and the strings as they
 * were.
 *
 * The code has the same size for every seed, and an output section of its own
 * behind .text, so it moves no function.
 */
#ifndef RCC_WRAPPER_LINK_STACK_FACTOR_H
#define RCC_WRAPPER_LINK_STACK_FACTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wrapper/elf/layout_object.h"
#include "wrapper/elf/output.h"
#include "wrapper/line/ldargs.h"
#include "wrapper/config/settings.h"

#define RCC_STACK_ENTRY "__randcc_entry"
#define RCC_STACK_STEP 16u
#define RCC_STACK_N_STEPS 256u /* the largest offset, in steps */

struct rcc_link;

struct rcc_stack {
	const char *entry;   /* the entry point that was there */
	const char *why_not; /* for the note; NULL: the offset is linked in */
	uint32_t offset;     /* bytes */
	/* private */
	unsigned char *bytes;
	char *names;
	struct rcc_layout_section section[6];
};

/* Uniform over 0 … 256 steps. */
uint32_t rcc_stack_offset(uint64_t seed);

/* Once ranks are set: make the sections for the layout object, which must come
 * first in it.  What has no stack of its own is left as it is, and its note
 * says so; ends the program, as rcc_link_unsupported() does, where the stack
 * cannot be moved. */
void rcc_stack_plan(struct rcc_link *l);
void rcc_stack_release(struct rcc_stack *s);

/* After the link: does the program begin with that code? */
bool rcc_stack_verify(const struct rcc_stack *s, const struct rcc_output *out);

#endif
