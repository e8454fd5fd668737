/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One ELF image, an object or a member of an archive, while it is being read:
 * what object.c, object_read.c and object_groups.c share.
 */
#ifndef RCC_WRAPPER_OBJECT_READ_H
#define RCC_WRAPPER_OBJECT_READ_H

#include <gelf.h>
#include <libelf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wrapper/object.h"

struct rcc_elf {
	Elf *elf;
	const unsigned char *bytes; /* of the whole file */
	uint64_t at;		    /* where the image begins in it */
	uint64_t n;		    /* and how long it is */
	size_t n_sections;
	GElf_Shdr *section;
	GElf_Shdr names;     /* the section-name string table */
	size_t *function_of; /* section → function + 1, 0: none */
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

/* A string of a string table, or NULL when it does not end inside it. */
const char *rcc_elf_string(const struct rcc_elf *im, const GElf_Shdr *table,
			   uint64_t offset);
const char *rcc_elf_section_name(const struct rcc_elf *im, size_t i);

/* What forbids moving the object (object_groups.c): its groups of which one
 * copy wins, and after them its weak definitions outside them. */
int rcc_elf_read_groups(struct rcc_elf *im);
int rcc_elf_read_weak(struct rcc_elf *im);

#endif
