/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/name_list.h"

#include "common/strbuf.h"

#define N_SHOWN 3

char *rcc_report_list_names(const json_t *names)
{
	const size_t n = json_array_size(names);
	struct rcc_strbuf text = {0};

	for (size_t i = 0; i < n && i < N_SHOWN; i++)
		rcc_strbuf_add_item(
			&text, ", ",
			json_string_value(json_array_get(names, i)));
	if (n > N_SHOWN)
		rcc_strbuf_printf(&text, " and %zu more", n - N_SHOWN);
	return rcc_strbuf_take(&text);
}
