/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Printing the last lines of a file, for messages. */
#ifndef RCC_COMMON_TAIL_H
#define RCC_COMMON_TAIL_H

/* Print the last lines of a file to standard error, each after " | ".  Bytes
 * that are not printable are shown as "?", and long lines are cut.  If the file
 * is empty or cannot be read, nothing is printed. */
void rcc_tail_print(const char *path);

#endif
