/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The design of a study: its settings (study/study.h) as they are stored. */
#ifndef RCC_HARNESS_BUILD_DESIGN_H
#define RCC_HARNESS_BUILD_DESIGN_H

#include <stdbool.h>
#include <jansson.h>

#include "harness/build/experiment.h"

struct rcc_run_options;

/* Set x->study from the stored design of the study.  Some options may change
 * the stored design; it is an error if any other option contradicts it.
 *
 * For a new study, store the design that the caller has put into x->study.  If
 * x->study is zeroed, parse the options into it first. */
int rcc_design_load(struct rcc_experiment *x,
		    const struct rcc_run_options *options);

/* Return whether the settings in `given` differ from the stored settings.  Both
 * must be complete.  Settings that may change while a study continues are not
 * compared.
 * `has_layouts` says whether the user gave the number of layouts. */
bool rcc_design_differs(const json_t *stored, const json_t *given,
			bool has_layouts);

/* Extend the plan to `n_layouts` layouts of each arm.  The new layouts become a
 * batch (store/stages.h).  In the same transaction, store `text` under `key` in
 * the study's database.  If n_layouts does not change, only the text is
 * stored. */
int rcc_design_extend(struct rcc_experiment *x, unsigned n_layouts,
		      const char *key, const char *text);

#endif
