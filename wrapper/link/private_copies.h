/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The files that the linker is given in place of the user's: copies in the
 * link's temporary directory, whose paths end as the user's do.  The user's
 * files are never written to.
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

/* A zeroed struct has no copies. */
struct rcc_private_copies {
	/* The path that the linker is given for each input; NULL: the word as
	 * it is. */
	char **path;
	size_t n;
	/* private */
	const struct rcc_work_dir *dir;
	struct rcc_strmap n_used; /* name → number of copies that have it */
};

/* Rank the inputs and copy those that change.  Afterwards the memory of objects
 * has the user's bytes again; that of archives keeps the ranks.  `dir` is
 * borrowed.  0 or RCC_ESYS. */
int rcc_private_copies_write(struct rcc_private_copies *c,
			     const struct rcc_ldargs *args,
			     struct rcc_inputs *inputs, struct rcc_ranks *ranks,
			     const struct rcc_work_dir *dir,
			     struct rcc_refusal *why);

/* On a replay: give files of the store, which are named by their content, the
 * names that the user gave them.  0 or RCC_ESYS. */
int rcc_private_copies_rename(struct rcc_private_copies *c,
			      const struct rcc_ldargs *args,
			      const struct rcc_inputs *inputs,
			      const struct rcc_recorded *recorded,
			      struct rcc_refusal *why);

void rcc_private_copies_release(struct rcc_private_copies *c);

#endif
