/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The real linker's command line, made from the one that randld was called
 * with. */
#ifndef RCC_WRAPPER_LINK_COMMAND_H
#define RCC_WRAPPER_LINK_COMMAND_H

#include "common/refusal.h"
#include "common/strvec.h"
#include "wrapper/line/request.h"
#include "wrapper/link/input_order.h"
#include "wrapper/link/inputs.h"
#include "wrapper/link/private_copies.h"

/* The parts of a linker's command line.  All pointers are borrowed. */
struct rcc_command {
	const struct rcc_request *request;
	const struct rcc_inputs *inputs;
	const struct rcc_input_order *order;
	const struct rcc_private_copies *copies;
	const char *dir; /* the link's temporary directory */
	/* The path of the object that randld adds (layout_parts.h), or NULL. */
	const char *layout_object;
	/* The path of the script that makes the linker sort functions
	 * (placement.h), or NULL.  Its -T comes before the user's words. */
	const char *sort_script;
	/* The path of the script that makes the linker sort variables
	 * (data_factor.h), or NULL.  Its -T comes after the user's words. */
	const char *data_script;
	/* The symbol of the program's entry point; NULL: as on the command
	 * line. */
	const char *entry;
	const char *map; /* path of the map to write, or NULL */
	/* The path of the program; NULL: the path on the command line.  If this
	 * is not NULL, the linker writes none of the other files that the
	 * command line names. */
	const char *output;
	/* The path at which LLVM's plugin keeps its objects.  NULL: the plugin
	 * keeps none. */
	const char *llvm_objects;
	/* Leave out options that remove symbols from the program (-s, -x). */
	bool keeps_symbols;
};

/* Return whether an option removes symbols from the program (-s, -x). */
bool rcc_command_strips(const struct rcc_ldargs *args);

/* Append the linker and its arguments to `out`.  The arguments are the user's
 * words and randld's own options.  The inputs are in the new order, private
 * copies replace some of them, and the layout object is among them.  A command
 * that is too long for the kernel becomes "linker @file".  Returns 0 or
 * RCC_ESYS. */
int rcc_command_build(const struct rcc_command *c, struct rcc_strvec *out,
		      struct rcc_refusal *why);

/* Put the arguments of a command that is too long for the kernel into a
 * response file in `dir`.  Returns 0 or RCC_ESYS. */
int rcc_command_shorten(struct rcc_strvec *command, const char *dir,
			struct rcc_refusal *why);

#endif
