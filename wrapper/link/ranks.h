/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Ranking the functions and variables of the inputs, one input after the other.
 * The memory that holds an input changes: ranks are written into section names,
 * or section headers are put into the order of ranks (placement.h).
 */
#ifndef RCC_WRAPPER_LINK_RANKS_H
#define RCC_WRAPPER_LINK_RANKS_H

#include <stdbool.h>
#include <stddef.h>

#include "wrapper/elf/pivots.h"
#include "wrapper/line/request.h"
#include "wrapper/link/inputs.h"
#include "wrapper/link/placement.h"
#include "wrapper/order/rerank.h"

/* The ranks of one link. */
struct rcc_ranks {
	/* Number of functions that got a rank.  If the linker places functions
	 * in the order of their section headers, it is the number of functions
	 * whose header could move. */
	size_t n_functions;
	size_t n_members;	  /* archive members that moved */
	struct rcc_pivots pivots; /* sections for the layout object */
	/* The fields below are private. */
	const struct rcc_request *request;
	const struct rcc_placement *placement;
	struct rcc_rerank rerank;
	bool arranges;
};

/* Begin to rank the inputs of one link.  The arguments are borrowed until
 * rcc_ranks_release(). */
void rcc_ranks_init(struct rcc_ranks *r, const struct rcc_request *request,
		    const struct rcc_placement *placement);

/* Rank one input.  Inputs must be ranked in the order of the command line.  For
 * an archive, sets *member_order to the new order of its members
 * (wrapper/order/member_order.h, caller frees), or to NULL if they keep their
 * order.  Returns whether the contents of the file changed. */
bool rcc_ranks_set(struct rcc_ranks *r, struct rcc_input *in,
		   size_t **member_order);

/* Release the state.  All inputs must still be open. */
void rcc_ranks_release(struct rcc_ranks *r);

#endif
