/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What layout does in one system: a random arm against the original layout. */
#ifndef RCC_HARNESS_FINDINGS_EFFECT_H
#define RCC_HARNESS_FINDINGS_EFFECT_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/findings/cell.h"
#include "harness/findings/question.h"
#include "stats/rcc_stats.h"

struct rcc_effect {
	size_t random; /* index of the findings' cell */
	size_t fixed;
	int error; /* as rcc_layout_effect() returned it */
	struct rcc_layout_effect effect;
	/* Whether the layouts, each run once, spread more than the runs of the
	 * original layout, by a test that a few disturbed runs do not mislead
	 * as they do the variances.  All NaN where the test is not needed:
	 * layouts that run more than once are compared with the noise within
	 * them, and data without noise needs no test. */
	struct rcc_spread spread;
	/* The smallest one-sided level at which variation over layouts is seen:
	 * by `spread` where that was computed, else by the variances. */
	double variation_p;
	bool variation_holds; /* variation_p is small enough */
};

/* Compute everything in *e but its two indices. */
void rcc_effect_compute(const struct rcc_cell *random,
			const struct rcc_cell *fixed,
			const struct rcc_question *asked, struct rcc_effect *e);

/* The variances say that the metric varies with layout, but `spread` does not:
 * a few runs may have caused it. */
bool rcc_effect_is_doubtful(const struct rcc_effect *e);

/* Neither arm varies at all, as valgrind's counts may not.  No effect is
 * defined then, and that is a result. */
bool rcc_cells_are_constant(const struct rcc_cell *random,
			    const struct rcc_cell *fixed);

#endif
