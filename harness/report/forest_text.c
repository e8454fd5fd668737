/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/forest_text.h"

#include <string.h>

#include "harness/document/wrap.h"
#include "harness/report/text_plot.h"

#define MOST_NAME 24 /* longer names lose their end */
#define N_TICKS 4

struct picture {
	int names;   /* width of the names */
	int drawing; /* width of the drawing */
	struct rcc_axis axis;
};

struct number {
	char text[64];
};

/* Return the change that is printed beside a ratio, such as "-1.9 %"; "" if the
 * ratio cannot be drawn. */
static struct number number_of(const struct rcc_plot_ratio *r)
{
	struct number number = {""};

	if (rcc_plot_obstacle(r) == NULL)
		rcc_plot_change(r, number.text, sizeof(number.text));
	return number;
}

/* Divide the width of a terminal among the names, the drawing and the
 * changes. */
static struct picture arrange(const struct rcc_plot_ratio *ratio, size_t n)
{
	struct picture p = {0};
	int numbers = 0;

	for (size_t i = 0; i < n; i++) {
		const struct number number = number_of(&ratio[i]);
		const int name = rcc_wrap_columns(ratio[i].name);
		const int width = (int)strlen(number.text);

		p.names = name > p.names ? name : p.names;
		numbers = width > numbers ? width : numbers;
	}
	p.names = p.names > MOST_NAME ? MOST_NAME : p.names;
	p.drawing = RCC_WRAP_WIDTH - RCC_TEXT_PLOT_INDENT - p.names -
		    RCC_TEXT_PLOT_GAP - RCC_TEXT_PLOT_GAP - numbers;
	p.axis = rcc_plot_change_axis(ratio, n, N_TICKS, 0, p.drawing - 1);
	return p;
}

static size_t column_of(const struct picture *p, double ratio)
{
	return rcc_text_plot_column(&p->axis, 100 * (ratio - 1));
}

static void draw_interval(char *line, const struct picture *p,
			  const struct rcc_plot_ratio *r)
{
	const size_t first = column_of(p, r->lo);
	const size_t last = column_of(p, r->hi);
	const size_t zero = column_of(p, 1);

	if (last < first)
		return;
	memset(line + first, r->is_summary ? '=' : '-', last - first + 1);
	/* Draw the "|" at no change over the dashes of the interval. */
	line[zero] = '|';
	line[first] = '<';
	line[last] = '>';
	line[column_of(p, r->estimate)] = r->is_summary ? 'O' : 'o';
}

/* Copy `words` over the beginning of a line.  The rest of the line stays. */
static void put_words(char *to, const char *words)
{
	while (*words != '\0')
		*to++ = *words++;
}

static void add_ratio(struct rcc_strbuf *text, const struct picture *p,
		      const struct rcc_plot_ratio *r)
{
	const char *obstacle = rcc_plot_obstacle(r);
	const struct number number = number_of(r);
	char line[2 * RCC_WRAP_WIDTH] = "";

	memset(line, ' ', sizeof(line) - 1);
	if (obstacle == NULL)
		draw_interval(line, p, r);
	else
		put_words(line, obstacle);
	put_words(line + p->drawing + RCC_TEXT_PLOT_GAP, number.text);
	rcc_text_plot_name(text, r->name, p->names);
	rcc_text_plot_line(text, line);
}

char *rcc_forest_text(const struct rcc_plot_ratio *ratio, size_t n)
{
	const struct picture p = arrange(ratio, n);
	struct rcc_strbuf text = {0};

	for (size_t i = 0; i < n; i++)
		add_ratio(&text, &p, &ratio[i]);
	rcc_text_plot_axis(&text, &p.axis, p.names);
	return rcc_strbuf_take(&text);
}
