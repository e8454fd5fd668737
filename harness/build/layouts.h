/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Phase 2 of a study: make every layout that is needed and does not exist
 * yet. */
#ifndef RCC_HARNESS_BUILD_LAYOUTS_H
#define RCC_HARNESS_BUILD_LAYOUTS_H

#include "harness/build/experiment.h"

/* Make the missing layouts, `n_jobs` at a time.  An existing layout is made
 * again if one of its files does not have the stored checksum. */
int rcc_layouts_make(struct rcc_experiment *x, unsigned n_jobs);

#endif
