/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/text_plot.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "harness/document/wrap.h"

/* Room for the longest label of a tick, "-0.000000000000 %", and its NUL. */
#define TICK_SIZE 24

size_t rcc_text_plot_column(const struct rcc_axis *axis, double value)
{
	return (size_t)lround(rcc_axis_at(axis, value));
}

/* Return true if a byte continues a UTF-8 character. */
static bool continues(char byte)
{
	return ((unsigned char)byte & 0xc0) == 0x80;
}

void rcc_text_plot_name(struct rcc_strbuf *text, const char *name, int columns)
{
	size_t n = strlen(name);

	while (rcc_wrap_columns_n(name, n) > columns)
		while (n > 0 && continues(name[--n]))
			;
	rcc_strbuf_printf(
		text, "%*s%.*s%*s", RCC_TEXT_PLOT_INDENT, "", (int)n, name,
		columns + RCC_TEXT_PLOT_GAP - rcc_wrap_columns_n(name, n), "");
}

void rcc_text_plot_line(struct rcc_strbuf *text, const char *drawing)
{
	size_t n = strlen(drawing);

	while (n > 0 && drawing[n - 1] == ' ')
		n--;
	rcc_strbuf_add_bytes(text, drawing, n);
	rcc_strbuf_add(text, "\n");
}

/* Write the number of a tick into `label`, the line below the axis.  The tick
 * is at column `at`, and the number is centred there.  Leave the number out if
 * it would touch the previous one.  *end is the end of the previous number, and
 * is updated. */
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

void rcc_text_plot_axis(struct rcc_strbuf *text, const struct rcc_axis *axis,
			int columns)
{
	char line[RCC_WRAP_WIDTH + 1] = "";
	char label[RCC_WRAP_WIDTH + TICK_SIZE] = "";
	size_t end = 0;

	memset(line, '-', (size_t)axis->to + 1);
	memset(label, ' ', sizeof(label) - 1);
	for (size_t i = 0; !isnan(rcc_axis_tick(axis, i)); i++) {
		const double value = rcc_axis_tick(axis, i);
		const size_t at = rcc_text_plot_column(axis, value);
		char number[TICK_SIZE];

		snprintf(number, sizeof(number),
			 value == 0 ? "%.*f %%" : "%+.*f %%",
			 rcc_axis_decimals(axis), value);
		line[at] = '+';
		put_label(label, at, number, &end);
	}
	rcc_text_plot_name(text, "", columns);
	rcc_text_plot_line(text, line);
	rcc_text_plot_name(text, "", columns);
	rcc_text_plot_line(text, label);
}
