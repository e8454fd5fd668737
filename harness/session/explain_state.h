/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of `randstudy explain`, for the files explain_*.c. */
#ifndef RCC_HARNESS_SESSION_EXPLAIN_STATE_H
#define RCC_HARNESS_SESSION_EXPLAIN_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "harness/build/experiment.h"
#include "harness/findings/explanation.h"
#include "harness/findings/findings.h"
#include "harness/run/execute.h"
#include "harness/run/trial_runs.h"
#include "harness/session/explain_options.h"

struct rcc_explain {
	const struct rcc_explain_options *options;
	struct rcc_findings findings;
	const struct rcc_cell *cell; /* the random layouts */
	struct rcc_experiment x;
	struct rcc_store *store;
	struct rcc_executor executor;
	struct rcc_trial_runs runs;
	struct rcc_explanation e;
	int64_t layout; /* id of the layout whose functions are moved */
	char *base;	/* folder of its program */
	uint64_t seed;
	int64_t begun_ns;
	double spent_s; /* in earlier calls */
};

/* Return the path DIR/explain/NAME; caller frees. */
char *rcc_explain_path(const struct rcc_explain *s, const char *name);
/* Store JSON under a key, and release it.  Prints what is wrong and returns an
 * exit code. */
int rcc_explain_store_json(struct rcc_explain *s, const char *key,
			   json_t *json);
/* Print that the database failed.  Returns the exit code. */
int rcc_explain_store_failed(const struct rcc_explain *s);
/* Read the database again.  Prints what is wrong and returns an exit code. */
int rcc_explain_read_again(struct rcc_explain *s);
/* Return whether the user asked to stop. */
bool rcc_explain_must_stop(const struct rcc_explain *s);

#endif
