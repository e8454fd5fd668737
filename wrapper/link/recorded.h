/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The files that a record supplies to a replayed link in place of the build
 * tree, which may be gone.
 */
#ifndef RCC_WRAPPER_LINK_RECORDED_H
#define RCC_WRAPPER_LINK_RECORDED_H

#include <stddef.h>

/* A file that a linker script names. */
struct rcc_recorded_script_file {
	char *script; /* id of the script's content */
	char *name;   /* the name in the script */
	char *file;   /* path in the store */
	char *base;   /* base name of the file when it was recorded */
};

struct rcc_recorded {
	/* The file in the store of each word of the command line; NULL: the
	 * word is taken as it is. */
	char **file;
	struct rcc_recorded_script_file *script_file;
	size_t n_script_files;
	const char *lto_list; /* file that lists the objects of LTO, or NULL */
};

/* The recorded file that `script`, a path in the store, calls `name`, or any
 * that it names if `name` is NULL; NULL: there is none.  `recorded` may be
 * NULL: a first link. */
const struct rcc_recorded_script_file *
rcc_recorded_find(const struct rcc_recorded *recorded, const char *script,
		  const char *name);

#endif
