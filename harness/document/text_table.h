/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table in the columns of a terminal. */
#ifndef RCC_HARNESS_DOCUMENT_TEXT_TABLE_H
#define RCC_HARNESS_DOCUMENT_TEXT_TABLE_H

#include <stdio.h>

#include "harness/document/document.h"

/* Print the table's columns, each as wide as its cells.  A long name in the
 * first column gets a line of its own.  If the table is still wider than a
 * terminal, print it row by row, each cell on a line with its head. */
void rcc_text_table(const struct rcc_table *t, int indent, FILE *out);

#endif
