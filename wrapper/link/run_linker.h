/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Running the real linker.  The user sees their own file names in what it
 * prints, in its map and in its dependency file.
 */
#ifndef RCC_WRAPPER_LINK_RUN_LINKER_H
#define RCC_WRAPPER_LINK_RUN_LINKER_H

#include "common/refusal.h"
#include "wrapper/link/inputs.h"
#include "wrapper/link/user_names.h"

/* Run the command, whose first word is a path, and print what it printed.
 * Returns its exit status, or RCC_ESYS when it could not be started. */
int rcc_run_linker(char *const command[], const struct rcc_user_names *names,
		   struct rcc_refusal *why);

/* The same for the first of two links.  It prints only if it fails, since the
 * second prints the same. */
int rcc_run_linker_silently(char *const command[],
			    const struct rcc_user_names *names,
			    struct rcc_refusal *why);

/*
 * Tune glibc's malloc() for GNU ld, through the environment.  The linker keeps
 * many small pieces, which it accesses in no order, and takes large ones for a
 * short time.  So nothing is given back to the system, and large pages are
 * requested unless the objects are too small for them (a link needs about ten
 * times their memory).  Does nothing if the user has set GLIBC_TUNABLES.
 *
 * Without this one more layout takes 4 % more instructions for 1,000 functions
 * and for sqlite3, 8 % more for 10,000; the large pages alone are 3 % for
 * sqlite3 and 5 % for 10,000.
 */
void rcc_run_linker_tune(const struct rcc_inputs *inputs);

/* Put the user's names into the files that the linker wrote beside its output,
 * as the line says. */
void rcc_run_linker_restore_files(const struct rcc_user_names *names);

#endif
