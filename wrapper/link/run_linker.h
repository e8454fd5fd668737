/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Running the real linker.  The user sees his own file names in what it prints,
 * in its map and in its dependency file.
 */
#ifndef RCC_WRAPPER_LINK_RUN_LINKER_H
#define RCC_WRAPPER_LINK_RUN_LINKER_H


#include "common/refusal.h"
#include "wrapper/link/user_names.h"

/* Run the command, whose first word is a path, and print what it printed.
 * Returns its exit status, or RCC_ESYS when it could not be started. */
int rcc_run_linker(char *const command[], const struct rcc_user_names *names,
		   struct rcc_refusal *why);

/* The same for a link that is only to be learnt from: it prints only if it
 * fails, since the real link prints the same. */
int rcc_run_linker_silently(char *const command[],
			    const struct rcc_user_names *names,
			    struct rcc_refusal *why);

/* Put the user's names into the files that the linker wrote beside its output,
 * as the line says. */
void rcc_run_linker_restore_files(const struct rcc_user_names *names);

#endif
