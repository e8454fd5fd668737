/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Access to one ELF image, an object or a member of an archive: its string
 * tables, section names and symbols. */
#ifndef RCC_WRAPPER_ELF_ELF_READER_H
#define RCC_WRAPPER_ELF_ELF_READER_H

#include <gelf.h>
#include <libelf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wrapper/elf/object.h"

/* A string table up to its last NUL, so that every string that begins in it
 * ends in it. */
struct rcc_elf_strings {
	const char *at;
	uint64_t n;
};

/* The symbol table that was used last. */
struct rcc_elf_symbols {
	size_t section;
	Elf_Data *data; /* NULL: none was used yet */
	bool is_64;
	struct rcc_elf_strings names;
};

struct rcc_elf {
	Elf *elf;
	const unsigned char *bytes; /* the whole file */
	uint64_t at;		    /* file offset of the image */
	uint64_t n;		    /* size of the image */
	size_t n_sections;
	GElf_Shdr *section;
	uint64_t names_at; /* file offset of the section names */
	struct rcc_elf_strings names;
	struct rcc_elf_symbols symbols;
	/* The index of each section's function + 1; 0: none. */
	uint32_t *function_of;
	bool *in_group; /* indexed by section */
	struct rcc_object *object;
	char *reason; /* RCC_WHY_MAX bytes */
};

/* Store why the image is malformed, and return RCC_EFORMAT. */
__attribute__((format(printf, 2, 3))) int
rcc_elf_malformed(struct rcc_elf *im, const char *fmt, ...);

/* The strings of a section in an image of n bytes.  Empty for a section that
 * lies outside it. */
struct rcc_elf_strings rcc_elf_open_strings(const unsigned char *image,
					    uint64_t n, const GElf_Shdr *table);
/* NULL for a string that does not end inside the table. */
const char *rcc_elf_string(const struct rcc_elf_strings *table,
			   uint64_t offset);
const char *rcc_elf_section_name(const struct rcc_elf *im, size_t i);

/* Whether a section can contain variables, judged by its header. */
bool rcc_elf_is_variable(const GElf_Shdr *s);

/*
 * Read symbol `i` of a symbol table that elf_getdata() returned.  Returns false
 * if there is none.  gelf_getsym() looks up the file, its class and its kind of
 * data for each symbol, which takes three times as long as everything else that
 * is done with most symbols.
 */
static inline bool rcc_elf_symbol(bool is_64, Elf_Data *data, size_t i,
				  GElf_Sym *sym)
{
	if (data == NULL)
		return false;
	if (!is_64)
		return gelf_getsym(data, (int)i, sym) != NULL;
	/* libelf has converted it to our byte order and aligned it. */
	if (data->d_buf == NULL || i >= data->d_size / sizeof(Elf64_Sym))
		return false;
	*sym = ((const Elf64_Sym *)data->d_buf)[i];
	return true;
}

#endif
