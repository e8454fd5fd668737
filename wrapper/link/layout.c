/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/link/layout.h"

#include <stdlib.h>

size_t rcc_layout_n_moved_units(const struct rcc_layout *lay)
{
	return lay->ranks.n_members + lay->order.n_moved;
}

bool rcc_layout_moves_nothing(const struct rcc_layout *lay)
{
	return lay->ranks.n_functions + lay->n_lto + lay->data.n_variables +
			       lay->ranks.n_members + lay->order.n_movable ==
		       0 &&
	       !rcc_stack_factor_moves(&lay->stack);
}

void rcc_layout_release(struct rcc_layout *lay)
{
	rcc_move_factor_release(&lay->moves);
	rcc_ranks_release(&lay->ranks);
	rcc_private_copies_release(&lay->copies);
	rcc_data_factor_release(&lay->data);
	rcc_stack_factor_release(&lay->stack);
	rcc_input_order_release(&lay->order);
	rcc_filler_plan_release(&lay->filler);
	free(lay->sort_script);
	free(lay->object);
	free(lay->first_lto_list);
	free(lay->llvm_objects);
}
