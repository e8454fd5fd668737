/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The table of a study's layouts, which follows from the design alone: system,
 * arm, number and seed of each.  A layout that is not made yet has no digest.
 */
#ifndef RCC_HARNESS_BUILD_LAYOUT_TABLE_H
#define RCC_HARNESS_BUILD_LAYOUT_TABLE_H

#include <stdint.h>

#include "harness/build/experiment.h"

/* Set x->layout from the design and the store.  Call it again when the design
 * has more layouts. */
int rcc_layout_table_load(struct rcc_experiment *x);

/* A layout's folder, and its program there; caller frees. */
char *rcc_layout_table_folder(const struct rcc_experiment *x, int64_t layout);
char *rcc_layout_table_program(const struct rcc_experiment *x, int64_t layout);

/* The id of a system's first original layout, -1 if it has none. */
int64_t rcc_layout_table_original(const struct rcc_experiment *x,
				  size_t system);

#endif
