/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Blocks that were run again.  When all blocks of a repeat are whole for a layout,
 * they replace the layout's earlier blocks; otherwise they are left aside
 * themselves.  Replaced runs stay stored and exported; no estimate uses them.
 * A block is whole here if all its runs are good and of one session.
 */
#ifndef RCC_HARNESS_FINDINGS_REPEATS_H
#define RCC_HARNESS_FINDINGS_REPEATS_H

#include <stdbool.h>

#include "harness/findings/stored.h"

/* Set s->is_replaced, s->n_replaced and s->n_repeated, if they are not set. */
void rcc_repeats_mark(struct rcc_stored *s);

/* The layouts, by their number in each cell, that have a block of several sessions
 * which was not replaced; caller frees.  In a study with version 1 of the schedule,
 * none. */
bool *rcc_repeats_torn(const struct rcc_stored *s);

#endif
