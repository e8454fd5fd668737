/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Write and read a pack, the file that carries a study to other machines.  It
 * is a tar archive, compressed by zstd.  No other file of harness/ uses
 * libarchive.
 *
 * Results: 0 or a negative enum rcc_error.  After an error,
 * rcc_archive_error() describes it.
 */
#ifndef RCC_HARNESS_FLEET_ARCHIVE_H
#define RCC_HARNESS_FLEET_ARCHIVE_H

#include <stddef.h>

struct rcc_archive;

/* Open an archive: rcc_archive_create() to write it, rcc_archive_open() to read
 * it.  *archive is set also after an error.  The caller closes it in any
 * case. */
int rcc_archive_create(const char *path, struct rcc_archive **archive);
int rcc_archive_open(const char *path, struct rcc_archive **archive);
/* Write what is still buffered of an archive that rcc_archive_create() made. */
int rcc_archive_finish(struct rcc_archive *archive);
/* Close an archive.  Accepts NULL. */
void rcc_archive_close(struct rcc_archive *archive);
/* Return the text of the last error; borrowed until the next call. */
const char *rcc_archive_error(const struct rcc_archive *archive);

/* Append an entry with n bytes. */
int rcc_archive_add(struct rcc_archive *archive, const char *name,
		    const void *bytes, size_t n);

/* Go to the next entry.  *name is borrowed until the next call; it is NULL at
 * the end. */
int rcc_archive_next(struct rcc_archive *archive, const char **name);
/* Read the content of the entry that rcc_archive_next() found.  *bytes is set
 * to the content with a NUL after it; caller frees. */
int rcc_archive_read(struct rcc_archive *archive, char **bytes, size_t *n);

#endif
