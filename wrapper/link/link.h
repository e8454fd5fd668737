/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One link, which will be laid out with a seed: its inputs and its temporary
 * directory.  lay_out.h lists the phases.
 *
 * A replay (wrapper/record/replay.c) goes through the same phases.  Its files
 * come from a record and not from the build tree.  Therefore the replay gives
 * the same bytes even if the build tree has changed.
 *
 * Functions in this folder return 0, or a negative RCC_E… with the problem and
 * the remedy in a struct rcc_refusal.  A positive value is the linker's exit
 * status.
 */
#ifndef RCC_WRAPPER_LINK_LINK_H
#define RCC_WRAPPER_LINK_LINK_H

#include <stdbool.h>

#include "common/refusal.h"
#include "wrapper/line/request.h"
#include "wrapper/link/inputs.h"
#include "wrapper/link/recorded.h"
#include "wrapper/link/script_files.h"
#include "wrapper/link/work_dir.h"

/* One link.  The caller zeroes it, sets the first fields, and calls
 * rcc_link_open(). */
struct rcc_link {
	/* Set by the caller; borrowed. */
	const struct rcc_request *request;
	const struct rcc_recorded *recorded; /* NULL if this is not a replay */
	/* The path of the program.  NULL: as on the command line. */
	const char *output;
	/* A directory with the private copies (private_copies.h) from another
	 * seed's link, to be overwritten.  NULL if there is none. */
	const char *used_dir;
	bool keeps_lto; /* keep the objects that LTO makes, for a record */

	/* Set by rcc_link_open(). */
	struct rcc_inputs inputs;
	struct rcc_script_files script_files;
	/* Set by rcc_lay_out().  A record needs this directory. */
	struct rcc_work_dir dir;
};

/*
 * Find and read the inputs.  Returns
 *
 *	1		on success
 *	0		if there is nothing to lay out (-r, --version…).  The
 *			caller must then run the linker with the user's command
 *			line
 *	negative	RCC_E…, with the reason in *why
 *
 * The link must be released in any case.
 */
int rcc_link_open(struct rcc_link *l, struct rcc_refusal *why);

/*
 * Decide whether a link continues after the error `err`.  RCC_EUNSUP means that
 * the link cannot be randomised as asked.  If RANDCC_UNSUPPORTED=pass, warn and
 * return 0 for RCC_EUNSUP.  Otherwise return `err`.
 *
 * Two other places make such a decision: check_script_files() in link.c for one
 * file of a link, and randcc.c for a compilation.
 */
int rcc_link_pass_or_refuse(const struct rcc_link *l, int err,
			    struct rcc_refusal *why);

/* Return the path of the program. */
const char *rcc_link_output(const struct rcc_link *l);

/* Remove the program that the link wrote.  Does nothing if it is not a regular
 * file (/dev/null). */
void rcc_link_remove_output(const struct rcc_link *l);

/* Close the inputs and remove the temporary directories. */
void rcc_link_release(struct rcc_link *l);

#endif
