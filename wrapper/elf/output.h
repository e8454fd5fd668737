/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading a linked program: the note that randld wrote into it
 * (wrapper/link/layout_note.h), and the order of its functions and
 * variables. */
#ifndef RCC_WRAPPER_ELF_OUTPUT_H
#define RCC_WRAPPER_ELF_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/file.h"

/* The name of the note's section, and the owner and the type in the note. */
#define RCC_NOTE_SECTION ".note.randcc"
#define RCC_NOTE_OWNER "randcc"
#define RCC_NOTE_TYPE 1
/* The key of the note's lines about functions that RANDCC_MOVE moved. */
#define RCC_NOTE_MOVE "move: "
/* The beginning of the line of the note that the factor `offset` writes. */
#define RCC_NOTE_OFFSET "offset: "

/* A function or a variable of a program. */
struct rcc_output_symbol {
	uint64_t address;
	const char *name; /* points into the mapped file */
};

/* A linked program. */
struct rcc_output {
	struct rcc_file_map map;
	char *note;	  /* its text, with a NUL; NULL if there is none */
	uint64_t note_at; /* file offset of the note's text */
	size_t n_note;
	bool has_sections; /* false after ld -z nosectionheader */
	/* The functions in executable sections, sorted by address, then name.
	 * There are none if the program was stripped or has no sections. */
	struct rcc_output_symbol *function;
	size_t n_functions;
	/* The variables, sorted by address, then name.  A thread-local variable
	 * has an offset instead of an address. */
	struct rcc_output_symbol *variable;
	size_t n_variables;
	/* The bytes from the entry point to the end of its segment in the file.
	 * NULL if the program has no entry point. */
	const unsigned char *entry;
	uint64_t n_entry;
};

/* Map and read a program.  Returns 0, RCC_ESYS with errno set, or RCC_EFORMAT
 * with the cause in `reason` (RCC_WHY_MAX bytes).  After an error nothing needs
 * to be released. */
int rcc_output_open(struct rcc_output *out, const char *path, char *reason);
void rcc_output_release(struct rcc_output *out);

/* Return whether the note says that variables were placed by their ranks. */
bool rcc_output_has_data(const struct rcc_output *out);

/*
 * Return a digest of the layout, made with XXH64.  Each hash is seeded with the
 * one before it, and the first with 0.  These are hashed in turn:
 *
 *	- for each function, in order of address: its name with the NUL; and
 *	  its distance from the first function, if the note has a line about
 *	  padding, offset or moved functions
 *	- the name of each variable with the NUL, if the note has a line about
 *	  data
 *	- the note's line about the stack, if there is one
 */
uint64_t rcc_output_digest(const struct rcc_output *out);

#endif
