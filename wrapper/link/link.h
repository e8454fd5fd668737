/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One link, laid out by a seed.  link.c is the list of its phases; each phase
 * takes what those before it found and decided.
 *
 * A replay (wrapper/record/replay.c) takes the same path, with the files of a
 * record in place of the build tree's: that is why it gives the same bytes.
 *
 * Results in this room: 0 or a negative RCC_E…, with the problem and the remedy
 * in a struct rcc_refusal.  A positive value is the linker's exit status.
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

struct rcc_link {
	/* Set by the caller; borrowed. */
	const struct rcc_request *request;
	const struct rcc_recorded *recorded; /* NULL: not a replay */
	const char *output; /* the program; NULL: as the line says */
	/* A directory in which the same link, by another seed, left its copies,
	 * to be overwritten; NULL: there is none. */
	const char *used_dir;
	bool keeps_lto; /* keep the objects that LTO makes, for a record */

	/* Set by rcc_link_open(). */
	struct rcc_inputs inputs;
	struct rcc_script_files script_files;
	/* Set by rcc_link_run(); a record needs it. */
	struct rcc_work_dir dir;
};

/*
 * Find and read the inputs.  Returns 1; 0 when there is nothing to lay out (-r,
 * --version…), so that the linker is to be run as it is; or a negative RCC_E…
 * with the reason.  In any case the link must be released.
 */
int rcc_link_open(struct rcc_link *l, struct rcc_refusal *why);

/* Lay the program out and link it.  Returns the linker's exit status, or a
 * negative RCC_E… with the reason. */
int rcc_link_run(struct rcc_link *l, struct rcc_refusal *why);

/* Unlink what the link wrote, if that is a regular file (not /dev/null). */
void rcc_link_remove_output(const struct rcc_link *l);

/* Close the inputs and remove the temporary directories. */
void rcc_link_release(struct rcc_link *l);

#endif
