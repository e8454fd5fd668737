/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Give the functions and variables of the inputs their ranks, one input after
 * the other, in the memory into which the input was read.
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

struct rcc_ranks {
	size_t n_functions; /* they got a rank, or moved by their headers */
	size_t n_members;   /* members that moved within archives */
	struct rcc_pivots pivots; /* the layout object defines them */
	/* private */
	const struct rcc_request *request;
	const struct rcc_placement *placement;
	struct rcc_rerank rerank;
	bool arranges;
};

/* Both are borrowed until rcc_ranks_release(). */
void rcc_ranks_init(struct rcc_ranks *r, const struct rcc_request *request,
		    const struct rcc_placement *placement);

/* Rank one input; they must come in the order of the line.  *member_order is
 * set to the new order of an archive's members (wrapper/order/member_order.h,
 * caller frees), or NULL.  Returns whether the file's contents changed. */
bool rcc_ranks_set(struct rcc_ranks *r, struct rcc_input *in,
		   size_t **member_order);

/* The inputs must stay open until then. */
void rcc_ranks_release(struct rcc_ranks *r);

#endif
