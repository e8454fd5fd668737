/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions of an object or a program, with their sizes and sections.  The
 * image is the memory that holds the object or the program. */
#ifndef RCC_WRAPPER_ELF_CODE_SYMBOLS_H
#define RCC_WRAPPER_ELF_CODE_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rcc_code_symbol {
	const char *name;    /* points into the image */
	const char *section; /* points into the image */
	uint64_t address;
	uint64_t offset; /* file offset */
	uint64_t size;	 /* 0 if unknown */
	uint64_t align;	 /* alignment of the section */
};

/* The functions of an image.  A zeroed struct has none. */
struct rcc_code_symbols {
	struct rcc_code_symbol *item; /* in the order of the symbol table */
	size_t n;
	size_t n_allocated;
	/* The first source file that the symbol table names, or NULL. */
	const char *source;
};

/* Read an ELF image of n bytes.  The strings of the result point into the
 * image.  In a malformed image, only the functions before the error are found.
 * In a file that is not ELF, no functions are found. */
void rcc_code_symbols_read(struct rcc_code_symbols *code,
			   const unsigned char *image, size_t n);
void rcc_code_symbols_release(struct rcc_code_symbols *code);

/* Return whether a layout can move the functions of a section, that is, whether
 * the section's name can hold a rank. */
bool rcc_code_symbols_is_moved(const char *section);

#endif
