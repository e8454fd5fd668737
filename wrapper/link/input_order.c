/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/link/input_order.h"

#include <stdbool.h>
#include <stdlib.h>

#include "common/mem.h"
#include "wrapper/order/link_order.h"

/* Return whether an input is pinned, which means that it keeps its place on the
 * line.  Any one of the reasons below suffices. */
static bool is_pinned(const struct rcc_request *request,
		      const struct rcc_input *in)
{
	const struct rcc_ld_word *w = &request->args->word[in->word];

	/* The input is not an object.  The place of an archive decides which of
	 * its members are linked, and the place of a shared library decides
	 * which symbols come from it. */
	if (w->kind != RCC_LD_FILE || !in->is_open ||
	    in->file.kind != RCC_FILE_OBJECT)
		return true;
	/* The input has another format (-b FORMAT), for example raw data. */
	if (w->is_foreign)
		return true;
	/* The input is inside --whole-archive or --start-group. */
	if (w->is_whole || w->is_grouped)
		return true;
	/* Under -z muldefs the first definition of a symbol wins. */
	if (request->args->allows_muldefs)
		return true;
	/* The input is gcc's IR.  In another order gcc would inline other
	 * calls. */
	if ((in->file.object[0].traits & RCC_OBJECT_IS_IR) != 0)
		return true;
	/* The input is a start file, such as crt1.o.  Start files begin and end
	 * sections such as .init. */
	if (rcc_link_order_is_start_file(w->text))
		return true;
	/* RANDCC_PIN names the input. */
	return rcc_settings_pins(request->settings, w->text);
}

static void describe(struct rcc_link_item *item,
		     const struct rcc_request *request,
		     const struct rcc_input *in)
{
	item->span = request->args->word[in->word].span;
	item->is_pinned = is_pinned(request, in);
	if (item->is_pinned)
		return;
	item->object = &in->file.object[0];
}

void rcc_input_order_choose(struct rcc_input_order *o,
			    const struct rcc_request *request,
			    const struct rcc_inputs *inputs)
{
	struct rcc_link_item *item = rcc_mem_calloc(inputs->n, sizeof(*item));

	o->n_moved = 0;
	o->n_movable = 0;
	o->input = rcc_mem_calloc(inputs->n, sizeof(*o->input));
	o->position = rcc_mem_calloc(inputs->n, sizeof(*o->position));
	for (size_t i = 0; i < inputs->n; i++) {
		o->input[i] = i;
		describe(&item[i], request, &inputs->item[i]);
	}
	if (rcc_request_has(request, RCC_FACTOR_UNITS)) {
		rcc_link_order_chain(item, inputs->n);
		o->n_movable = rcc_link_order_n_movable(item, inputs->n);
		o->n_moved = rcc_link_order_shuffle(
			item, inputs->n, request->settings->seed, o->input);
	}
	free(item);
	for (size_t i = 0; i < inputs->n; i++)
		o->position[o->input[i]] = i;
}

void rcc_input_order_release(struct rcc_input_order *o)
{
	free(o->input);
	free(o->position);
	*o = (struct rcc_input_order){0};
}
