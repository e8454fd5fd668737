/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Guessing which name a misspelt one stands for. */
#ifndef RCC_COMMON_SPELLING_H
#define RCC_COMMON_SPELLING_H

#include <stddef.h>

/* The Damerau-Levenshtein distance of two words (optimal string alignment): how
 * many letters must be added, removed, changed or swapped with their neighbour
 * to turn one into the other. */
size_t rcc_spelling_distance(const char *a, const char *b);

/* The word of `list` (ends with NULL) that was probably meant, or NULL if none
 * is near. */
const char *rcc_spelling_nearest(const char *word, const char *const *list);

#endif
