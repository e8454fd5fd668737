/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Access to the string tables, section names and symbols of one ELF image.  An
 * image is an object file or a member of an archive. */
#ifndef RCC_WRAPPER_ELF_ELF_READER_H
#define RCC_WRAPPER_ELF_ELF_READER_H

#include <gelf.h>
#include <libelf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "wrapper/elf/object.h"

/* A string table without the bytes after its last NUL.  Therefore every string
 * that begins in the table also ends in it. */
struct rcc_elf_strings {
	const char *at;
	uint64_t n;
};

/* The symbol table that was read last, cached for the next symbol. */
struct rcc_elf_symbols {
	size_t section;
	Elf_Data *data; /* NULL if no symbol was read yet */
	bool is_64;
	struct rcc_elf_strings names;
};

/* An ELF image that is being read. */
struct rcc_elf {
	Elf *elf;
	const unsigned char *bytes; /* the whole file */
	uint64_t at;		    /* offset of the image in the file */
	uint64_t n;		    /* size of the image */
	uint16_t machine;
	size_t n_sections;
	GElf_Shdr *section;
	uint64_t names_at; /* offset of the section names in the file */
	struct rcc_elf_strings names;
	struct rcc_elf_symbols symbols;
	/* For each section: 0 if it has no function that can be ranked,
	 * otherwise 1 plus the index of its function in object->function. */
	uint32_t *function_of;
	/* For each section: 0 if it is in no COMDAT group, otherwise 1 plus the
	 * index of the group's signature in object->comdat. */
	uint32_t *group_of;
	struct rcc_object *object;
	char *reason; /* buffer of RCC_WHY_MAX bytes for an error's cause */
};

/* Store why the image is malformed, and return RCC_EFORMAT. */
__attribute__((format(printf, 2, 3))) int
rcc_elf_malformed(struct rcc_elf *im, const char *fmt, ...);

/* Open a string table in an image of n bytes.  `table` is its header.  A table
 * outside the image counts as empty. */
struct rcc_elf_strings rcc_elf_open_strings(const unsigned char *image,
					    uint64_t n, const GElf_Shdr *table);
/* Open the string table in section `table` of an image of n bytes, which `elf`
 * reads.  The strings point into the image, so they stay valid after elf_end().
 * A section that is no string table counts as empty, and so does a compressed
 * one.  elf_strptr() is slower, because it searches for the end of each string,
 * and elf_end() frees the strings of a compressed table. */
struct rcc_elf_strings rcc_elf_strings_of(Elf *elf, const unsigned char *image,
					  uint64_t n, size_t table);
/* Return the string at an offset, or NULL if the offset is outside the
 * table. */
const char *rcc_elf_string(const struct rcc_elf_strings *table,
			   uint64_t offset);
const char *rcc_elf_section_name(const struct rcc_elf *im, size_t i);

/* Return whether a section can contain variables, according to its type and
 * flags. */
bool rcc_elf_is_variable(const GElf_Shdr *s);

/*
 * Read symbol `i` of a symbol table that elf_getdata() returned.  Returns false
 * if there is no such symbol.  64-bit symbols are read without gelf_getsym(),
 * which looks up the file, its class and the kind of data for each symbol.  For
 * most symbols, this lookup takes three times as long as everything else that
 * randld does with the symbol.
 */
static inline bool rcc_elf_symbol(bool is_64, Elf_Data *data, size_t i,
				  GElf_Sym *sym)
{
	if (data == NULL)
		return false;
	if (!is_64)
		return gelf_getsym(data, (int)i, sym) != NULL;
	/* libelf has converted the symbols to our byte order, but may not have
	 * aligned them. */
	if (data->d_buf == NULL || i >= data->d_size / sizeof(Elf64_Sym))
		return false;
	memcpy(sym, (const char *)data->d_buf + i * sizeof(*sym), sizeof(*sym));
	return true;
}

#endif
