/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line for the real linker, made from the user's. */
#ifndef RCC_WRAPPER_LINK_COMMAND_H
#define RCC_WRAPPER_LINK_COMMAND_H

#include "common/refusal.h"
#include "common/strvec.h"
#include "wrapper/line/request.h"
#include "wrapper/link/input_order.h"
#include "wrapper/link/inputs.h"
#include "wrapper/link/private_copies.h"

/* The parts of a command; all borrowed. */
struct rcc_command {
	const struct rcc_request *request;
	const struct rcc_inputs *inputs;
	const struct rcc_input_order *order;
	const struct rcc_private_copies *copies;
	const char *dir;	   /* the link's temporary directory */
	const char *layout_object; /* path; NULL: none */
	const char *sort_script;   /* -T before the line's; NULL: none */
	const char *data_script;   /* -T after it; NULL: none */
	const char *entry;	   /* NULL: the line's */
	const char *map; /* the linker writes its map there, or NULL */
	/* The program's path in place of the line's.  The other files that the
	 * line writes are then not written.  NULL: the line's. */
	const char *output;
	bool finds_renamed; /* a replay: libraries are in `dir` too */
};

/* Append to `out` the linker and its arguments: the words as they were, but the
 * inputs in the new order and as private copies, and the layout object among
 * them.  A command that is too long for the kernel becomes "linker @file".
 * 0 or RCC_ESYS. */
int rcc_command_build(const struct rcc_command *c, struct rcc_strvec *out,
		      struct rcc_refusal *why);

#endif
