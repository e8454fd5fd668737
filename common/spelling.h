/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Guessing which name a misspelled word stands for. */
#ifndef RCC_COMMON_SPELLING_H
#define RCC_COMMON_SPELLING_H

#include <stddef.h>

/* Return the Damerau-Levenshtein distance of two words (optimal string
 * alignment).  This is the number of changes that turn one word into the other.
 * A change adds, removes or replaces a letter, or swaps two adjacent
 * letters. */
size_t rcc_spelling_distance(const char *a, const char *b);

/* Return the word of `list` that was probably meant, or NULL if none is
 * similar.  `list` ends with NULL. */
const char *rcc_spelling_nearest(const char *word, const char *const *list);

#endif
