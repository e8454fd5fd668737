/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Blocks that were run again.  A repeat runs all blocks of a layout again.  If
 * all blocks of the repeat are whole, they replace the layout's earlier blocks;
 * otherwise the blocks of the repeat are not used.  Replaced runs stay stored
 * and are exported, but no estimate uses them.
 *
 * In this file, a block is whole if all its runs are good and were made in one
 * session, that is, by one call of randstudy.
 */
#ifndef RCC_HARNESS_FINDINGS_REPEATS_H
#define RCC_HARNESS_FINDINGS_REPEATS_H

#include <stdbool.h>

#include "harness/findings/stored.h"

/* Set s->is_replaced, s->n_replaced and s->n_repeated, unless an earlier call
 * has set them. */
void rcc_repeats_mark(struct rcc_stored *s);

/* Return an array with an element for each layout number.  An element is true
 * if a block of the layout has runs from several sessions and was not replaced.
 * All elements are false if the study has version 1 of the schedule, in which a
 * block has several layout numbers.  The caller must free the array. */
bool *rcc_repeats_torn(const struct rcc_stored *s);

#endif
