/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Layouts for `randstudy best` that put functions where `randstudy explain`
 * found them to be fast. */
#ifndef RCC_HARNESS_SESSION_BEST_TARGETS_H
#define RCC_HARNESS_SESSION_BEST_TARGETS_H

#include "harness/session/best_state.h"

/*
 * Link the layouts of new seeds, and choose seeds for the search.  A seed is
 * chosen if its layout uses all fast places, and no slow place, that `randstudy
 * explain` has found.  At most n_layouts / 4 seeds are chosen, or 1 if
 * n_layouts is less than 4.
 *
 * The chosen layouts are orders of functions like all others, so a linker
 * without randcc can repeat them.
 *
 * *targets becomes the member "targeted" of the settings (best_layout.h).  It
 * is NULL if the study has no explanation for this system and metric, or if the
 * explanation names no function.  Prints what is wrong and returns an exit code
 * (enum rcc_exit).
 */
int rcc_best_targets_choose(const struct rcc_best_search *s, size_t n_layouts,
			    json_t **targets);

#endif
