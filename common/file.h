/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whole files, directories and paths.
 *
 * A function here returns 0, or RCC_ESYS with errno set, unless its comment
 * says otherwise.
 */
#ifndef RCC_COMMON_FILE_H
#define RCC_COMMON_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "common/refusal.h"

/* A file mapped into memory.  Writing to its bytes changes this process's copy
 * of the pages, never the file.  In the map of an empty file, `data` is not
 * NULL and `n` is 0. */
struct rcc_file_map {
	unsigned char *data;
	size_t n;
};
/* Map a regular file. */
int rcc_file_map(const char *path, struct rcc_file_map *map);
/* Map an open regular file.  The caller may close it afterwards. */
int rcc_file_map_fd(int fd, struct rcc_file_map *map);
void rcc_file_unmap(struct rcc_file_map *map);
/* Give the pages of n maps back to the system.  Changes to them are lost.  The
 * next access reads the file again. */
void rcc_file_drop_pages(const struct rcc_file_map *map, size_t n);

/* Read a whole file.  Sets *n to its size; `n` may be NULL.  Returns the bytes
 * with a NUL after them (caller frees), or NULL with errno set. */
char *rcc_file_read(const char *path, size_t *n);

/* Read an open file, for example a memory file that a child has written.  Reads
 * from the beginning, whatever the offset of the file is.  Returns the bytes
 * that could be read, with a NUL after them; caller frees. */
char *rcc_file_read_fd(int fd, size_t *n);

/* Write all n bytes.  Calls write(2) as often as necessary. */
int rcc_file_write_fd(int fd, const void *bytes, size_t n);

/* Replace a file atomically: write a temporary file in the same directory and
 * rename it.  The umask applies to `mode`. */
int rcc_file_replace(const char *path, const void *bytes, size_t n,
		     mode_t mode);

/* Copy a file to a new file, which must not exist.  The two files share disk
 * blocks if the file system supports that. */
int rcc_file_copy(const char *from, const char *to, mode_t mode);

/* Remove a file or an empty directory after another failure, without changing
 * errno. */
void rcc_file_remove_quietly(const char *path);

/* Create a directory and its parents, as `mkdir -p` does. */
int rcc_file_mkdirs(const char *path);

/* Remove a directory and everything in it, as `rm -rf` does.  A missing
 * directory is not an error.  Symbolic links are not followed. */
int rcc_file_remove_tree(const char *path);

/* Create a directory in $TMPDIR or /tmp.  Its name is `prefix` with random
 * characters after it.  Only this user can read it.  Returns its path, or NULL
 * with errno set.  Caller frees the path and removes the directory. */
char *rcc_file_tmp_dir(const char *prefix);

/*
 * Ask the file system to place new directories in the directory `path` far apart.
 * ext4 then chooses a part of the disk for each by a hash of its name.  Files are
 * placed in the part of their directory.
 *
 * Without this, the files of a new temporary directory are placed beside those of
 * earlier ones.  ext4 does not use the inodes of files that were deleted in the
 * last minutes.  It searches for others from the beginning of the part for each
 * new file, which takes long if thousands of files were deleted.
 *
 * Does nothing on other file systems.
 */
void rcc_file_spread_directories(const char *path);

/* Fill in *refusal after rcc_file_tmp_dir() has failed; errno says why it
 * failed.  Returns RCC_ESYS. */
int rcc_file_refuse_tmp_dir(struct rcc_refusal *refusal);

/* Return whether the path leads to a regular file. */
bool rcc_file_is_regular(const char *path);

/* Return the last component of a path.  The result points into `path`. */
const char *rcc_file_base(const char *path);

/* Return `path` if it is absolute, else "DIR/PATH".  Caller frees. */
char *rcc_file_join(const char *dir, const char *path);

/* Return the path of the running program, or the directory of that path.
 * Symbolic links are resolved.  The first call reads the link /proc/self/exe,
 * and later calls return the same text.  Without /proc the functions return
 * NULL with errno set; the programs check this when they start. */
const char *rcc_file_self(void);
const char *rcc_file_self_dir(void);

/* Find an executable `name` in `dirs`, a list of directories separated by
 * colons.  A `name` with a slash is a path and is not searched for.  Skip the
 * file `not_this`, whatever path leads to it; `not_this` may be NULL.  Returns
 * the path of the first match (caller frees), or NULL if there is none. */
char *rcc_file_find_program(const char *name, const char *dirs,
			    const char *not_this);

#endif
