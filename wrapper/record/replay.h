/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A recorded link (recipe.h), done again: once, or for many seeds.
 *
 * Many seeds share what does not depend on them: the record is checked, and the
 * inputs are mapped and read, once.  Each layout is then a child process, which
 * ranks names in its own copy-on-write view of the inputs and takes the path of
 * every link.
 */
#ifndef RCC_WRAPPER_RECORD_REPLAY_H
#define RCC_WRAPPER_RECORD_REPLAY_H

#include <stdbool.h>

#include "common/refusal.h"
#include "wrapper/config/settings.h"
#include "wrapper/record/seed_list.h"

struct rcc_replay {
	const char *record; /* DIR/NAME */
	const struct rcc_settings *settings;
	/* NULL: one layout, by the settings' seed, to the path `output`. */
	const struct rcc_seed_list *seeds;
	const char *output; /* seeds: a pattern for rcc_seed_output() */
	unsigned n_jobs;    /* layouts made at a time */
	/* Print "SEED<tab>STATUS<tab>NANOSECONDS" on standard output as each
	 * layout is done. */
	bool reports;
	/* Instead of linking, print which functions of this program layouts
	 * move (code_list.h).  NULL: link. */
	const char *listed;
};

/* Returns the status of the linker, with many seeds that of the first layout
 * that failed; or a negative RCC_E… when the record is damaged or an input has
 * changed. */
int rcc_replay_run(const struct rcc_replay *what, struct rcc_refusal *why);

#endif
