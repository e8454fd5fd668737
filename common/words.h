/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words that people type: a command in one line, a name not quite right. */
#ifndef RCC_COMMON_WORDS_H
#define RCC_COMMON_WORDS_H

#include <stddef.h>

#include "common/strvec.h"

/* Split a command as a shell would split it, and do nothing else that a shell
 * does: blanks separate words, '...', "..." and a backslash quote.  Appends to
 * *words.  Returns 0, or RCC_EFORMAT where a quote is not closed. */
int rcc_words_split(const char *text, struct rcc_strvec *words);

/* How many letters must be added, taken away, changed or swapped with their
 * neighbour to make one word of the other (Damerau & Levenshtein, optimal
 * string alignment). */
size_t rcc_words_distance(const char *a, const char *b);

/* The word of `list` (ends with NULL) that was probably meant, or NULL where
 * none is near. */
const char *rcc_words_nearest(const char *word, const char *const *list);

/* Append a word to a list, "a, b", which is NULL while it is empty; the caller
 * frees it. */
void rcc_words_add(char **list, const char *word);

#endif
