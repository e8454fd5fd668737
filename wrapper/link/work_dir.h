/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Temporary directories.  A link has one for private copies (private_copies.h)
 * and the layout object (layout_parts.h), and one for the ordinary archives
 * that replace thin archives.
 */
#ifndef RCC_WRAPPER_LINK_WORK_DIR_H
#define RCC_WRAPPER_LINK_WORK_DIR_H

#include <stdbool.h>
#include <sys/types.h>

#include "common/refusal.h"

/* A temporary directory.  A zeroed struct is not open. */
struct rcc_work_dir {
	char *path;
	/* Whether the directory belongs to the caller.  It then holds the
	 * private copies of an earlier link with another seed, which this link
	 * overwrites. */
	bool is_reused;
	bool is_kept; /* not removed (RANDCC_SAVE_TEMPS) */
	/* Random characters for the names of directories in this one, so that the
	 * file system places those of different links far apart
	 * (rcc_file_spread_directories()); "" if is_kept.  Points into `path`. */
	const char *suffix;
	/* The fields below are private. */
	pid_t owner;
	struct rcc_work_dir *next;
};

/* Hold signals (common/process.h) and make a new directory.  If `is_kept` is
 * false, the directory is removed if memory runs out.  A list points to *d for
 * this purpose, so *d must stay in its place until rcc_work_dir_release().
 * Returns 0 or RCC_ESYS. */
int rcc_work_dir_open(struct rcc_work_dir *d, bool is_kept,
		      struct rcc_refusal *why);

/* Use a directory that the caller will remove. */
void rcc_work_dir_reuse(struct rcc_work_dir *d, const char *path);

/* Remove the directory, or print its path if it is kept.  Removes and prints
 * nothing in a child of the process that opened the directory. */
void rcc_work_dir_release(struct rcc_work_dir *d);

#endif
