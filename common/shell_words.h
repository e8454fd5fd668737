/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words of a command, quoted as a shell reads them. */
#ifndef RCC_COMMON_SHELL_WORDS_H
#define RCC_COMMON_SHELL_WORDS_H

#include "common/strvec.h"

/* Split a command into words.  Blanks separate words; '...', "..." and a
 * backslash quote.  Nothing else that a shell does is done.  Appends to *words.
 * Returns 0, or RCC_EFORMAT if a quote is not closed. */
int rcc_shell_split(const char *text, struct rcc_strvec *words);

/* A word as a shell must be given it, in quotes only if it needs them; caller
 * frees. */
char *rcc_shell_quote(const char *word);

#endif
