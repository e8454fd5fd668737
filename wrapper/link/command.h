/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line for the real linker, made from the user's command line. */
#ifndef RCC_WRAPPER_LINK_COMMAND_H
#define RCC_WRAPPER_LINK_COMMAND_H

#include "common/refusal.h"
#include "common/strvec.h"
#include "wrapper/line/request.h"
#include "wrapper/link/input_order.h"
#include "wrapper/link/inputs.h"
#include "wrapper/link/private_copies.h"

/* The parts of a command.  All are borrowed. */
struct rcc_command {
	const struct rcc_request *request;
	const struct rcc_inputs *inputs;
	const struct rcc_input_order *order;
	const struct rcc_private_copies *copies;
	const char *dir;	   /* the link's temporary directory */
	const char *layout_object; /* path, or NULL */
	const char *sort_script; /* -T before the user's words; NULL if none */
	const char *data_script; /* -T after the user's words; NULL if none */
	const char *entry;	 /* NULL: as the command line says */
	const char *map; /* the linker writes its map there, unless NULL */
	/* The path of the program, instead of what the command line says; the
	 * other files that the command line names are then not written.  NULL:
	 * as the command line says. */
	const char *output;
	bool finds_renamed; /* pass -L`dir`, where a replay puts libraries */
};

/* Append the linker and its arguments to `out`.  They are the user's words, but
 * the inputs are in the new order and may be private copies, and the layout
 * object is among them.  A command that is too long for the kernel becomes
 * "linker @file".  Returns 0 or RCC_ESYS. */
int rcc_command_build(const struct rcc_command *c, struct rcc_strvec *out,
		      struct rcc_refusal *why);

#endif
