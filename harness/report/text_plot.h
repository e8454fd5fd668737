/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Parts of pictures that are made of characters.  Each row of a picture has a
 * name and a drawing.  The rows share an axis in percent below them.
 */
#ifndef RCC_HARNESS_REPORT_TEXT_PLOT_H
#define RCC_HARNESS_REPORT_TEXT_PLOT_H

#include <stddef.h>

#include "common/strbuf.h"
#include "harness/document/svg.h"

#define RCC_TEXT_PLOT_INDENT 2
/* The number of columns between a name and the drawing. */
#define RCC_TEXT_PLOT_GAP 2

/* Return the column at which the drawing of a row shows a value.  The axis maps
 * values to columns. */
size_t rcc_text_plot_column(const struct rcc_axis *axis, double value);

/* Begin a line with RCC_TEXT_PLOT_INDENT blanks, the name in `columns` columns,
 * and RCC_TEXT_PLOT_GAP blanks.  A longer name loses its end. */
void rcc_text_plot_name(struct rcc_strbuf *text, const char *name, int columns);
/* End a line with a drawing.  Blanks at the drawing's end are left out. */
void rcc_text_plot_line(struct rcc_strbuf *text, const char *drawing);

/* Add two lines: the axis, and the numbers of its ticks in percent.  Names take
 * `columns` columns.  The last column of the axis, axis->to, must be less than
 * RCC_WRAP_WIDTH (wrap.h). */
void rcc_text_plot_axis(struct rcc_strbuf *text, const struct rcc_axis *axis,
			int columns);

#endif
