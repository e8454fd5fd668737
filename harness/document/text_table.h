/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table in the columns of a terminal. */
#ifndef RCC_HARNESS_DOCUMENT_TEXT_TABLE_H
#define RCC_HARNESS_DOCUMENT_TEXT_TABLE_H

#include <stdio.h>

#include "harness/document/document.h"

/* Print the table's text columns, each as wide as its cells.  A long name in
 * the first column has a line of its own.  A table that is wider than a
 * terminal even so is printed row by row, each cell on a line with its head. */
void rcc_text_table(const struct rcc_table *t, int indent, FILE *out);

#endif
