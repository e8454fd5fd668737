/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Private copies: files that the linker reads in place of the user's files.
 * The user's files are never changed.  The copies are in the link's temporary
 * directory, and their paths end like the user's paths.
 */
#ifndef RCC_WRAPPER_LINK_PRIVATE_COPIES_H
#define RCC_WRAPPER_LINK_PRIVATE_COPIES_H

#include "common/refusal.h"
#include "common/strmap.h"
#include "wrapper/line/ldargs.h"
#include "wrapper/link/inputs.h"
#include "wrapper/link/ranks.h"
#include "wrapper/link/recorded.h"
#include "wrapper/link/work_dir.h"

/* The private copies of a link.  A zeroed struct has none. */
struct rcc_private_copies {
	/* For each input the path of its copy.  NULL: the linker gets the word
	 * of the user's command line. */
	char **path;
	size_t n;
	/* A replay has put a recorded library into the temporary directory, and
	 * the linker finds it by -lNAME. */
	bool has_library;
	/* In a replay, the directory with the libraries that others need
	 * (needed_files.h).  NULL if there are none. */
	char *needed_dir;
	/* The fields below are private. */
	const struct rcc_work_dir *dir;
	struct rcc_strmap n_used; /* name → number of its copies */
};

/* Rank the inputs, and write a copy of each input that changes.  The ranks are
 * put into the inputs' memory.  Afterwards some inputs have the user's bytes in
 * memory again, and others keep the ranks in memory.  `dir` is borrowed.
 * Returns 0 or RCC_ESYS. */
int rcc_private_copies_write(struct rcc_private_copies *c,
			     const struct rcc_ldargs *args,
			     struct rcc_inputs *inputs, struct rcc_ranks *ranks,
			     const struct rcc_work_dir *dir,
			     struct rcc_refusal *why);

/* In a replay, give the recorded files the names that the user gave them, or by
 * which other libraries need them.  (The record's store names files by content.)
 * Returns 0 or RCC_ESYS. */
int rcc_private_copies_rename(struct rcc_private_copies *c,
			      const struct rcc_ldargs *args,
			      const struct rcc_inputs *inputs,
			      const struct rcc_recorded *recorded,
			      struct rcc_refusal *why);

void rcc_private_copies_release(struct rcc_private_copies *c);

#endif
