/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/plot_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The largest number of characters in a name's margin. */
#define NAME_LETTERS 15
#define NAME_BYTES ((size_t)4 * NAME_LETTERS)

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

static void tick_text(const struct rcc_axis *axis, double value, double factor,
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

		tick_text(axis, value, factor, text, sizeof(text));
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

		tick_text(axis, value, factor, text, sizeof(text));
		rcc_svg_line(svg, "grid", left, y, right, y);
		rcc_svg_text(svg, "tick", "end", left - 6, y + 4.5, text);
	}
	if (label != NULL)
		rcc_svg_text(svg, "label", "start", 2, 14, label);
}

void rcc_plot_name(struct rcc_svg *svg, double y, const char *name)
{
	char cut[NAME_BYTES + 8];
	size_t n = 0;
	size_t letters = 0;

	while (name[n] != '\0' && letters < NAME_LETTERS) {
		n++;
		while (((unsigned char)name[n] & 0xc0) == 0x80)
			n++;
		letters++;
	}
	if (n > NAME_BYTES)
		/* Invalid UTF-8, which is printed as replacement characters. */
		n = NAME_BYTES;
	if (name[n] == '\0')
		snprintf(cut, sizeof(cut), "%s", name);
	else
		snprintf(cut, sizeof(cut), "%.*s\xe2\x80\xa6", (int)n, name);
	rcc_svg_text(svg, "name", "end", RCC_PLOT_NAMES - 8, y + 4.5, cut);
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
	x += 9 + 7.2 * (double)strlen(random) + 18;
	rcc_plot_mark(svg, true, x, 12, NULL);
	rcc_svg_text(svg, "tick", "start", x + 9, 16.5, original);
}
