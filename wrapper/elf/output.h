/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading a linked program: its note and the order of its functions. */
#ifndef RCC_WRAPPER_ELF_OUTPUT_H
#define RCC_WRAPPER_ELF_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/file.h"

/* The section of the note, and its owner and type in the ELF format of
 * notes. */
#define RCC_NOTE_SECTION ".note.randcc"
#define RCC_NOTE_OWNER "randcc"
#define RCC_NOTE_TYPE 1

/* A function or a variable of a program. */
struct rcc_output_symbol {
	uint64_t address;
	const char *name; /* points into the mapped file */
};

/* A linked program. */
struct rcc_output {
	struct rcc_file_map map;
	char *note;	  /* NUL-terminated; NULL if there is none */
	uint64_t note_at; /* file offset of the note's text */
	size_t n_note;
	bool has_sections; /* false after ld -z nosectionheader */
	/* The functions in executable sections, sorted by address, then name.
	 * Empty if the symbol table was stripped or there are no sections. */
	struct rcc_output_symbol *function;
	size_t n_functions;
	/* The variables, sorted by address, then name.  The address of a
	 * thread-local variable is its offset. */
	struct rcc_output_symbol *variable;
	size_t n_variables;
	/* The bytes from the entry point to the end of its segment in the file.
	 * NULL if there is no entry point. */
	const unsigned char *entry;
	uint64_t n_entry;
};

/* Map and read a program.  Returns 0, RCC_ESYS with errno set, or RCC_EFORMAT
 * with the cause in `reason` (RCC_WHY_MAX bytes).  After an error nothing needs
 * to be released. */
int rcc_output_open(struct rcc_output *out, const char *path, char *reason);
void rcc_output_release(struct rcc_output *out);

/* Return whether the note says that variables were placed (the factor
 * `data`). */
bool rcc_output_has_data(const struct rcc_output *out);

/*
 * Return the digest of the layout: XXH64 over the name of each function with
 * its NUL, in the order of addresses.  Each hash is seeded with the one before
 * it, the first with 0.  If the note has a line about padding, each name is
 * followed by the function's distance from the first function.  If it has one
 * about data, the variables' names follow.  The note's line about the stack
 * comes last.
 */
uint64_t rcc_output_digest(const struct rcc_output *out);

#endif
