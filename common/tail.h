/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Printing the last lines of a file, for messages. */
#ifndef RCC_COMMON_TAIL_H
#define RCC_COMMON_TAIL_H

/* Print the last lines of a file to standard error, with "  | " before each.
 * Long lines are cut.  A character that is not printable appears as "?".
 * Nothing is printed if the file is empty or cannot be read. */
void rcc_tail_print(const char *path);

#endif
