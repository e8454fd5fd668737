/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whole files and private temporary directories.
 *
 * Functions return 0, or RCC_ESYS with errno set, unless said otherwise.
 */
#ifndef RCC_COMMON_FILE_H
#define RCC_COMMON_FILE_H

#include <stddef.h>
#include <sys/types.h>

#include "common/refusal.h"

/* A file's bytes, mapped.  Writing to them changes our copy of the pages, never
 * the file.  An empty file has data != NULL and n == 0. */
struct rcc_file_map {
	unsigned char *data;
	size_t n;
};
int rcc_file_map(const char *path, struct rcc_file_map *map);
void rcc_file_unmap(struct rcc_file_map *map);
/* Give its pages back to the system; what was written there is lost, and what
 * is read again comes from the file. */
void rcc_file_drop_pages(const struct rcc_file_map *map);

/* The whole file, NUL-terminated; caller frees.  *n may be NULL.  Returns NULL
 * with errno set. */
char *rcc_file_read(const char *path, size_t *n);

/* The same of an open file, from its beginning, wherever its offset stands
 * (what a child wrote to a memory file).  What cannot be read is left out. */
char *rcc_file_read_fd(int fd, size_t *n);

/* All n bytes, whatever write(2) does in one call. */
int rcc_file_write_fd(int fd, const void *bytes, size_t n);

/* Write a file as a whole or not at all: a temporary file beside it, then
 * rename(2). */
int rcc_file_replace(const char *path, const void *bytes, size_t n,
		     mode_t mode);

/* Copy a file's bytes to a new file (an existing one is an error); shares
 * blocks where the file system can. */
int rcc_file_copy(const char *from, const char *to, mode_t mode);

/* After a failure: remove(3) that leaves errno as it is. */
void rcc_file_remove_quietly(const char *path);

/* mkdir -p */
int rcc_file_mkdirs(const char *path);

/* rm -rf; a path that is not there is no error.  Never follows links. */
int rcc_file_remove_tree(const char *path);

/* A directory that only we can read, with an unpredictable name, in $TMPDIR or
 * /tmp; caller frees the path and removes the tree.  NULL with errno set. */
char *rcc_file_tmp_dir(const char *prefix);

/* Why rcc_file_tmp_dir() failed, from errno.  Returns RCC_ESYS. */
int rcc_file_refuse_tmp_dir(struct rcc_refusal *refusal);
void rcc_file_die_no_tmp(void) __attribute__((noreturn));

/* Last component (points into `path`). */
const char *rcc_file_base(const char *path);

/* `path`, or dir/path when it is relative; caller frees. */
char *rcc_file_join(const char *dir, const char *path);

/* The path of the running program and its directory, with links resolved.  They
 * are read once, by readlink(2), which is right under valgrind too.  NULL with
 * errno set without /proc; the programs check that when they start. */
const char *rcc_file_self(void);
const char *rcc_file_self_dir(void);

/* The first executable `name` in a list of directories separated by colons,
 * except the file (device, inode) that `not_this` names, whatever link leads
 * to it; not_this may be NULL.  Caller frees; NULL when there is none. */
char *rcc_file_find_program(const char *name, const char *dirs,
			    const char *not_this);

#endif
