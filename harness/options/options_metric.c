/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of `randstudy run`: what is measured beside time and memory. */
#include <stdlib.h>

#include "harness/options/option.h"
#include "harness/study/metric_spec.h"

static void read_metric(struct rcc_run_options *o, const struct rcc_option *row,
			const char *text, struct argp_state *state)
{
	char *problem = NULL;
	json_t *metric = rcc_metric_spec_parse(text, &problem);

	(void)row;
	if (metric == NULL)
		rcc_option_bad(state, "--metric %s: %s", text, problem);
	free(problem);
	rcc_option_append(o, "metrics", metric, state);
}

const struct rcc_option rcc_options_metric[] = {
	{"metric", 0, "[NAME[/UNIT]=]SOURCE",
	 "stdout:REGEX, stderr:REGEX, file:PATH:REGEX (with one group, the "
	 "number; each match an iteration, \"once:\" before it: one per run); "
	 "perf:EVENT, cachegrind:EVENT, callgrind:EVENT; wall, user, ...; "
	 "repeatable, the first is the one reported",
	 read_metric, 0, 0, NULL},
	{0},
};
