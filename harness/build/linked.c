/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/build/linked.h"

#include <stdlib.h>

#include "common/mem.h"

void rcc_linked_copy(struct rcc_linked *to, const struct rcc_linked *from)
{
	*to = (struct rcc_linked){
		.record = rcc_mem_strdup(from->record),
		.name = rcc_mem_strdup(from->name),
		.output = rcc_mem_strdup(from->output),
		.library = rcc_mem_calloc(from->n_libraries + 1,
					  sizeof(*to->library)),
		.n_libraries = from->n_libraries,
	};
	for (size_t i = 0; i < from->n_libraries; i++)
		rcc_linked_copy(&to->library[i], &from->library[i]);
}

void rcc_linked_release(struct rcc_linked *linked)
{
	for (size_t i = 0; i < linked->n_libraries; i++)
		rcc_linked_release(&linked->library[i]);
	free(linked->library);
	free(linked->record);
	free(linked->name);
	free(linked->output);
	*linked = (struct rcc_linked){0};
}

bool rcc_linked_any_libraries(const struct rcc_linked *linked, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (linked[i].n_libraries != 0)
			return true;
	return false;
}
