/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A linked program, read back: its note and the order of its functions. */
#ifndef RCC_WRAPPER_ELF_OUTPUT_H
#define RCC_WRAPPER_ELF_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/file.h"

#define RCC_NOTE_SECTION ".note.randcc"
#define RCC_NOTE_OWNER "randcc"
#define RCC_NOTE_TYPE 1

struct rcc_output_function {
	uint64_t address;
	const char *name; /* points into the mapped file */
};

struct rcc_output {
	struct rcc_file_map map;
	char *note; /* NUL-terminated; NULL: the file has none */
	uint64_t note_at; /* file offset of its text */
	size_t n_note;
	/* Sorted by address, then name; functions in executable sections.
	 * Empty when the symbol table was stripped. */
	struct rcc_output_function *function;
	size_t n_functions;
	/* Variables, in the same way; those of threads by their offset. */
	struct rcc_output_function *variable;
	size_t n_variables;
	/* The bytes at its entry point and how many there are in the file;
	 * NULL: it has none. */
	const unsigned char *entry;
	uint64_t n_entry;
};

int rcc_output_open(struct rcc_output *out, const char *path, char *why);
void rcc_output_release(struct rcc_output *out);
/* Whether its note says that variables were placed. */
bool rcc_output_has_data(const struct rcc_output *out);
/* Digest of the layout: over the functions' names in address order, each with
 * its NUL, XXH64 seeded with the digest so far (0 at first).  Where the note
 * says padding, each name is followed by its function's distance from the first
 * one; then come the variables' names, where it says data, and what it says of
 * the stack. */
uint64_t rcc_output_digest(const struct rcc_output *out);

#endif
