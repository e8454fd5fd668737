/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Repeating a recorded link (recipe.h) for one seed or for many.  For many
 * seeds, the record is checked and the inputs are mapped and read only once.
 * Each layout is then made by a child process, which ranks names in its own
 * copy-on-write view of the inputs and goes through the phases of every link
 * (wrapper/link/link.h).
 */
#ifndef RCC_WRAPPER_RECORD_REPLAY_H
#define RCC_WRAPPER_RECORD_REPLAY_H

#include <stdbool.h>

#include "common/refusal.h"
#include "wrapper/config/settings.h"
#include "wrapper/record/seed_list.h"

/* A replay: the record, the seeds and the output. */
struct rcc_replay {
	const char *record; /* the path of the record, DIR/NAME */
	const struct rcc_settings *settings;
	/* The seeds.  NULL: make one layout, by the seed in the settings. */
	const struct rcc_seed_list *seeds;
	/* The path of the program; if there is a list of seeds, a pattern for
	 * rcc_seed_output(). */
	const char *output;
	unsigned n_jobs; /* layouts made at the same time */
	/* Print "SEED<tab>STATUS<tab>NANOSECONDS" on standard output after each
	 * layout. */
	bool reports;
	/* The path of a program.  Instead of linking, print which of its
	 * functions layouts move (code_list.h).  NULL: link. */
	const char *listed;
};

/* Repeat the link.  Returns the exit status of the linker, or, for many seeds,
 * of the first layout that failed.  Returns a negative RCC_E… if the record is
 * damaged or an input has changed. */
int rcc_replay_run(const struct rcc_replay *what, struct rcc_refusal *why);

#endif
