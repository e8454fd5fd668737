/* SPDX-License-Identifier: GPL-3.0-or-later */
/* --keep-layouts=none: which programs stay on the disk. */
#ifndef RCC_HARNESS_BUILD_DISCARD_H
#define RCC_HARNESS_BUILD_DISCARD_H

#include <stdbool.h>

#include "harness/build/experiment.h"

/* Find the layouts that are still needed, by id: those with runs left to do
 * and, while there are any, the originals.  A study that keeps its layouts
 * needs all.  Caller frees; NULL after a message. */
bool *rcc_discard_needed(struct rcc_experiment *x);

/* Remove the programs that are no longer needed, unless the study keeps them.
 * Programs with a failed run stay.  `is_finished`: the originals go too. */
int rcc_discard_layouts(struct rcc_experiment *x, bool is_finished);

#endif
