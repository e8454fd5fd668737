/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The order in which the linker gets the inputs: the factor `units` as far as
 * it moves objects on the line (wrapper/order/link_order.h).
 */
#ifndef RCC_WRAPPER_LINK_INPUT_ORDER_H
#define RCC_WRAPPER_LINK_INPUT_ORDER_H

#include <stddef.h>

#include "wrapper/line/request.h"
#include "wrapper/link/inputs.h"

struct rcc_input_order {
	size_t *input;	  /* input[i] stands where input i stood */
	size_t *position; /* input i's position: the inverse */
	size_t n_moved;
};

void rcc_input_order_choose(struct rcc_input_order *o,
			    const struct rcc_request *request,
			    const struct rcc_inputs *inputs);
void rcc_input_order_release(struct rcc_input_order *o);

#endif
