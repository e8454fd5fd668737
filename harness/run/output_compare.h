/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compare a program's output with a file, byte by byte. */
#ifndef RCC_HARNESS_RUN_OUTPUT_COMPARE_H
#define RCC_HARNESS_RUN_OUTPUT_COMPARE_H

#include <stdint.h>

/* Compare two files.  *at is set to the offset of the first byte that differs;
 * -1 if the files are equal.  Returns 0, or RCC_ESYS with errno set if a file
 * cannot be read. */
int rcc_output_compare(int fd, const char *path, int64_t *at);

#endif
