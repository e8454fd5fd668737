/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Linker inputs, read: what a file is, which functions of ours are in it, and
 * what forbids moving it.  The object*.c files are the only users of libelf.
 *
 * Inputs are not trusted: every offset, size and name is checked against the
 * file before use, and a malformed file is an error with a reason, never a
 * crash and never an input that silently keeps its place.
 */
#ifndef RCC_WRAPPER_ELF_OBJECT_H
#define RCC_WRAPPER_ELF_OBJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/file.h"
#include "common/rank.h"

/* The byte order of this machine, as e_ident[EI_DATA] says it. */
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define RCC_OBJECT_NATIVE ELFDATA2LSB
#else
#define RCC_OBJECT_NATIVE ELFDATA2MSB
#endif

enum rcc_file_kind {
	RCC_FILE_OBJECT,       /* ELF relocatable */
	RCC_FILE_ARCHIVE,      /* ar: members follow */
	RCC_FILE_THIN_ARCHIVE, /* ar: members are other files (archive.h) */
	RCC_FILE_SHARED,       /* ELF shared library */
	RCC_FILE_OTHER,	       /* linker script, bitcode, raw data… */
};

/* A section that carries the identity of a function or a variable. */
struct rcc_function {
	uint64_t name_at; /* file offset of the section's name */
	/* File offset of the same name within the name of its relocation
	 * section, or 0; string tables usually share the two. */
	uint64_t reloc_name_at;
	struct rcc_rank_name name; /* its tail points into the mapped file */
	uint32_t ordinal; /* place among the object's functions or variables */
	uint32_t section; /* index of its header */
};

/* A section group of which the linker keeps the first copy it meets. */
struct rcc_comdat {
	const char *signature; /* points into the mapped file */
	/* Of the members' names, bytes and relocations (by symbol name):
	 * copies with one digest are interchangeable. */
	uint64_t digest;
};

/* Why an object's place on the line can matter. */
enum rcc_object_trait {
	RCC_OBJECT_CONSTRUCTS = 1, /* .init_array, .ctors, .init and kin */
	RCC_OBJECT_IN_SET = 2,	   /* a section that __start_X collects */
	RCC_OBJECT_IS_IR = 4,	   /* gcc's LTO bytecode */
	RCC_OBJECT_HAS_INIT = 8,   /* a section .init */
	/* A loaded section of an unusual name, which a linker script may
	 * gather in the order of objects. */
	RCC_OBJECT_HAS_OTHER = 16,
};

struct rcc_object {
	char *member; /* name in the archive; NULL: the file itself */
	uint64_t at;  /* file offset of the ELF image, and its size */
	uint64_t n_bytes;
	size_t place; /* among the members, as the linker gets them */
	unsigned traits;
	struct rcc_function *function; /* variables among them */
	size_t n_functions;
	size_t n_variables; /* of those */
	struct rcc_comdat *comdat;
	size_t n_comdats;
	/* Weak definitions outside groups: the first one wins. */
	const char **weak;
	size_t n_weak;
};

/* What the generated object must look like to be linked with the others. */
struct rcc_elf_flavour {
	unsigned char elf_class; /* ELFCLASS32, ELFCLASS64; 0: not known */
	unsigned char data;
	unsigned char osabi;
	uint16_t machine;
	uint32_t flags;
};

struct rcc_object_file {
	struct rcc_file_map map;
	enum rcc_file_kind kind;
	struct rcc_object *object;
	size_t n_objects;
	size_t n_functions; /* of all objects */
	struct rcc_elf_flavour flavour;
	bool has_soname; /* shared libraries */
};

#define RCC_WHY_MAX 240

/*
 * Map and read a file.  With `order` set also what decides whether it may
 * move (groups, weak symbols), which costs a pass over its bytes.  Returns 0;
 * RCC_ESYS (errno); RCC_EFORMAT with the reason in `why` (RCC_WHY_MAX bytes).
 * On error nothing needs to be released.
 */
int rcc_object_file_open(struct rcc_object_file *f, const char *path,
			 bool order, char *why);
void rcc_object_file_release(struct rcc_object_file *f);

/* Whether one of the file's objects defines a global symbol. */
bool rcc_object_defines(const struct rcc_object_file *f,
			const struct rcc_object *o, const char *name);

/* Whether an object in which no variable has a rank has some that could have
 * one.  Jump tables and constants of the compiler's own are none. */
bool rcc_object_has_plain_variables(const struct rcc_object_file *f,
				    const struct rcc_object *o);

/* Write a function's new name prefix into a copy of its file. */
void rcc_object_set_rank(unsigned char *image, const struct rcc_function *fn,
			 uint64_t rank);
void rcc_object_clear_rank(unsigned char *image, const struct rcc_function *fn);

/* Sort by what GNU ld sorts their names by. */
void rcc_object_sort(struct rcc_function **fn, size_t n);

/*
 * Put the headers of an object's functions in the order of their ranks
 * (object_order.c): all headers but theirs, and all bytes of sections, stay.
 * Returns how many moved.
 */
size_t rcc_object_order_headers(struct rcc_object_file *f,
				struct rcc_object *o);

/*
 * Put the headers and the bytes of what has ranked names in an order by which
 * GNU ld is fast if it has these pivots too.  Its place in the program goes by
 * the names, and stays; that of variables does so only where the linker sorts
 * them: with_data.
 */
struct rcc_pivots;
void rcc_object_arrange(struct rcc_object_file *f, struct rcc_object *o,
			bool with_data, struct rcc_pivots *pivots);

/* --- the object that randld adds to a link (object_write.c) --- */

/* Filler before a function: name is the full section name. */
struct rcc_filler {
	char name[RCC_RANK_PREFIX_LEN + 16];
	uint32_t n_bytes;
};

/* A section as it is to be written, byte for byte; all fields of a section
 * header that an object's section can have. */
struct rcc_layout_section {
	const char *name;
	uint32_t type;
	uint64_t flags;
	uint64_t align;
	uint64_t entry_size;
	uint32_t link;
	uint32_t info;
	unsigned char *bytes;
	size_t n;
};

struct rcc_layout_object {
	struct rcc_elf_flavour flavour;
	/* Sections 1, 2… of the object: what they say of each other stays
	 * right. */
	struct rcc_layout_section *first;
	size_t n_first;
	const char *note; /* NULL: none; text, n_note bytes with its NUL */
	size_t n_note;
	const struct rcc_filler *filler;
	size_t n_fillers;
	const struct rcc_layout_section *pivot; /* pivots.h */
	size_t n_pivots;
};

/* Returns 0, RCC_ESYS, or RCC_EUNSUP for a machine whose no-op is not known
 * (only with fillers). */
int rcc_object_write_layout(const char *path,
			    const struct rcc_layout_object *layout, char *why);

/* --- a linked program (object_output.c) --- */

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
