/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Removing programs that are no longer needed from the disk
 * (--keep-layouts=none). */
#ifndef RCC_HARNESS_BUILD_DISCARD_H
#define RCC_HARNESS_BUILD_DISCARD_H

#include <stdbool.h>

#include "harness/build/experiment.h"

/* Return an array that says for each layout id whether the layout is still
 * needed; caller frees.  Layouts with runs left to do are needed and, while
 * there are any, the originals.  A study that keeps its layouts needs all of
 * them.  Returns NULL after a message. */
bool *rcc_discard_needed(struct rcc_experiment *x);

/* Remove the programs that are no longer needed, unless the study keeps them.
 * Programs with a failed run stay.  If `is_finished`, the original layouts are
 * removed too. */
int rcc_discard_layouts(struct rcc_experiment *x, bool is_finished);

#endif
