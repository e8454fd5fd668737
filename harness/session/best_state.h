/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of `randstudy best`, for the files best_*.c. */
#ifndef RCC_HARNESS_SESSION_BEST_STATE_H
#define RCC_HARNESS_SESSION_BEST_STATE_H

#include <stdbool.h>

#include "harness/build/experiment.h"
#include "harness/findings/best_layout.h"
#include "harness/findings/findings.h"
#include "harness/run/execute.h"
#include "harness/run/trial_runs.h"
#include "harness/session/best_options.h"

struct rcc_best_search {
	const struct rcc_best_options *options;
	struct rcc_findings findings;
	const struct rcc_cell *cell; /* the random layouts */
	struct rcc_experiment x;
	struct rcc_store *store;
	struct rcc_executor executor;
	struct rcc_trial_runs runs;
	struct rcc_best b;
	bool *is_linked; /* [number of layouts] */
	char *original;	 /* folder of the original layout's program */
};

/* Store JSON under a key, and release it.  Prints what is wrong and returns an
 * exit code. */
int rcc_best_store_json(struct rcc_best_search *s, const char *key,
			json_t *json);
/* Print that the database failed.  Returns the exit code. */
int rcc_best_store_failed(const struct rcc_best_search *s);
/* Read the database again.  Prints what is wrong and returns an exit code. */
int rcc_best_read_again(struct rcc_best_search *s);

#endif
