/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a linked program says about its own layout, as `randld --inspect`
 * prints it.
 */
#ifndef RCC_HARNESS_BUILD_PROGRAM_NOTE_H
#define RCC_HARNESS_BUILD_PROGRAM_NOTE_H

#include <stdbool.h>

struct rcc_note {
	char *seed;
	char *factors;
	char *linker;
	char *digest;
	bool is_randomised;
};

/* Prints what is wrong and returns an exit code (enum rcc_exit). */
int rcc_note_read(const char *bindir, const char *program,
		  struct rcc_note *note);
void rcc_note_release(struct rcc_note *note);

#endif
