/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The files of a recorded link.  They are in the store of the records
 * (record/content_store.h).  A replay uses them instead of the build tree,
 * which may no longer exist.
 */
#ifndef RCC_WRAPPER_LINK_RECORDED_H
#define RCC_WRAPPER_LINK_RECORDED_H

#include <stddef.h>

/* A file that a linker script names. */
struct rcc_recorded_script_file {
	char *script; /* the script's ID in the store */
	char *name;   /* the file's name in the script */
	/* Its path in the store.  If the store does not have it, the path at
	 * which the linker must find it. */
	char *file;
	/* The file's base name when recorded.  NULL if the store does not have
	 * the file. */
	char *base;
};

/* A library that another library needs, and that the linker finds by itself. */
struct rcc_recorded_needed {
	char *name; /* as the other library names it (DT_NEEDED) */
	char *file; /* its path in the store */
};

/* All files of a record. */
struct rcc_recorded {
	/* For each word on the command line, the path of its file in the store.
	 * NULL: use the word as it is. */
	char **file;
	/* The path of this file in the recorded link.  NULL if there is none. */
	char **path;
	struct rcc_recorded_script_file *script_file;
	size_t n_script_files;
	const struct rcc_recorded_needed *needed;
	size_t n_needed;
	const char *lto_list; /* path of a list of LTO's objects, or NULL */
};

/* Find a file that a script names.  `script` is the path of the script in the
 * store.  `name` is the file's name in the script; NULL finds any file.
 * Returns NULL if there is no such file, or if `recorded` is NULL, as in a link
 * that is not a replay. */
const struct rcc_recorded_script_file *
rcc_recorded_find(const struct rcc_recorded *recorded, const char *script,
		  const char *name);

#endif
