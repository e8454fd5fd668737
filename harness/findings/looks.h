/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The looks at a study that grew: the numbers of layouts at which somebody could
 * read its result before it went on, and that it has now.  Every look may make a
 * false claim, so the intervals of later ones are wider (stats/looks.c).
 *
 * The store has them: each growth is a batch of layouts.  A study with --decide
 * looks at its own result at each interim analysis.  One with --precision or
 * --budget looks at no result until it ends, so its batches in between are no
 * looks.  A study that ran out of time was looked at with the layouts that it had
 * measured by then.
 */
#ifndef RCC_HARNESS_FINDINGS_LOOKS_H
#define RCC_HARNESS_FINDINGS_LOOKS_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/findings/stored.h"
#include "stats/rcc_claims.h"

struct rcc_looks {
	enum rcc_looks_kind kind; /* planned: --decide or --may-grow */
	size_t *n_layouts; /* measured; owned; ascending, the last one is now */
	size_t n;
	bool is_by_precision; /* --precision chose the end */
};

/* The layouts of an arm that have been run, of the arm that has most. */
size_t rcc_looks_measured(const struct rcc_stored *stored);

/* Release *looks in any case. */
void rcc_looks_read(const struct rcc_stored *stored, struct rcc_looks *looks);
void rcc_looks_release(struct rcc_looks *looks);

/* The level at which the intervals of the present look are computed, so that all
 * looks together hold at `level`. */
double rcc_looks_level(const struct rcc_looks *looks, double level);
/* That of a next look, at n_layouts in all; of the present one if there are no
 * more layouts than now. */
double rcc_looks_next_level(const struct rcc_looks *looks, double level,
			    size_t n_layouts);

#endif
