/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The text of the ELF note that randld writes into every program.  It consists
 * of lines "key: value".  People can read it with `readelf -p .note.randcc`,
 * and randstudy need not know ELF.
 *
 *	version: 0.1.0		of randcc
 *	seed: 42		or none
 *	factors: functions,units
 *	order: a list of 12 symbols
 *				with RANDCC_ORDER: how many symbols it lists
 *	padding-max: 4		with the factor `padding`: the largest filler
 *				between functions, in steps of 16 bytes
 *	offset: 64		with a seed and the factor `offset`: the size of
 *				a cache line
 *	move: f@48/64, 16 bytes before, 4080 after
 *				a line for each function that is moved alone
 *				(move_factor.h)
 *	compilers: clang 14.0.6: 120, gcc 12.2.0: 33
 *				how many functions each compiler made
 *				(compilers.h); left out if all were compiled
 *				with the plugin
 *	undivided: 52 bytes in 2 objects and at most 230 bytes in 5 members of
 *	archives		the code that keeps its order, because it is not
 *				divided into sections (undivided.h); one line,
 *				left out if there is none
 *	data: 120 variables	with the factor `data`: how many variables have
 *				a rank, and how many objects were compiled
 *				without this factor
 *	stack: 1232		with the factor `stack`: how many bytes lower
 *				the stack is, or "none" and the reason in
 *				brackets
 *	linker: GNU ld (GNU Binutils for Debian) 2.40
 *	moved: 7		object files whose place changed, on the link
 *				line or in their archive
 *	randomised: yes		or no, with the reason in brackets if the
 *				reason was known before the link
 *	digest: 16 hex digits	of the final layout (elf/output.h), written
 *				after the link; 0000000000000000 when it is not
 *				known
 */
#ifndef RCC_WRAPPER_LINK_LAYOUT_NOTE_H
#define RCC_WRAPPER_LINK_LAYOUT_NOTE_H

#include <stdbool.h>
#include <stddef.h>

#include "wrapper/config/settings.h"
#include "wrapper/elf/output.h"
#include "wrapper/link/data_factor.h"
#include "wrapper/link/move_factor.h"
#include "wrapper/link/stack_factor.h"

/* The values that the note's lines are made from.  All are borrowed. */
struct rcc_layout_note {
	const struct rcc_settings *settings;
	const char *linker; /* the first line of --version */
	/* number of object files whose place changed, on the command line or in
	 * their archive (factor `units`) */
	size_t n_moved;
	const char *compilers; /* from rcc_compilers_text(), or NULL */
	const char *undivided; /* from rcc_undivided_text(), or NULL */
	const struct rcc_data_factor *data;
	const struct rcc_stack_factor *stack;
	const struct rcc_move_factor *moves;
	/* The reason why the program was not randomised.  NULL if the program
	 * was randomised. */
	const char *not_randomised;
};

/* Return the text of the note, with a digest of zeros.  Caller frees. */
char *rcc_layout_note_text(const struct rcc_layout_note *note);

/* Complete the note of a linked program.  The program was read into `out`.
 * `named` is the same program with its symbols, or `out`.  Writes the digest of
 * its layout.  If `nothing_moved`, also writes that the program was not
 * randomised.  Returns 0, RCC_ESYS with errno set, or RCC_EUNSUP if the program
 * has no note. */
int rcc_layout_note_stamp(const char *program, const struct rcc_output *out,
			  const struct rcc_output *named, bool nothing_moved);

#endif
