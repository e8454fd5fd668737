/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The files that linker scripts name, directly or through other scripts.  The
 * linker reads them itself, without a word on its line, so functions in them
 * cannot be given ranks.
 */
#ifndef RCC_WRAPPER_LINK_SCRIPT_FILES_H
#define RCC_WRAPPER_LINK_SCRIPT_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include "common/refusal.h"
#include "wrapper/line/ldargs.h"
#include "wrapper/link/inputs.h"
#include "wrapper/link/recorded.h"

struct rcc_script_file {
	char *script;	    /* the script that names it */
	char *name;	    /* the name in the script */
	char *path;	    /* the file that was found */
	bool is_mri;	    /* the script is in MRI's language */
	bool has_functions; /* to rank; also any thin archive */
};

struct rcc_script_files {
	struct rcc_script_file *item;
	size_t n;
	/* A script of this link chooses the program's entry point. */
	bool sets_entry;
	size_t n_allocated; /* private */
};

/* Find them all.  Returns 0, or RCC_EFORMAT when a script leads back to itself:
 * GNU ld follows such a circle for ever.  The list must be released in any
 * case.  recorded: NULL, or a replay's. */
int rcc_script_files_find(struct rcc_script_files *files,
			  const struct rcc_ldargs *args,
			  const struct rcc_inputs *inputs,
			  const struct rcc_recorded *recorded,
			  struct rcc_refusal *why);
void rcc_script_files_release(struct rcc_script_files *files);

/* Whether a record can keep the file; otherwise a replay needs it where it
 * is. */
bool rcc_script_file_can_be_kept(const struct rcc_script_file *file);

#endif
