/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Print a table in columns of text. */
#ifndef RCC_HARNESS_DOCUMENT_TEXT_TABLE_H
#define RCC_HARNESS_DOCUMENT_TEXT_TABLE_H

#include <stdio.h>

#include "harness/document/document.h"

/* Print the table's columns, each as wide as its widest cell.  A long name in
 * the first column has a line to itself.  If the table is still wider than a
 * terminal, print each row as a list: one line for each cell, with the heading
 * of its column. */
void rcc_text_table(const struct rcc_table *t, int indent, FILE *out);

#endif
