/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A layout that is being made.  Each phase of a link (lay_out.h) uses the
 * decisions of the earlier phases, and adds its own.
 */
#ifndef RCC_WRAPPER_LINK_LAYOUT_H
#define RCC_WRAPPER_LINK_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>

#include "wrapper/config/settings.h"
#include "wrapper/line/request.h"
#include "wrapper/link/data_factor.h"
#include "wrapper/link/input_order.h"
#include "wrapper/link/link.h"
#include "wrapper/link/move_factor.h"
#include "wrapper/link/placement.h"
#include "wrapper/link/private_copies.h"
#include "wrapper/link/ranks.h"
#include "wrapper/link/stack_factor.h"
#include "wrapper/order/filler.h"

/* A layout that is being made, and the decisions so far. */
struct rcc_layout {
	struct rcc_link *link;
	/* The link's request.  It has no factors if this layout is not
	 * supported and RANDCC_UNSUPPORTED=pass. */
	struct rcc_request request;
	struct rcc_settings settings; /* `request` points to these */
	bool is_unsupported;	      /* the linker cannot place code by rank */

	struct rcc_placement placement;
	char *sort_script; /* path of the script that sorts code, or NULL */
	struct rcc_ranks ranks;
	struct rcc_private_copies copies;
	struct rcc_data_factor data;
	struct rcc_stack_factor stack;
	struct rcc_input_order order;
	struct rcc_filler_plan filler;
	struct rcc_move_factor moves;
	char *object; /* path of the layout object (layout_parts.h), or NULL */
	/* The path of a list of objects that LTO made in an earlier link.  This
	 * link uses them instead of compiling.  NULL if there is none. */
	const char *lto_list;
	/* The path of the list of objects that LTO made in the first of several
	 * links.  NULL if there is none.  Owned.  lto_list may point to it. */
	char *first_lto_list;
	/* How many functions and variables of LTO's objects have ranks. */
	size_t n_lto;
	/* Path where LLVM's plugin keeps its objects, or NULL.  Owned. */
	char *llvm_objects;
};

/* Return how many units moved: objects on the command line, and members of
 * archives. */
size_t rcc_layout_n_moved_units(const struct rcc_layout *lay);

/* Return whether no seed would move anything in this link.  A seed may draw the
 * original order, which is a random layout too. */
bool rcc_layout_moves_nothing(const struct rcc_layout *lay);

/* Release what the phases allocated.  The link stays open. */
void rcc_layout_release(struct rcc_layout *lay);

#endif
