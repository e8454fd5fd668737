/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draw a picture made of characters for the top of a report.  scatter.h finds
 * the values to draw. */
#ifndef RCC_HARNESS_REPORT_SCATTER_TEXT_H
#define RCC_HARNESS_REPORT_SCATTER_TEXT_H

#include "harness/report/scatter.h"

/*
 * Return a picture with a line for each row and two lines for the axis:
 *
 *	random layouts    .  .. .:.+ .:.#:+ . .:.  ..
 *	original layout          ..:+#+:..
 *	                  +---------+---------+---------+
 *	                -4 %      -2 %       0 %      +2 %
 *
 * A character stands for one value (.), two (:), three (+) or more (#).  O is
 * the mean of the original layout if its spread is unknown.  The caller must
 * free the text.
 */
char *rcc_scatter_text(const struct rcc_scatter *s);

#endif
