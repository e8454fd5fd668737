/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Make the programs of layouts, one after the other.
 *
 * One call of randld repeats a recorded link for all seeds.  With --rebuild,
 * the build command runs once for each seed instead.  Both ways make the same
 * programs.
 */
#ifndef RCC_HARNESS_BUILD_RELINK_H
#define RCC_HARNESS_BUILD_RELINK_H

#include <stddef.h>
#include <stdint.h>

#include "harness/build/experiment.h"

struct rcc_relink;

/* Prepare to make n >= 1 layouts of one system with the same factors, `n_jobs`
 * at a time.  `layout` lists their ids.  Each layout is made in a separate
 * folder in `folder`.  `layout` and *x are borrowed. */
struct rcc_relink *rcc_relink_new(const struct rcc_experiment *x,
				  const char *folder, unsigned n_jobs,
				  const int64_t *layout, size_t n);

/* Make the next layout.  *made is set to its id, or to -1 if there are no more.
 * *link_ns is set to the time of its links, libraries included.  If a call of
 * randld fails for a seed, it goes on with its other seeds.  When that call has
 * ended, this function prints a message and returns RCC_EXIT_FAILED. */
int rcc_relink_next(struct rcc_relink *relink, int64_t *made, int64_t *link_ns);

/* End randld if it still runs, and free *relink.  Accepts NULL. */
void rcc_relink_free(struct rcc_relink *relink);

#define RCC_RELINK_SEED_MAX 24
/* Write a layout's seed to `out` as randld spells it.  `out` has
 * RCC_RELINK_SEED_MAX bytes.  Returns `out`. */
const char *rcc_relink_seed(const struct rcc_layout_record *record, char *out);

/* Return the folder in which a layout is made; caller frees. */
char *rcc_relink_folder(const char *folder,
			const struct rcc_layout_record *record);

#endif
