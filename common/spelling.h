/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Guessing the name that a misspelt one stands for. */
#ifndef RCC_COMMON_SPELLING_H
#define RCC_COMMON_SPELLING_H

#include <stddef.h>

/* Return the Damerau-Levenshtein distance of two words (optimal string
 * alignment): how many letters must be added, removed, changed or swapped with
 * a neighbour to turn one word into the other. */
size_t rcc_spelling_distance(const char *a, const char *b);

/* Return the word of `list` (ends with NULL) that was probably meant, or NULL
 * if none is similar. */
const char *rcc_spelling_nearest(const char *word, const char *const *list);

#endif
