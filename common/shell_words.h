/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Splitting a command into words, and quoting words, by the rules of a
 * shell. */
#ifndef RCC_COMMON_SHELL_WORDS_H
#define RCC_COMMON_SHELL_WORDS_H

#include "common/strvec.h"

/* Split a command into words and append them to *words.  Blanks separate words.
 * Text in '...' or "..." is quoted, and so is a character after a backslash.
 * Nothing is expanded.  Returns 0, or RCC_EFORMAT if a quote is not closed or
 * if nothing follows a backslash. */
int rcc_shell_split(const char *text, struct rcc_strvec *words);

/* Quote a word for a shell, if it needs quotes.  Caller frees. */
char *rcc_shell_quote(const char *word);

#endif
