/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whole files, directories and paths.
 *
 * Functions return 0, or RCC_ESYS with errno set, unless their comment says
 * otherwise.
 */
#ifndef RCC_COMMON_FILE_H
#define RCC_COMMON_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "common/refusal.h"

/* A mapped file.  Writing to its bytes changes our copy of the pages, never the
 * file.  An empty file has data != NULL and n == 0. */
struct rcc_file_map {
	unsigned char *data;
	size_t n;
};
int rcc_file_map(const char *path, struct rcc_file_map *map);
void rcc_file_unmap(struct rcc_file_map *map);
/* Give the pages back to the system.  What was written to them is lost; reading
 * them again reads the file. */
void rcc_file_drop_pages(const struct rcc_file_map *map);

/* Read a whole file.  Returns its bytes, NUL-terminated (caller frees), or NULL
 * with errno set.  `n` may be NULL. */
char *rcc_file_read(const char *path, size_t *n);

/* Read an open file from its beginning, whatever its offset (for instance what
 * a child wrote to a memory file).  What cannot be read is left out. */
char *rcc_file_read_fd(int fd, size_t *n);

/* Write all n bytes, however many write(2) calls that takes. */
int rcc_file_write_fd(int fd, const void *bytes, size_t n);

/* Write a file as a whole or not at all, by a temporary file in the same
 * directory and rename(2). */
int rcc_file_replace(const char *path, const void *bytes, size_t n,
		     mode_t mode);

/* Copy a file's bytes to a new file; an existing one is an error.  Shares
 * blocks if the file system can. */
int rcc_file_copy(const char *from, const char *to, mode_t mode);

/* remove(3) that keeps errno, for use after a failure. */
void rcc_file_remove_quietly(const char *path);

/* mkdir -p */
int rcc_file_mkdirs(const char *path);

/* rm -rf.  A missing path is no error.  Links are not followed. */
int rcc_file_remove_tree(const char *path);

/* Create a directory that only we can read, with an unpredictable name, in
 * $TMPDIR or /tmp.  Returns its path, or NULL with errno set.  Caller frees the
 * path and removes the tree. */
char *rcc_file_tmp_dir(const char *prefix);

/* Why rcc_file_tmp_dir() failed, from errno.  Returns RCC_ESYS. */
int rcc_file_refuse_tmp_dir(struct rcc_refusal *refusal);

/* Whether the path leads to a regular file. */
bool rcc_file_is_regular(const char *path);

/* The last component; points into `path`. */
const char *rcc_file_base(const char *path);

/* `path`, or dir/path when it is relative; caller frees. */
char *rcc_file_join(const char *dir, const char *path);

/* The path of the running program and its directory, with links resolved.  They
 * are read once, by readlink(2), which is right under valgrind too.  NULL with
 * errno set without /proc; the programs check that when they start. */
const char *rcc_file_self(void);
const char *rcc_file_self_dir(void);

/* Find the first executable `name` in a list of directories separated by
 * colons.  The file `not_this` is skipped, whatever link leads to it; it may be
 * NULL.  Returns the path (caller frees), or NULL if there is none. */
char *rcc_file_find_program(const char *name, const char *dirs,
			    const char *not_this);

#endif
