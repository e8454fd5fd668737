/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Parts of pictures that are made of characters.  A picture has a line for each
 * row: a name, and a drawing above a common axis in percent.
 */
#ifndef RCC_HARNESS_REPORT_TEXT_PLOT_H
#define RCC_HARNESS_REPORT_TEXT_PLOT_H

#include <stddef.h>

#include "common/strbuf.h"
#include "harness/document/svg.h"

#define RCC_TEXT_PLOT_INDENT 2
/* The number of columns between a name and the drawing. */
#define RCC_TEXT_PLOT_GAP 2

/* Return the column of a value in a drawing.  The axis maps values to
 * columns. */
size_t rcc_text_plot_column(const struct rcc_axis *axis, double value);

/* Begin a line: add the indent, the name in `columns` columns, and the gap.
 * The end of a longer name is left out. */
void rcc_text_plot_name(struct rcc_strbuf *text, const char *name, int columns);
/* End a line with a drawing, without the blanks at the drawing's end. */
void rcc_text_plot_line(struct rcc_strbuf *text, const char *drawing);

/* Add two lines: the axis, and the numbers of its ticks in percent.  The last
 * column, axis->to, must be less than RCC_WRAP_WIDTH (wrap.h).  Names take
 * `columns` columns. */
void rcc_text_plot_axis(struct rcc_strbuf *text, const struct rcc_axis *axis,
			int columns);

#endif
