/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/scatter_text.h"

#include <math.h>
#include <stdlib.h>

#include "common/mem.h"
#include "harness/report/text_plot.h"

#define NAME_COLUMNS 18 /* longer names lose their end */
#define COLUMNS 52	/* length of the axis */
#define N_TICKS 4

static void add_row(struct rcc_strbuf *text, const struct rcc_scatter_row *row,
		    const struct rcc_axis *axis)
{
	static const char mark[] = " .:+#";
	size_t count[COLUMNS + 1] = {0};
	char line[COLUMNS + 2] = "";
	char *name;

	for (size_t i = 0; i < row->n; i++)
		count[rcc_text_plot_column(axis, row->value[i])]++;
	for (size_t i = 0; i <= COLUMNS; i++)
		line[i] = mark[count[i] < 4 ? count[i] : 4];
	/* If the spread of an original layout is unknown, draw only its
	 * mean. */
	if (row->n == 0)
		line[rcc_text_plot_column(axis, row->mean)] = 'O';
	name = rcc_mem_printf("%s%s", row->is_below ? "  " : "", row->name);
	rcc_text_plot_name(text, name, NAME_COLUMNS);
	rcc_text_plot_line(text, line);
	free(name);
}

char *rcc_scatter_text(const struct rcc_scatter *s)
{
	const struct rcc_axis axis =
		rcc_axis_make(s->lo, s->hi, N_TICKS, 0, COLUMNS);
	struct rcc_strbuf text = {0};

	for (size_t i = 0; i < s->n_rows; i++)
		if (isfinite(s->row[i].mean))
			add_row(&text, &s->row[i], &axis);
	rcc_text_plot_axis(&text, &axis, NAME_COLUMNS);
	return rcc_strbuf_take(&text);
}
