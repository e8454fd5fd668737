/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reading archives as GNU ar, BSD ar and llvm-ar write them for ELF.
 *
 * libelf is not used, since it opens members only of an archive with a file
 * descriptor, and ours are mapped.
 *
 * A thin archive (ar rcT) has an index and a list of file names; the code is in
 * the named objects.  These are the user's, so functions in them cannot be
 * ranked in place, and a record must outlive them.  So a link reads an
 * equivalent ordinary archive instead, with the same members in the same order
 * and the same symbol index.
 */
#ifndef RCC_WRAPPER_ELF_ARCHIVE_H
#define RCC_WRAPPER_ELF_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/file.h"

/* An archive that is being read. */
struct rcc_archive {
	const unsigned char *bytes; /* borrowed */
	size_t n;
	bool is_thin;
	const unsigned char *index; /* body of "/" or "/SYM64/"; NULL: none */
	size_t n_index;
	size_t index_width;	   /* bytes of a number in it: 4 or 8 */
	const unsigned char *name; /* body of "//", the long names */
	size_t n_names;
	uint64_t at;  /* offset of the next header */
	char *reason; /* RCC_WHY_MAX bytes */
};

struct rcc_archive_member {
	char *name; /* caller frees */
	uint64_t header_at;
	uint64_t at; /* offset of its bytes; a thin archive has none */
	uint64_t size;
	/* The offset of the member's header in the file `name`, which is then
	 * an ordinary archive in a thin one: ar adds such a file to a thin
	 * archive member by member.  0: the member is the whole file. */
	uint64_t nested_at;
};

bool rcc_archive_is(const struct rcc_file_map *map, bool *is_thin);

/* Returns 0, or RCC_EFORMAT with the cause in `reason` (RCC_WHY_MAX bytes), which
 * rcc_archive_next() uses too. */
int rcc_archive_open(struct rcc_archive *a, const struct rcc_file_map *map,
		     char *reason);

/* Read the next member.  Returns 1; 0 at the end; or RCC_EFORMAT. */
int rcc_archive_next(struct rcc_archive *a, struct rcc_archive_member *m);

/* Read a big-endian number of `width` bytes, as in a symbol index. */
uint64_t rcc_archive_number(const unsigned char *at, size_t width);

/* Write the ordinary equivalent of the thin archive `thin`, whose bytes are in
 * `map`, to a new file `out`.  Returns 0; RCC_ESYS if `out` cannot be written;
 * or RCC_EFORMAT with the cause in `reason` if the archive is malformed or a
 * member cannot be read. */
int rcc_archive_fill(const char *thin, const struct rcc_file_map *map,
		     const char *out, char *reason);

#endif
