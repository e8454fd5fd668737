/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/number_list.h"

#include <stdlib.h>

#include "common/mem.h"
#include "common/strbuf.h"

void rcc_number_list_add(struct rcc_number_list *list, unsigned number)
{
	list->number = rcc_mem_grow(list->number, list->n, &list->room,
				    sizeof(*list->number));
	list->number[list->n++] = number;
}

void rcc_number_list_release(struct rcc_number_list *list)
{
	free(list->number);
	*list = (struct rcc_number_list){0};
}

/* Return the index after the last of the consecutive numbers that begin at
 * index i. */
static size_t end_of(const struct rcc_number_list *list, size_t i)
{
	size_t end = i + 1;

	while (end < list->n && list->number[end] == list->number[end - 1] + 1)
		end++;
	return end;
}

char *rcc_number_list_text(const struct rcc_number_list *list, const char *noun)
{
	struct rcc_strbuf text = {0};

	rcc_strbuf_printf(&text, "%s%s ", noun, list->n == 1 ? "" : "s");
	for (size_t i = 0; i < list->n;) {
		size_t end = end_of(list, i);

		/* Write two successive numbers as two items, not as a range. */
		if (end - i == 2)
			end = i + 1;
		if (i != 0)
			rcc_strbuf_add(&text, end == list->n ? " and " : ", ");
		rcc_strbuf_printf(&text, "%u", list->number[i]);
		if (end - i > 2)
			rcc_strbuf_printf(&text, " to %u",
					  list->number[end - 1]);
		i = end;
	}
	return rcc_strbuf_take(&text);
}

char *rcc_number_list_ranges(const struct rcc_number_list *list)
{
	struct rcc_strbuf text = {0};

	for (size_t i = 0; i < list->n;) {
		const size_t end = end_of(list, i);

		rcc_strbuf_printf(&text, "%s%u", i == 0 ? "" : ",",
				  list->number[i]);
		if (end - i > 1)
			rcc_strbuf_printf(&text, "-%u", list->number[end - 1]);
		i = end;
	}
	return rcc_strbuf_take(&text);
}
