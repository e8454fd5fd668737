/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Making the programs of layouts: by linking the recorded build again, for all
 * seeds in one call of randld; or (--rebuild) by the build command, once for
 * each.  Both give the same programs.
 */
#ifndef RCC_HARNESS_BUILD_RELINK_H
#define RCC_HARNESS_BUILD_RELINK_H

#include <stddef.h>
#include <stdint.h>

#include "harness/build/experiment.h"

struct rcc_make {
	struct rcc_experiment *x;
	const char *folder; /* each layout is made in FOLDER/SEED */
	/* A layout has been made, and its program took link_ns: an exit code;
	 * other than 0, no more are made.  Its libraries' time is in its row
	 * already. */
	int (*done)(struct rcc_make *make, int64_t layout, int64_t link_ns);
};

#define RCC_MAKE_SEED_MAX 24
/* A layout's seed as randld has it; returns `out`. */
const char *rcc_make_seed(const struct rcc_layout_record *row, char *out);

/* Where a layout is made; caller frees. */
char *rcc_make_folder(const struct rcc_make *make,
		      const struct rcc_layout_record *row);

/* Make n layouts of one cell, at least one.  What can be made is, although one
 * fails; then the exit code says so, and a message. */
int rcc_make_by_replay(struct rcc_make *make, const int64_t *layout, size_t n);

/* The same; one at a time, since they share the build's tree. */
int rcc_make_by_build(struct rcc_make *make, const int64_t *layout, size_t n);

#endif
