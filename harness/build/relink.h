/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Making the programs of layouts, one after the other.
 *
 * Either one call of randld repeats the recorded links for all seeds, or
 * (--rebuild) the build command is run once for each seed.  Both ways make the
 * same programs.
 */
#ifndef RCC_HARNESS_BUILD_RELINK_H
#define RCC_HARNESS_BUILD_RELINK_H

#include <stddef.h>
#include <stdint.h>

#include "harness/build/experiment.h"

struct rcc_relink;

/* Prepare to make n >= 1 layouts of one cell, `n_jobs` at a time.  `layout`
 * lists their ids; `layout` and *x are borrowed.  Each layout is made in a
 * separate folder in `folder`. */
struct rcc_relink *rcc_relink_new(const struct rcc_experiment *x,
				  const char *folder, unsigned n_jobs,
				  const int64_t *layout, size_t n);

/* Make the next layout.  *made receives its id, or -1 if there are no more, and
 * *link_ns the time that it took, libraries included.  If some layouts fail,
 * all others are made nevertheless; the last call then prints a message and
 * returns RCC_EXIT_FAILED. */
int rcc_relink_next(struct rcc_relink *relink, int64_t *made, int64_t *link_ns);

/* End a randld that is still at work, and free *relink.  Accepts NULL. */
void rcc_relink_free(struct rcc_relink *relink);

#define RCC_RELINK_SEED_MAX 24
/* Write a layout's seed in randld's form to `out`, which has
 * RCC_RELINK_SEED_MAX bytes.  Returns `out`. */
const char *rcc_relink_seed(const struct rcc_layout_record *record, char *out);

/* Return the folder in which a layout is made; caller frees. */
char *rcc_relink_folder(const char *folder,
			const struct rcc_layout_record *record);

#endif
