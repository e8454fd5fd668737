/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs that are lost because the machine that made them has lost its disk.  The
 * machine's database (a shard, store/machines.h) lists such losses, as the text
 * of a JSON array.
 */
#ifndef RCC_HARNESS_STUDY_LOST_RUNS_H
#define RCC_HARNESS_STUDY_LOST_RUNS_H

#include <stdbool.h>
#include <stdint.h>

#include "common/strvec.h"

struct rcc_lost_runs {
	const char *machine; /* the machine's name */
	int64_t n_back;	     /* number of runs in the shard before the loss */
	/* If true, another machine began the work again, and the n_back runs
	 * are not used.  If false, the same machine went on after the n_back
	 * runs. */
	bool is_begun_again;
	/* Whether the machine may have made later runs that are lost. */
	bool may_have_later;
};

/* Return a copy of `list` with *lost appended.  `list` may be NULL.  Caller
 * frees. */
char *rcc_lost_runs_add(const char *list, const struct rcc_lost_runs *lost);

/* Append a sentence about each loss.  It gives the machine's number, but not
 * its name.  `list` may be NULL. */
void rcc_lost_runs_say(const char *list, unsigned machine,
		       struct rcc_strvec *sentence);

#endif
