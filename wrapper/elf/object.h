/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An input file and its objects.  object_file.h reads them.
 *
 * Functions in this folder return 0, RCC_ESYS with errno set, or RCC_EFORMAT or
 * RCC_EUNSUP with the cause in the caller's buffer `reason` (RCC_WHY_MAX
 * bytes).
 */
#ifndef RCC_WRAPPER_ELF_OBJECT_H
#define RCC_WRAPPER_ELF_OBJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/file.h"
#include "common/rank.h"

/* The byte order of this machine, as a value of e_ident[EI_DATA]. */
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define RCC_OBJECT_NATIVE ELFDATA2LSB
#else
#define RCC_OBJECT_NATIVE ELFDATA2MSB
#endif

enum rcc_file_kind {
	RCC_FILE_OBJECT,  /* an ELF relocatable object */
	RCC_FILE_ARCHIVE, /* an ar archive that contains its members */
	/* An ar archive that contains only the file names of its members
	 * (archive.h). */
	RCC_FILE_THIN_ARCHIVE,
	RCC_FILE_SHARED, /* an ELF shared library */
	RCC_FILE_OTHER,	 /* a linker script, LLVM bitcode, raw data... */
};

/* The section of one function or variable, whose name can hold a rank
 * (common/rank.h).  The plugin or object_naming.h chose the name. */
struct rcc_ranked_section {
	uint64_t name_at; /* file offset of the section's name */
	/* File offset of a second copy of the section's name, inside the name
	 * of the relocation section.  0 if there is no second copy: assemblers
	 * usually store one string for both names. */
	uint64_t reloc_name_at;
	struct rcc_rank_name name; /* name.tail points into the mapped file */
	/* Index among the object's functions, or among its variables. */
	uint32_t ordinal;
	uint32_t section; /* index of the section header */
};

/* A name that a COMDAT section group defines: its signature, or another symbol that
 * is not local.  The linker keeps the first group of each signature, and takes the
 * first definition of each symbol.  Compilers give one symbol to groups of
 * different signatures: gcc defines a C++ constructor in the group _ZN1AC5Ev, and
 * clang in the group _ZN1AC2Ev. */
struct rcc_comdat {
	const char *name; /* points into the mapped file */
	/* A digest of the group's signature, and of its members' names, bytes
	 * and relocations (by symbol name).  Copies with equal digests are
	 * interchangeable. */
	uint64_t digest;
};

/* Properties of an object.  Some of them are reasons why the object's place on
 * the linker's command line can matter. */
enum rcc_object_trait {
	RCC_OBJECT_CONSTRUCTS = 1, /* has .init_array, .ctors, .init, ... */
	/* Has a section whose name is a C identifier.  Programs use all such
	 * sections of one name as a table, from __start_NAME to __stop_NAME. */
	RCC_OBJECT_IN_SET = 2,
	RCC_OBJECT_IS_IR = 4,	 /* has gcc's LTO bytecode */
	RCC_OBJECT_HAS_INIT = 8, /* has a section .init */
	/* Has a loaded section with an unusual name.  A linker script can place
	 * such sections in the order of the objects.  The linker keeps only the
	 * first of the sections .gnu.linkonce.* with the same name. */
	RCC_OBJECT_HAS_OTHER = 16,
	/* Has LLVM's bitcode beside machine code (-ffat-lto-objects). */
	RCC_OBJECT_IS_FAT = 32,
	/* The object has the section RCC_RANK_KEPT, so the plugin made it. */
	RCC_OBJECT_IS_OURS = 64,
	/* Names libraries, which lld then links (#pragma comment(lib, ...)). */
	RCC_OBJECT_NAMES_LIBRARIES = 128,
};

/* An object: a file or a member of an archive. */
struct rcc_object {
	char *member;	  /* its name in the archive; NULL for a file */
	uint64_t at;	  /* file offset of the ELF image */
	uint64_t n_bytes; /* size of the ELF image */
	size_t place;	  /* position in the archive; changes if members move */
	unsigned traits;  /* bits of enum rcc_object_trait */
	struct rcc_ranked_section *function; /* the functions and variables */
	size_t n_functions; /* functions and variables together */
	size_t n_variables; /* variables alone */
	/* The bytes of code in sections whose names cannot hold a rank, for
	 * example an assembler's.  Such code keeps its order. */
	uint64_t n_undivided;
	/* The last string of .comment, which has the name and version of a
	 * compiler; points into the mapped file.  NULL if there is none. */
	const char *comment;
	struct rcc_comdat *comdat; /* the names that its groups define */
	size_t n_comdats;
	/* The weak symbols that are defined outside COMDAT groups.  If several
	 * objects define the same symbol, the linker takes the first
	 * definition. */
	const char **weak;
	size_t n_weak;
};

/* The ELF header fields that all objects of a link have in common. */
struct rcc_elf_flavour {
	unsigned char elf_class; /* ELFCLASS32, ELFCLASS64; 0: unknown */
	unsigned char data;
	unsigned char osabi;
	uint16_t machine;
	uint32_t flags;
};

/* An input file of the linker. */
struct rcc_object_file {
	struct rcc_file_map map;
	enum rcc_file_kind kind;
	struct rcc_object *object;
	size_t n_objects;
	size_t n_functions; /* functions and variables, in all objects */
	/* The number of members that are not among the objects, since no name
	 * of their sections can hold a rank, and that have code; and the bytes
	 * of this code. */
	size_t n_plain;
	uint64_t n_plain_bytes;
	struct rcc_elf_flavour flavour;
	bool has_soname; /* set for shared libraries only */
	/* The file is LLVM bitcode, or an archive with a bitcode member. */
	bool has_bitcode;
	bool is_fat;   /* an object has the trait RCC_OBJECT_IS_FAT */
	bool is_named; /* object_naming.h renamed some of its sections */
};

/* The size of a buffer for the cause of an error. */
#define RCC_WHY_MAX 240

/* Return the symbol in the name of a section, and set *n to its length.  No NUL
 * follows it. */
const char *rcc_object_symbol(const struct rcc_rank_name *name, size_t *n);

/* Write a rank into the name of a function's section.  `image` is the whole
 * file. */
void rcc_object_set_rank(unsigned char *image,
			 const struct rcc_ranked_section *fn, uint64_t rank);
/* Remove the rank from the name of a function's section. */
void rcc_object_clear_rank(unsigned char *image,
			   const struct rcc_ranked_section *fn);

#endif
