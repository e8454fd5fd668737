/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Print a table in columns of text. */
#ifndef RCC_HARNESS_DOCUMENT_TEXT_TABLE_H
#define RCC_HARNESS_DOCUMENT_TEXT_TABLE_H

#include <stdio.h>

#include "harness/document/document.h"

/* Print the table in columns.  Each column is as wide as its widest cell; a
 * long name in the first column has a line of its own.  If the table is wider
 * than a terminal, each row is printed as a list instead: a line for each cell,
 * with the heading of its column. */
void rcc_text_table(const struct rcc_table *t, int indent, FILE *out);

#endif
