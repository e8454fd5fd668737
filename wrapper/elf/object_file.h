/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reading linker inputs.  Only wrapper/elf uses libelf.
 *
 * Inputs are not trusted.  Every offset, size and name is checked against the
 * file before use.  The functions report a malformed file as an error, with a
 * reason.  A malformed file never causes a crash.  randld refuses to link it,
 * with or without a layout.
 */
#ifndef RCC_WRAPPER_ELF_OBJECT_FILE_H
#define RCC_WRAPPER_ELF_OBJECT_FILE_H

#include "wrapper/elf/object.h"

/* Parts of a file that are read only on demand.  The values are or-ed. */
enum rcc_object_reading {
	/* COMDAT groups and weak symbols, which decide whether an object may
	 * move.  Reading them takes a pass over the object's bytes. */
	RCC_READ_ORDER = 1,
	/* The archive members with variables and without functions. */
	RCC_READ_VARIABLES = 2,
};

/*
 * Map and read a file.  `reading` says what to read beyond functions (enum
 * rcc_object_reading).  Returns 0, RCC_ESYS with errno set, or RCC_EFORMAT with
 * the cause in `reason` (RCC_WHY_MAX bytes).  After an error nothing needs to
 * be released.
 */
int rcc_object_file_open(struct rcc_object_file *f, const char *path,
			 unsigned reading, char *reason);

/* Replace the contents of a file by `map`, which the file then owns, and read
 * them.  Returns as rcc_object_file_open() does. */
int rcc_object_file_replace(struct rcc_object_file *f,
			    const struct rcc_file_map *map, unsigned reading,
			    char *reason);
void rcc_object_file_release(struct rcc_object_file *f);

#endif
