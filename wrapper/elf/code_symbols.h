/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions of an object or a program, with sizes and sections. */
#ifndef RCC_WRAPPER_ELF_CODE_SYMBOLS_H
#define RCC_WRAPPER_ELF_CODE_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rcc_code_symbol {
	const char *name;    /* points into the image */
	const char *section; /* the same */
	uint64_t address;
	uint64_t offset; /* in the image's file */
	uint64_t size;	 /* 0: not known */
};

/* A zeroed struct has no functions. */
struct rcc_code_symbols {
	struct rcc_code_symbol *item; /* in the order of the symbol table */
	size_t n;
	size_t n_allocated;
	/* The source file that the symbol table names first; NULL: none. */
	const char *source;
};

/* Read an ELF image of n bytes.  The strings point into it.  An image that is
 * not ELF, or is malformed, has the functions that could be read. */
void rcc_code_symbols_read(struct rcc_code_symbols *code,
			   const unsigned char *image, size_t n);
void rcc_code_symbols_release(struct rcc_code_symbols *code);

/* Whether layouts move a function of this section: whether the plugin has named
 * it. */
bool rcc_code_symbols_is_moved(const char *section);

#endif
