/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The files that a record supplies to a replay in place of the build tree,
 * which may no longer exist.
 */
#ifndef RCC_WRAPPER_LINK_RECORDED_H
#define RCC_WRAPPER_LINK_RECORDED_H

#include <stddef.h>

/* A file that a linker script names. */
struct rcc_recorded_script_file {
	char *script; /* the id of the script's contents */
	char *name;   /* the name that the script has for the file */
	char *file;   /* its path in the store */
	char *base;   /* its base name when it was recorded */
};

/* All files of a record. */
struct rcc_recorded {
	/* For each word of the command line, the path of its file in the store.
	 * NULL: the word is used as it is. */
	char **file;
	struct rcc_recorded_script_file *script_file;
	size_t n_script_files;
	const char *lto_list; /* path of a list of LTO's objects, or NULL */
};

/* Find a file that a script names.  `script` is the path of the script in the
 * store, and `name` is the name in its text; if `name` is NULL, any file will
 * do.  Returns NULL if there is no such file, or if `recorded` is NULL, as in a
 * first link. */
const struct rcc_recorded_script_file *
rcc_recorded_find(const struct rcc_recorded *recorded, const char *script,
		  const char *name);

#endif
