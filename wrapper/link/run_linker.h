/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Running the real linker.  Its messages, its map and its dependency file show
 * the user's file names instead of the names of private copies.
 */
#ifndef RCC_WRAPPER_LINK_RUN_LINKER_H
#define RCC_WRAPPER_LINK_RUN_LINKER_H

#include "common/refusal.h"
#include "wrapper/link/inputs.h"
#include "wrapper/link/user_names.h"

/* Run a command and print its output.  The first word of the command is a path.
 * Returns the exit status, or RCC_ESYS if the command could not be started. */
int rcc_run_linker(char *const command[], const struct rcc_user_names *names,
		   struct rcc_refusal *why);

/* Run a command as rcc_run_linker() does, but print its output only if it
 * fails.  This is for additional links: the link that makes the user's program
 * prints the same output.  The linker runs in the locale C, since it translates
 * the headings of its map. */
int rcc_run_linker_silently(char *const command[],
			    const struct rcc_user_names *names,
			    struct rcc_refusal *why);

/*
 * Tune malloc() of glibc for GNU ld, through the environment.  Does nothing if
 * the user has set GLIBC_TUNABLES.
 *
 *	- malloc() returns hardly any memory to the system, because the linker
 *	  uses large blocks for a short time.
 *	- malloc() uses large pages, unless the objects are too small for them.
 *	  The linker keeps many small blocks and accesses them in random order.
 *
 * Without tuning, a link with a new seed takes longer.
 */
void rcc_run_linker_tune(const struct rcc_inputs *inputs);

/* Put the user's file names into the files that the linker wrote beside the
 * program, such as the map (-Map). */
void rcc_run_linker_restore_files(const struct rcc_user_names *names);

#endif
