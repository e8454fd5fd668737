/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Remove programs that are no longer needed from the disk
 * (--keep-layouts=none). */
#ifndef RCC_HARNESS_BUILD_DISCARD_H
#define RCC_HARNESS_BUILD_DISCARD_H

#include <stdbool.h>

#include "harness/build/experiment.h"

/* Return an array that says for each layout id whether the layout is still
 * needed.  A layout is needed in these cases:
 *
 *	- it has runs or counts left to do;
 *	- the plan can still grow;
 *	- another layout is needed, and this is a system's original layout;
 *	- the study keeps its layouts.
 *
 * The caller must free the array.  If it cannot be made, an error is printed
 * and NULL is returned. */
bool *rcc_discard_needed(struct rcc_experiment *x);

/* Remove the programs that are no longer needed, unless the study keeps them.
 * Keep the programs of layouts with a failed run.  If `is_finished`, remove the
 * original layouts too. */
int rcc_discard_layouts(struct rcc_experiment *x, bool is_finished);

#endif
