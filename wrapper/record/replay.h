/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A recorded link (recipe.h), done again: once, or for many seeds.
 *
 * Many seeds share what does not depend on them: the record is checked and the
 * inputs are mapped and read once; then each layout is a child of ours, which
 * ranks names in its own (copy-on-write) view of them and takes the path of
 * every link.
 */
#ifndef RCC_WRAPPER_RECORD_REPLAY_H
#define RCC_WRAPPER_RECORD_REPLAY_H

#include <stdbool.h>
#include <stddef.h>

#include "wrapper/record/seed_list.h"
#include "wrapper/config/settings.h"

struct rcc_replay {
	const char *record; /* DIR/NAME */
	const struct rcc_settings *settings;
	/* NULL: only the settings' seed, and `output` is a path as it is. */
	const struct rcc_seeds *seeds;
	const char *output; /* a pattern, see rcc_seeds_output() */
	unsigned n_jobs;
	/* Print "SEED<tab>STATUS<tab>NANOSECONDS" on standard output as each
	 * layout is done. */
	bool reports;
};

/* Returns the status of the linker, of the first layout that failed.  Ends the
 * program when the record is damaged or an input has changed. */
int rcc_replay_run(const struct rcc_replay *what);

#endif
