/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of `randstudy explain`, for the files explain_*.c. */
#ifndef RCC_HARNESS_SESSION_EXPLAIN_STATE_H
#define RCC_HARNESS_SESSION_EXPLAIN_STATE_H

#include <stdint.h>

#include "harness/findings/explanation.h"
#include "harness/session/explain_options.h"
#include "harness/session/trial_search.h"

struct rcc_explain {
	const struct rcc_explain_options *options;
	struct rcc_trial_search search;
	struct rcc_explanation e;
	int64_t layout; /* id of the layout whose functions are moved */
	char *base;	/* folder of this layout's program */
	int64_t begun_ns;
	double spent_s; /* time that earlier calls took */
};

/* Read the database DIR/explain.db again and set s->e.  Prints what is wrong
 * and returns an exit code. */
int rcc_explain_read_again(struct rcc_explain *s);

#endif
