/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/plot_parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "harness/document/wrap.h"

/* The longest name in characters.  A longer name is printed without its middle.
 * Its last NAME_END characters are kept, because the names of one plot often
 * differ at the end. */
#define NAME_LETTERS 15
#define NAME_END 6

struct rcc_plot_range rcc_plot_range_none(void)
{
	return (struct rcc_plot_range){INFINITY, -INFINITY};
}

void rcc_plot_widen(struct rcc_plot_range *range, double value)
{
	if (!isfinite(value))
		return;
	range->lo = fmin(range->lo, value);
	range->hi = fmax(range->hi, value);
}

void rcc_plot_number(const struct rcc_axis *axis, double value, double factor,
		     char *out, size_t n)
{
	const struct rcc_axis scaled = {.step = axis->step * factor};

	snprintf(out, n, "%.*f", rcc_axis_decimals(&scaled), value * factor);
}

void rcc_plot_axis_x(struct rcc_svg *svg, const struct rcc_axis *axis,
		     double top, double bottom, double factor,
		     const char *label)
{
	for (size_t i = 0; !isnan(rcc_axis_tick(axis, i)); i++) {
		const double value = rcc_axis_tick(axis, i);
		const double x = rcc_axis_at(axis, value);
		char text[48];

		rcc_plot_number(axis, value, factor, text, sizeof(text));
		rcc_svg_line(svg, "grid", x, top, x, bottom);
		rcc_svg_text(svg, "tick", "middle", x, bottom + 16, text);
	}
	if (label != NULL)
		rcc_svg_text(svg, "label", "middle",
			     (axis->from + axis->to) / 2, bottom + 36, label);
}

void rcc_plot_axis_y(struct rcc_svg *svg, const struct rcc_axis *axis,
		     double left, double right, double factor,
		     const char *label)
{
	for (size_t i = 0; !isnan(rcc_axis_tick(axis, i)); i++) {
		const double value = rcc_axis_tick(axis, i);
		const double y = rcc_axis_at(axis, value);
		char text[48];

		rcc_plot_number(axis, value, factor, text, sizeof(text));
		rcc_svg_line(svg, "grid", left, y, right, y);
		rcc_svg_text(svg, "tick", "end", left - 6, y + 4.5, text);
	}
	if (label != NULL)
		rcc_svg_text(svg, "label", "start", 2, axis->to - 20, label);
}

/* Return the size in bytes of the first n characters of a text. */
static size_t bytes_of(const char *text, size_t n)
{
	size_t i = 0;

	for (; text[i] != '\0' && n > 0; n--) {
		i++;
		while (((unsigned char)text[i] & 0xc0) == 0x80)
			i++;
	}
	return i;
}

void rcc_plot_name(struct rcc_svg *svg, double y, const char *name)
{
	const size_t n = (size_t)rcc_wrap_columns(name);
	char *cut;

	if (n <= NAME_LETTERS) {
		rcc_svg_text(svg, "name", "end", RCC_PLOT_NAMES - 8, y + 4.5,
			     name);
		return;
	}
	cut = rcc_mem_printf("%.*s\xe2\x80\xa6%s",
			     (int)bytes_of(name, NAME_LETTERS - NAME_END - 1),
			     name, name + bytes_of(name, n - NAME_END));
	rcc_svg_text(svg, "name", "end", RCC_PLOT_NAMES - 8, y + 4.5, cut);
	free(cut);
}

double rcc_plot_jitter(size_t i)
{
	/* The fractional parts of the multiples of the golden ratio are evenly
	 * spread, and neighbours are far apart. */
	return fmod(0.618033988749895 * (double)i, 1) - 0.5;
}

void rcc_plot_mark(struct rcc_svg *svg, bool is_original, double x, double y,
		   const char *title)
{
	if (is_original)
		rcc_svg_diamond(svg, "original", x, y, 4.5, title);
	else
		rcc_svg_circle(svg, "random", x, y, 3.5, title);
}

void rcc_plot_legend(struct rcc_svg *svg, double x, const char *random,
		     const char *original)
{
	rcc_plot_mark(svg, false, x, 12, NULL);
	rcc_svg_text(svg, "tick", "start", x + 9, 16.5, random);
	if (original == NULL)
		return;
	x += 9 + 7.2 * (double)strlen(random) + 18;
	rcc_plot_mark(svg, true, x, 12, NULL);
	rcc_svg_text(svg, "tick", "start", x + 9, 16.5, original);
}
