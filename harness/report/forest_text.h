/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draw a forest plot, ratios and their intervals, with characters. */
#ifndef RCC_HARNESS_REPORT_FOREST_TEXT_H
#define RCC_HARNESS_REPORT_FOREST_TEXT_H

#include "harness/report/plot_rows.h"

/*
 * Return a picture that shows ratios as changes in percent.  It has a line for
 * each ratio and two lines for the axis:
 *
 *	sort            <---o--->        |           -1.92 %
 *	parse                      <-----|--o---->   +0.4 %
 *	geometric mean     <==O==>       |           -0.8 %
 *	                +--------+-------+-------+
 *	              -4 %     -2 %     0 %     +2 %
 *
 * "o" is an estimate, "<" and ">" are the limits of its interval, and "|" marks
 * no change.  A row that summarizes the others has "O" and "=" instead.  Lines
 * have at most 80 columns.  The caller must free the text.
 */
char *rcc_forest_text(const struct rcc_plot_ratio *ratio, size_t n);

#endif
