/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The note about its layout that a linked program holds, as `randld --inspect`
 * prints it. */
#ifndef RCC_HARNESS_BUILD_PROGRAM_NOTE_H
#define RCC_HARNESS_BUILD_PROGRAM_NOTE_H

#include <stdbool.h>

struct rcc_program_note {
	char *seed;
	char *factors;
	char *linker;
	char *digest;
	bool is_randomised;
};

/* Prints what is wrong and returns an exit code (enum rcc_exit). */
int rcc_program_note_read(const char *bindir, const char *program,
			  struct rcc_program_note *note);
/* Accepts a zeroed note. */
void rcc_program_note_release(struct rcc_program_note *note);

#endif
