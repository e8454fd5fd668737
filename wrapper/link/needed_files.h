/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The shared libraries that GNU ld loads because other libraries need them
 * (DT_NEEDED).  No word of the command line and no script names them.  Their
 * symbols matter to the program: ld resolves the references of the other
 * libraries, and exports what they take from the program.
 *
 * Other linkers load no such libraries.
 */
#ifndef RCC_WRAPPER_LINK_NEEDED_FILES_H
#define RCC_WRAPPER_LINK_NEEDED_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include "wrapper/link/link.h"

/* A library that others need. */
struct rcc_needed_file {
	char *name; /* as the first of the other libraries names it */
	char *path; /* the path of the file */
};

struct rcc_needed_files {
	struct rcc_needed_file *item;
	size_t n;
	size_t n_allocated; /* private */
};

/*
 * Find the user's libraries that the libraries of an open link need, directly or
 * through others.  The search is that of GNU ld, in these folders:
 *
 *	- those of -rpath-link
 *	- those of -rpath, below the sysroot
 *	- without either option, those of LD_RUN_PATH
 *	- those of LD_LIBRARY_PATH
 *	- those that the library in need names (DT_RPATH, DT_RUNPATH)
 *
 * Libraries of the system are left out, and so is what ld finds in its built-in
 * folders.  Some of the libraries may not be loaded, for example because the
 * library that needs them is not needed itself (--as-needed).  The list is empty
 * if the linker is not GNU ld.  The caller must release it.
 */
void rcc_needed_files_find(struct rcc_needed_files *files,
			   const struct rcc_link *l);
void rcc_needed_files_release(struct rcc_needed_files *files);

/* In a replay, check that the linker takes the recorded libraries.  They come
 * first in its search, but it would prefer another library to one that needs
 * others and not the C library.  Returns 0, or RCC_EFORMAT if there is such a
 * library. */
int rcc_needed_files_check(const struct rcc_link *l, struct rcc_refusal *why);

/* Return whether the linker would find a copy of the file in another folder.  It
 * looks for an absolute name, and for a name with "..", only at its place. */
bool rcc_needed_file_can_be_kept(const struct rcc_needed_file *file);

#endif
