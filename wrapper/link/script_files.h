/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The files that linker scripts name, directly or through other scripts.  There
 * is no word for them on the linker's command line, so randld cannot replace
 * them with ranked copies.
 */
#ifndef RCC_WRAPPER_LINK_SCRIPT_FILES_H
#define RCC_WRAPPER_LINK_SCRIPT_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include "common/refusal.h"
#include "common/strvec.h"
#include "wrapper/line/ldargs.h"
#include "wrapper/link/inputs.h"
#include "wrapper/link/recorded.h"
#include "wrapper/link/undivided.h"

/* A file that a script names. */
struct rcc_script_file {
	char *script;	    /* path of the script */
	char *name;	    /* the file's name in the script */
	char *path;	    /* path of the file */
	bool is_mri;	    /* the script is an MRI script */
	bool is_rooted;	    /* the linker puts the sysroot before the name */
	bool has_functions; /* has functions or variables to rank */
	/* the code of a user's file that keeps its order */
	struct rcc_undivided undivided;
};

struct rcc_script_files {
	struct rcc_script_file *item;
	size_t n;
	/* The names for which randld found no file, and the script of each. */
	struct rcc_strvec unknown, unknown_script;
	/* The patterns of input files in the user's scripts, and the script of
	 * each. */
	struct rcc_strvec pattern, pattern_script;
	/* A script of the link chooses the program's entry point. */
	bool sets_entry;
	size_t n_allocated; /* private */
};

/* Find all files that the scripts name.  `recorded` has the script files of the
 * record in a replay, and is NULL in any other link.  Returns 0, or RCC_EFORMAT
 * if a script includes itself, because GNU ld would include the script without
 * end.  The caller must release *files in any case. */
int rcc_script_files_find(struct rcc_script_files *files,
			  const struct rcc_ldargs *args,
			  const struct rcc_inputs *inputs,
			  const struct rcc_recorded *recorded,
			  struct rcc_refusal *why);
void rcc_script_files_release(struct rcc_script_files *files);

/* Return whether a record keeps a copy of the file for replays.  Otherwise a
 * replay needs the file at its path. */
bool rcc_script_file_can_be_kept(const struct rcc_script_file *file);

#endif
