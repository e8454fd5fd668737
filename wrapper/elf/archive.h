/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Archives, as GNU ar, BSD ar and llvm-ar write them for ELF.
 *
 * Read here and not by libelf, which opens the members only of an archive that
 * has a file descriptor; ours are mapped.
 *
 * A thin archive (ar rcT) is an index and a list of file names, and the code
 * stays in the objects themselves.  Those are the user's, so that functions in
 * them cannot be ranked in place; and a record must outlive them.  So a link
 * reads an equivalent ordinary archive instead: the same members in the same
 * order, the same symbol index.
 */
#ifndef RCC_WRAPPER_ELF_ARCHIVE_H
#define RCC_WRAPPER_ELF_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/file.h"

/* An archive while it is read. */
struct rcc_archive {
	const unsigned char *bytes; /* borrowed */
	size_t n;
	bool is_thin;
	const unsigned char *index; /* body of "/" or "/SYM64/"; NULL: none */
	size_t n_index;
	size_t index_width;	   /* of its numbers: 4 or 8 bytes */
	const unsigned char *name; /* body of "//": the long names */
	size_t n_names;
	uint64_t at; /* the next header */
	char *why;
};

struct rcc_archive_member {
	char *name; /* caller frees */
	uint64_t header_at;
	uint64_t at; /* of its bytes; in a thin archive it has none */
	uint64_t size;
	/* Thin archives: where the member's header is in the file `name`, which
	 * is then an ordinary archive itself (ar adds those to thin ones member
	 * by member); 0: the whole file is the member. */
	uint64_t nested_at;
};

bool rcc_archive_is(const struct rcc_file_map *map, bool *is_thin);

/* Returns 0, or RCC_EFORMAT with the reason in `why` (RCC_WHY_MAX bytes, kept
 * for rcc_archive_next() too). */
int rcc_archive_open(struct rcc_archive *a, const struct rcc_file_map *map,
		     char *why);

/* Returns 1 and the next member; 0 at the end; RCC_EFORMAT. */
int rcc_archive_next(struct rcc_archive *a, struct rcc_archive_member *m);

/* A number of a symbol index: big-endian, `width` bytes. */
uint64_t rcc_archive_number(const unsigned char *at, size_t width);

/* Write the ordinary equivalent of the thin archive `thin`, whose bytes are in
 * `map`, to a new file `out`.  Returns 0; RCC_ESYS when `out` cannot be
 * written; RCC_EFORMAT with the reason in `why` when the archive is malformed
 * or a member cannot be read. */
int rcc_archive_fill(const char *thin, const struct rcc_file_map *map,
		     const char *out, char *why);

#endif
