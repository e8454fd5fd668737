/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reading and rewriting archives that GNU ar, BSD ar and llvm-ar make for ELF.
 *
 * libelf is not used for this, because it opens the members of an archive only
 * through a file descriptor.  randld maps its inputs into memory.
 *
 * A thin archive (ar rcT) has a symbol index and a list of file names.  The
 * code is in the named objects.  randld replaces a thin archive by an ordinary
 * archive with the same members in the same order, and the same symbols in its
 * index.  There are two reasons:
 *
 *	- randld must not write ranks into the user's objects
 *	- a record must still work when the user has deleted the objects
 */
#ifndef RCC_WRAPPER_ELF_ARCHIVE_H
#define RCC_WRAPPER_ELF_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "common/file.h"

/* An archive that is being read. */
struct rcc_archive {
	const unsigned char *bytes; /* borrowed */
	size_t n;
	bool is_thin;
	/* The symbol index: the body of the member "/" or "/SYM64/".  NULL if
	 * there is none. */
	const unsigned char *index;
	size_t n_index;
	size_t index_width;	   /* bytes of a number in the index: 4 or 8 */
	const unsigned char *name; /* the long names: the body of "//" */
	size_t n_names;
	uint64_t at;  /* offset of the next header */
	char *reason; /* the caller's buffer of RCC_WHY_MAX bytes */
};

/* A member, as rcc_archive_next() reads it. */
struct rcc_archive_member {
	char *name; /* caller frees */
	uint64_t header_at;
	uint64_t at; /* offset of its contents; not set in a thin archive */
	uint64_t size;
	/* 0 if the member is the whole file `name`.  Otherwise the member is
	 * inside the ordinary archive `name`, and this is the offset of the
	 * member's header in `name`.  ar makes such entries when a user adds an
	 * ordinary archive to a thin one. */
	uint64_t nested_at;
};

/* Return whether a file is an archive.  *is_thin says whether it is a thin
 * one. */
bool rcc_archive_is(const struct rcc_file_map *map, bool *is_thin);

/* Begin to read an archive.  Returns 0, or RCC_EFORMAT with the cause in
 * `reason` (RCC_WHY_MAX bytes).  rcc_archive_next() stores its errors there
 * too, so the buffer must stay valid. */
int rcc_archive_open(struct rcc_archive *a, const struct rcc_file_map *map,
		     char *reason);

/* Read the next member.  Returns 1, or 0 at the end, or RCC_EFORMAT. */
int rcc_archive_next(struct rcc_archive *a, struct rcc_archive_member *m);

/* Read a big-endian number of `width` bytes, as in a symbol index. */
uint64_t rcc_archive_number(const unsigned char *at, size_t width);

/* Write an ordinary archive with the members of the thin archive `thin` to a
 * new file `out`.  `map` holds the bytes of `thin`.  Returns 0, or RCC_ESYS if
 * `out` cannot be written.  Returns RCC_EFORMAT with the cause in `reason` if
 * the archive is malformed or a member cannot be read. */
int rcc_archive_fill(const char *thin, const struct rcc_file_map *map,
		     const char *out, char *reason);

/* Return the new bytes of a member and set *n to their number.  Return NULL if
 * the member does not change. */
typedef const unsigned char *
rcc_archive_replace(void *context, const struct rcc_archive_member *m,
		    size_t *n);

/* Write the archive `map` to the empty file `out`.  `replace` is called for
 * each member, and may return new bytes for the member.  Members keep their
 * order.  A member's header changes only in the size.  The symbol index gets
 * the new offsets of the members.  Returns 0, RCC_ESYS with errno set, or
 * RCC_EFORMAT with the cause in `reason`. */
int rcc_archive_rewrite(const struct rcc_file_map *map, FILE *out,
			rcc_archive_replace *replace, void *context,
			char *reason);

#endif
