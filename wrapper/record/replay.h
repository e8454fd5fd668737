/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Repeating a recorded link (recipe.h) for one seed or for many.
 *
 * For many seeds, the record is checked once, and the inputs are mapped and
 * read once.  Each layout has a child process of its own.  The child writes
 * ranks into its own copy-on-write view of the inputs, and goes through the
 * phases of an ordinary link (wrapper/link/lay_out.h).
 */
#ifndef RCC_WRAPPER_RECORD_REPLAY_H
#define RCC_WRAPPER_RECORD_REPLAY_H

#include <stdbool.h>

#include "common/refusal.h"
#include "wrapper/config/settings.h"
#include "wrapper/record/seed_list.h"

/* A replay: the record, the seeds and the output. */
struct rcc_replay {
	const char *record; /* path of the record: DIR/NAME */
	const struct rcc_settings *settings;
	/* The seeds.  NULL: make one layout, with the seed in the settings. */
	const struct rcc_seed_list *seeds;
	/* The path of the program.  With a list of seeds, a pattern for
	 * rcc_seed_output(). */
	const char *output;
	unsigned n_jobs; /* layouts made at the same time */
	/* Print "SEED<tab>STATUS<tab>NANOSECONDS" to standard output after each
	 * layout. */
	bool reports;
	/* The path of a program.  If not NULL, do not link, but print which
	 * functions of the program are moved by layouts (code_list.h). */
	const char *listed;
	/* Print the order of the program `listed` instead (order_list.h). */
	bool lists_order;
};

/* Repeat the link.  Returns the exit status of the linker.  For many seeds this
 * is the status of the first layout that failed, or 0.  Returns a negative
 * RCC_E… if the record is damaged or an input has changed. */
int rcc_replay_run(const struct rcc_replay *what, struct rcc_refusal *why);

#endif
