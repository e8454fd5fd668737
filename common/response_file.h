/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Response files: a word @FILE on the command line of a compiler or linker
 * stands for the words in FILE.
 */
#ifndef RCC_COMMON_RESPONSE_FILE_H
#define RCC_COMMON_RESPONSE_FILE_H

#include <stddef.h>

#include "common/strvec.h"

/* Replace @file by the words in the file, as libiberty's expandargv() does for
 * gcc and ld.  Blanks separate words; quotes and backslashes quote.  @file
 * stays if the file cannot be read, or if there are too many such files. */
void rcc_response_expand(struct rcc_strvec *out, char *const *argv);

/* Write the words of `arg` as text, one quoted word on each line.
 * rcc_response_expand() and the linker read the same words back.  Sets *n to the
 * size of the text.  Caller frees. */
char *rcc_response_quote(const struct rcc_strvec *arg, size_t *n);

#endif
