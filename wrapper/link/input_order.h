/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The order in which the linker gets its inputs.  The factor `units` moves
 * objects on the command line; wrapper/order/link_order.h has the rules.
 */
#ifndef RCC_WRAPPER_LINK_INPUT_ORDER_H
#define RCC_WRAPPER_LINK_INPUT_ORDER_H

#include <stddef.h>

#include "wrapper/line/request.h"
#include "wrapper/link/inputs.h"

struct rcc_input_order {
	size_t *input;	  /* input[i]: index of the input at place i */
	size_t *position; /* position[i]: the place of input i */
	size_t n_moved;	  /* number of inputs whose place changed */
	size_t n_movable; /* number of inputs that some seed moves */
};

/* Choose the order for the seed and the factors of the request. */
void rcc_input_order_choose(struct rcc_input_order *o,
			    const struct rcc_request *request,
			    const struct rcc_inputs *inputs);
void rcc_input_order_release(struct rcc_input_order *o);

#endif
