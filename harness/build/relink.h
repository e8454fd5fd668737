/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Making the programs of layouts, one after the other.
 *
 * Either one call of randld repeats the recorded links for all seeds, or
 * (--rebuild) the build command runs once for each.  Both make the same
 * programs.
 */
#ifndef RCC_HARNESS_BUILD_RELINK_H
#define RCC_HARNESS_BUILD_RELINK_H

#include <stddef.h>
#include <stdint.h>

#include "harness/build/experiment.h"

struct rcc_relink;

/* Prepare to make n layouts of one cell, at least one; `layout` lists their ids
 * and is borrowed, as is *x.  Each layout is made in a folder of its own below
 * `folder`.  randld makes `n_jobs` at a time. */
struct rcc_relink *rcc_relink_new(const struct rcc_experiment *x,
				  const char *folder, unsigned n_jobs,
				  const int64_t *layout, size_t n);

/* Make another layout.  *made is its id and *link_ns the time it took, its
 * libraries included; *made is -1 when there are no more.  All that can be made
 * are, even if some fail: then the last call prints a message and returns
 * RCC_EXIT_FAILED. */
int rcc_relink_next(struct rcc_relink *relink, int64_t *made, int64_t *link_ns);

/* Also ends a randld that is still at work.  Accepts NULL. */
void rcc_relink_free(struct rcc_relink *relink);

#define RCC_RELINK_SEED_MAX 24
/* A layout's seed as randld has it; returns `out`. */
const char *rcc_relink_seed(const struct rcc_layout_record *record, char *out);

/* The folder in which a layout is made; caller frees. */
char *rcc_relink_folder(const char *folder,
			const struct rcc_layout_record *record);

#endif
