/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The design of a study in its store. */
#ifndef RCC_HARNESS_BUILD_DESIGN_H
#define RCC_HARNESS_BUILD_DESIGN_H

#include <stdbool.h>
#include <jansson.h>

#include "harness/build/experiment.h"

struct rcc_run_options;

/* Store the design of a new study, or read the stored one and change in it what
 * the options may change.  Options that contradict it are an error.  Sets
 * x->study, unless it is a new study whose options the caller has parsed. */
int rcc_design_load(struct rcc_experiment *x,
		    const struct rcc_run_options *options);

/* Whether a whole study's settings are others than those stored, beside what may
 * change while it continues.  `has_layouts`: their number was given. */
bool rcc_design_differs(const json_t *stored, const json_t *given,
			bool has_layouts);

/* Extend the plan to `n_layouts` layouts of each arm, the new ones as a batch
 * of their own, and set the store's `key` to `text`: both or neither.
 * If n_layouts does not change, only the text is stored. */
int rcc_design_extend(struct rcc_experiment *x, unsigned n_layouts,
		      const char *key, const char *text);

#endif
