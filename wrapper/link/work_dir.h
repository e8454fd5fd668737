/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Temporary directories: a link's own, for private copies and the layout
 * object, and one for the ordinary equivalents of thin archives.
 */
#ifndef RCC_WRAPPER_LINK_WORK_DIR_H
#define RCC_WRAPPER_LINK_WORK_DIR_H

#include <stdbool.h>
#include <sys/types.h>

#include "common/refusal.h"

/* A zeroed struct is a directory that was not opened. */
struct rcc_work_dir {
	char *path;
	/* Somebody else's directory, with the copies that the same link made by
	 * another seed.  They are overwritten. */
	bool is_reused;
	bool is_kept; /* not removed (RANDCC_SAVE_TEMPS) */
	/* private */
	pid_t owner;
	struct rcc_work_dir *next;
};

/* Make a new directory.  Signals are held from now on (common/process.h).
 * The directory is removed even if memory runs out, so the struct must stay
 * where it is until it is released.  0 or RCC_ESYS. */
int rcc_work_dir_open(struct rcc_work_dir *d, bool is_kept,
		      struct rcc_refusal *why);

/* Work in a directory that somebody else removes. */
void rcc_work_dir_reuse(struct rcc_work_dir *d, const char *path);

/* Remove it, or say where it is kept.  A child process of the one that opened
 * it leaves it alone. */
void rcc_work_dir_release(struct rcc_work_dir *d);

#endif
