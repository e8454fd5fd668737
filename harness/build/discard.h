/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Remove from the disk the programs that are no longer needed
 * (--keep-layouts=none). */
#ifndef RCC_HARNESS_BUILD_DISCARD_H
#define RCC_HARNESS_BUILD_DISCARD_H

#include <stdbool.h>

#include "harness/build/experiment.h"

/* Return an array that says for each layout id whether the layout is still
 * needed.  A layout is needed in these cases:
 *
 *	- it has planned runs, or counts by valgrind, left to do;
 *	- the study may still plan further runs of its layouts;
 *	- it is the first original layout of a system, and another layout is
 *	  needed;
 *	- the study keeps its layouts.
 *
 * The caller must free the array.  If it cannot be made, an error is printed
 * and NULL is returned. */
bool *rcc_discard_needed(struct rcc_experiment *x);

/* Remove the programs of all layouts except these:
 *
 *	- layouts with a failed run
 *	- if not `is_finished`: layouts that are still needed, and the first
 *	  original layout of each system
 *
 * Does nothing if the study keeps its layouts. */
int rcc_discard_layouts(struct rcc_experiment *x, bool is_finished);

#endif
