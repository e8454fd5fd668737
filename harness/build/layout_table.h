/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The table of a study's layouts: the system, the arm (such as random or
 * original), the number and the seed of each.  The study's settings alone
 * determine these.  A layout whose `digest` is NULL has not been made yet.
 */
#ifndef RCC_HARNESS_BUILD_LAYOUT_TABLE_H
#define RCC_HARNESS_BUILD_LAYOUT_TABLE_H

#include <stdint.h>

#include "harness/build/experiment.h"

/* Set x->layout from the study's settings and its database.  Call this again
 * after the number of layouts has grown. */
int rcc_layout_table_load(struct rcc_experiment *x);

/* Return the path of a layout's folder; caller frees. */
char *rcc_layout_table_folder(const struct rcc_experiment *x, int64_t layout);
/* Return the path of the program in a layout's folder; caller frees. */
char *rcc_layout_table_program(const struct rcc_experiment *x, int64_t layout);

/* Return the id of the layout in which a system is tried before it is measured:
 * its first original layout or, in a study without original layouts
 * (--no-original), its first layout.  Return -1 if the study has no layouts. */
int64_t rcc_layout_table_reference(const struct rcc_experiment *x,
				   size_t system);

#endif
