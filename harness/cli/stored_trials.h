/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For a report, open the database in which `randstudy explain` or `randstudy
 * best` stored its runs. */
#ifndef RCC_HARNESS_CLI_STORED_TRIALS_H
#define RCC_HARNESS_CLI_STORED_TRIALS_H

#include "harness/store/store.h"

/* The verb for what a subcommand does to a study, in the two forms that
 * messages use. */
struct rcc_stored_trials_words {
	const char *done;  /* "searched" */
	const char *to_do; /* "search" */
};

/* Open the database `file` in `dir` to read it.  Prints what is wrong and
 * returns an exit code (enum rcc_exit).  The caller must close *store in any
 * case. */
int rcc_stored_trials_open(const char *dir, const char *file,
			   const struct rcc_stored_trials_words *words,
			   struct rcc_store **store);

#endif
