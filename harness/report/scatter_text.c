/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/scatter_text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "common/strbuf.h"
#include "harness/document/svg.h"
#include "harness/document/wrap.h"

#define INDENT 2
#define NAME_COLUMNS 18 /* the end of a longer name is left out */
#define COLUMNS 52	/* length of the axis */
#define N_TICKS 4

static size_t column_of(const struct rcc_axis *axis, double value)
{
	return (size_t)lround(rcc_axis_at(axis, value));
}

static void add_name(struct rcc_strbuf *text, const char *name)
{
	size_t n = strlen(name);

	while (rcc_wrap_columns_n(name, n) > NAME_COLUMNS)
		n--;
	rcc_strbuf_printf(text, "%*s%.*s%*s", INDENT, "", (int)n, name,
			  NAME_COLUMNS + 2 - rcc_wrap_columns_n(name, n), "");
}

/* Add a line, without blanks at its end. */
static void add_line(struct rcc_strbuf *text, const char *line)
{
	size_t n = strlen(line);

	while (n > 0 && line[n - 1] == ' ')
		n--;
	rcc_strbuf_add_bytes(text, line, n);
	rcc_strbuf_add(text, "\n");
}

static void add_row(struct rcc_strbuf *text, const struct rcc_scatter_row *row,
		    const struct rcc_axis *axis)
{
	static const char mark[] = " .:+#";
	size_t count[COLUMNS + 1] = {0};
	char line[COLUMNS + 2] = "";

	for (size_t i = 0; i < row->n; i++)
		count[column_of(axis, row->value[i])]++;
	for (size_t i = 0; i <= COLUMNS; i++)
		line[i] = mark[count[i] < 4 ? count[i] : 4];
	if (isfinite(row->original))
		line[column_of(axis, row->original)] = 'O';
	if (row->n == 0) /* mark the original layout: its spread is unknown */
		line[column_of(axis, row->mean)] = 'O';
	add_name(text, row->name);
	add_line(text, line);
}

/* Put a number below its tick, unless it would touch the previous number, which
 * ends at *end. */
static void put_label(char *label, size_t at, const char *number, size_t *end)
{
	const size_t n = strlen(number);
	const size_t from = at > n / 2 ? at - n / 2 : 0;

	if (*end != 0 && from <= *end)
		return;
	for (size_t i = 0; i < n; i++)
		label[from + i] = number[i];
	*end = from + n;
}

static void add_axis(struct rcc_strbuf *text, const struct rcc_axis *axis)
{
	char line[COLUMNS + 2] = "";
	char label[COLUMNS + 32] = "";
	size_t end = 0;

	memset(line, '-', COLUMNS + 1);
	memset(label, ' ', sizeof(label) - 1);
	for (size_t i = 0; !isnan(rcc_axis_tick(axis, i)); i++) {
		const double value = rcc_axis_tick(axis, i);
		const size_t at = column_of(axis, value);
		char number[24];

		snprintf(number, sizeof(number),
			 value == 0 ? "%.*f %%" : "%+.*f %%",
			 rcc_axis_decimals(axis), value);
		line[at] = '+';
		put_label(label, at, number, &end);
	}
	add_name(text, "");
	add_line(text, line);
	add_name(text, "");
	add_line(text, label);
}

char *rcc_scatter_text(const struct rcc_scatter *s)
{
	const struct rcc_axis axis =
		rcc_axis_make(s->lo, s->hi, N_TICKS, 0, COLUMNS);
	struct rcc_strbuf text = {0};

	for (size_t i = 0; i < s->n_rows; i++)
		if (isfinite(s->row[i].mean))
			add_row(&text, &s->row[i], &axis);
	add_axis(&text, &axis);
	return rcc_strbuf_take(&text);
}
