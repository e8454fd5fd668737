/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of `randstudy best`, for the files best_*.c. */
#ifndef RCC_HARNESS_SESSION_BEST_STATE_H
#define RCC_HARNESS_SESSION_BEST_STATE_H

#include <stdbool.h>

#include "harness/findings/best_layout.h"
#include "harness/session/best_options.h"
#include "harness/session/trial_search.h"

struct rcc_best_search {
	const struct rcc_best_options *options;
	struct rcc_trial_search search;
	struct rcc_best b;
	bool *is_linked; /* one element for each layout */
	char *original;	 /* folder of the original layout's program */
};

/* Read the database DIR/best.db again and set s->b.  Prints what is wrong and
 * returns an exit code. */
int rcc_best_read_again(struct rcc_best_search *s);

/* Return the record of the random layout with this seed, for
 * rcc_best_link(). */
struct rcc_layout_record rcc_best_record(const struct rcc_best_search *s,
					 uint64_t seed);
/* Link a layout into `folder`.  Prints what is wrong and returns an exit code.
 * `what` names the layout in the message, such as "the winner". */
int rcc_best_link(const struct rcc_best_search *s,
		  const struct rcc_layout_record *record, const char *what,
		  const char *folder);

#endif
