/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading a linked program: its note and the order of its functions. */
#ifndef RCC_WRAPPER_ELF_OUTPUT_H
#define RCC_WRAPPER_ELF_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/file.h"

#define RCC_NOTE_SECTION ".note.randcc"
#define RCC_NOTE_OWNER "randcc"
#define RCC_NOTE_TYPE 1

/* A function or a variable. */
struct rcc_output_symbol {
	uint64_t address;
	const char *name; /* points into the mapped file */
};

struct rcc_output {
	struct rcc_file_map map;
	char *note;	  /* NUL-terminated; NULL: there is none */
	uint64_t note_at; /* file offset of the note's text */
	size_t n_note;
	bool has_sections; /* false after ld -z nosectionheader */
	/* The functions in executable sections, sorted by address, then name.
	 * Empty if the symbol table was stripped or there are no sections. */
	struct rcc_output_symbol *function;
	size_t n_functions;
	/* The variables, sorted in the same way.  Thread-local ones have an
	 * offset for an address. */
	struct rcc_output_symbol *variable;
	size_t n_variables;
	/* The bytes from the entry point to the end of its segment in the file.
	 * NULL: there is no entry point. */
	const unsigned char *entry;
	uint64_t n_entry;
};

/* Returns 0, RCC_ESYS with errno set, or RCC_EFORMAT with the cause in `reason`
 * (RCC_WHY_MAX bytes).  After an error nothing needs to be released. */
int rcc_output_open(struct rcc_output *out, const char *path, char *reason);
void rcc_output_release(struct rcc_output *out);

/* Whether the note says that variables were placed. */
bool rcc_output_has_data(const struct rcc_output *out);

/*
 * The digest of the layout: XXH64 over each function's name with its NUL, in
 * address order, seeded with the digest so far (0 at first).  If the note says
 * padding, the function's distance from the first one follows each name.  If it
 * says data, the variables' names follow.  Its line about the stack comes last.
 */
uint64_t rcc_output_digest(const struct rcc_output *out);

#endif
