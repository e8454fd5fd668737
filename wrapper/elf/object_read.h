/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One ELF image, an object or a member of an archive, while it is being read:
 * what object.c, object_read.c and object_groups.c share.
 */
#ifndef RCC_WRAPPER_ELF_OBJECT_READ_H
#define RCC_WRAPPER_ELF_OBJECT_READ_H

#include <gelf.h>
#include <libelf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wrapper/elf/object.h"

/* A string table, to its last NUL: whatever begins in it ends in it. */
struct rcc_elf_strings {
	const char *at;
	uint64_t n;
};

/* A symbol table, for a look at one symbol after the other. */
struct rcc_elf_symbols {
	size_t section;
	Elf_Data *data; /* NULL: none yet */
	bool is_64;
	struct rcc_elf_strings names;
};

struct rcc_elf {
	Elf *elf;
	const unsigned char *bytes; /* of the whole file */
	uint64_t at;		    /* where the image begins in it */
	uint64_t n;		    /* and how long it is */
	size_t n_sections;
	GElf_Shdr *section;
	uint64_t names_at; /* file offset of the section-name string table */
	struct rcc_elf_strings names;
	struct rcc_elf_symbols symbols;
	uint32_t *function_of; /* section → function + 1, 0: none */
	bool *in_group;
	struct rcc_object *object;
	char *why;
};

/* Read the image of n bytes at `at` in the file.  Errors are those of
 * rcc_object_file_open(). */
int rcc_elf_read(struct rcc_object_file *f, Elf *elf, uint64_t at, uint64_t n,
		 bool order, struct rcc_object *o, char *why);

/* Says why, and returns RCC_EFORMAT. */
__attribute__((format(printf, 2, 3))) int
rcc_elf_malformed(struct rcc_elf *im, const char *fmt, ...);

/* Of an image of n bytes; of a table that lies outside it, none. */
struct rcc_elf_strings rcc_elf_open_strings(const unsigned char *image,
					    uint64_t n, const GElf_Shdr *table);
/* A string of a string table, or NULL when it does not end inside it. */
const char *rcc_elf_string(const struct rcc_elf_strings *table,
			   uint64_t offset);
const char *rcc_elf_section_name(const struct rcc_elf *im, size_t i);

/* Whether a section can hold variables, by its header. */
bool rcc_elf_is_variable(const GElf_Shdr *s);

/* What forbids moving the object (object_groups.c): its groups of which one
 * copy wins, and after them its weak definitions outside them. */
int rcc_elf_read_groups(struct rcc_elf *im);
int rcc_elf_read_weak(struct rcc_elf *im);

/*
 * Symbol `i` of a symbol table that elf_getdata() returned; false when there is
 * none.  gelf_getsym() looks up the file, its class and its kind of data for
 * each, at three times the cost of all else that is done with most symbols.
 */
static inline bool rcc_elf_symbol(bool is_64, Elf_Data *data, size_t i,
				  GElf_Sym *sym)
{
	if (data == NULL)
		return false;
	if (!is_64)
		return gelf_getsym(data, (int)i, sym) != NULL;
	/* As libelf gives it: of our byte order, and aligned. */
	if (data->d_buf == NULL || i >= data->d_size / sizeof(Elf64_Sym))
		return false;
	*sym = ((const Elf64_Sym *)data->d_buf)[i];
	return true;
}

#endif
