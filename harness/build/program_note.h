/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Read the note that describes the layout of a program or library, as `randld
 * --inspect` prints it. */
#ifndef RCC_HARNESS_BUILD_PROGRAM_NOTE_H
#define RCC_HARNESS_BUILD_PROGRAM_NOTE_H

#include <stdbool.h>

struct rcc_program_note {
	char *seed;
	char *factors;
	char *linker;
	/* The number of functions from each compiler, as in "clang 14.0.6: 10,
	 * gcc 12.2.0: 2".  Empty if the plugin of gcc named all functions. */
	char *compilers;
	char *digest;
	bool is_randomised;
};

/* Read the note of `program`.  Prints what is wrong and returns an exit code
 * (enum rcc_exit). */
int rcc_program_note_read(const char *bindir, const char *program,
			  struct rcc_program_note *note);
/* Release the note's strings; accepts a zeroed note. */
void rcc_program_note_release(struct rcc_program_note *note);

#endif
