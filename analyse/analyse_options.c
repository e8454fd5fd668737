/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line of analyse. */
#include "analyse/analyse_result.h"

#include <string.h>

#include "harness/cli/arguments.h"
#include "common/number.h"

enum key {
	KEY_CONFIDENCE = 256,
	KEY_METHOD,
	KEY_THRESHOLD,
	KEY_COSTS,
	KEY_BUDGET,
	KEY_BOOTSTRAP,
	KEY_STATISTIC,
	KEY_SCHEME,
	KEY_SEED,
	KEY_THREADS,
	KEY_SERIES,
	KEY_ONLY,
	KEY_TUNE,
};

static const struct argp_option option[] = {
	{"format", 'f', "FORMAT", 0, "text (default) or json", 1},
	{"estimator", 'e', "NAME", 0,
	 "one value for each of the highest level, where it has several: their "
	 "mean (default), median, min",
	 1},
	{"only", KEY_ONLY, "CELL", 0,
	 "only the rows whose lowest level is CELL: the first iteration's give "
	 "start-up performance",
	 1},
	{NULL, 0, NULL, 0, "Intervals:", 2},
	{"confidence", KEY_CONFIDENCE, "PERCENT", 0, "default 95", 2},
	{"method", KEY_METHOD, "NAME", 0,
	 "of the ratio's interval: welch (default), kj, log", 2},
	{"threshold", KEY_THRESHOLD, "PERCENT", 0,
	 "differences up to this do not matter (default 0)", 2},
	{NULL, 0, NULL, 0, "Bootstrap:", 3},
	{"bootstrap", KEY_BOOTSTRAP, "N", 0,
	 "with N replicates, 10000 is usual (default: none)", 3},
	{"statistic", KEY_STATISTIC, "NAME", 0,
	 "of the bootstrap: mean (default), median, min", 3},
	{"scheme", KEY_SCHEME, "NAME", 0,
	 "levels drawn anew: RRR all (default), RRN all but the lowest, RNN "
	 "the "
	 "highest, FLAT none, as if values were independent",
	 3},
	{"seed", KEY_SEED, "SEED", 0, "default: a fresh one, printed", 3},
	{"threads", KEY_THREADS, "N", 0,
	 "default: one per CPU; the result is the same", 3},
	{NULL, 0, NULL, 0, "Planning and checking:", 4},
	{"costs", KEY_COSTS, "C,C…", 0,
	 "of one more repetition at each level, from the highest to the "
	 "lowest, "
	 "in any unit (default: 1 each)",
	 4},
	{"budget", KEY_BUDGET, "C", 0,
	 "in the unit of the costs: what precision it buys", 4},
	{"series", KEY_SERIES, NULL, 0,
	 "autocorrelation in the order of the file, beside the same in random "
	 "order",
	 4},
	{"tune", KEY_TUNE, "ACCURACY,PRECISION", 0,
	 "of the timer, in the unit of the values: how many executions to time "
	 "together, from values that are the time of 1, 2, 3... together, as "
	 "the lowest level says",
	 4},
	{0},
};

static void want_size(struct argp_state *state, const char *name,
		      const char *arg, size_t least, size_t most, size_t *value)
{
	if (rcc_number_parse_size(arg, least, most, value) != 0)
		argp_error(state,
			   "--%s: \"%s\" is not a number from %zu to %zu", name,
			   arg, least, most);
}

static void want_method(struct argp_state *state, const char *arg,
			enum rcc_ratio_method *method)
{
	const char *name[RCC_RATIO_LOG + 2] = {NULL};

	for (int i = 0; i <= RCC_RATIO_LOG; i++)
		name[i] = rcc_ratio_method_name((enum rcc_ratio_method)i);
	*method = (enum rcc_ratio_method)rcc_argument_choice(state, "method",
							     arg, name);
}

static void want_scheme(struct argp_state *state, const char *arg,
			enum rcc_scheme *scheme)
{
	const char *name[RCC_SCHEME_FLAT + 2] = {NULL};

	for (int i = 0; i <= RCC_SCHEME_FLAT; i++)
		name[i] = rcc_scheme_name((enum rcc_scheme)i);
	*scheme = (enum rcc_scheme)rcc_argument_choice(state, "scheme", arg,
						       name);
}

static void want_costs(struct argp_state *state, const char *arg,
		       struct rcc_analyse_options *o)
{
	double given[RCC_STATS_MAX_LEVELS];
	bool is_good = rcc_number_parse_list(arg, given, RCC_STATS_MAX_LEVELS,
					     &o->n_costs) == 0;

	for (size_t i = 0; is_good && i < o->n_costs; i++) {
		is_good = given[i] > 0;
		o->cost[o->n_costs - 1 - i] = given[i];
	}
	if (!is_good)
		argp_error(state,
			   "--costs: \"%s\" is not a list of numbers above 0, "
			   "one for each level",
			   arg);
}

/* ACCURACY,PRECISION, and the two constants of CR16 that have usual values. */
static void want_timer(struct argp_state *state, const char *arg,
		       struct rcc_analyse_options *o)
{
	double given[4];
	size_t n = 0;
	size_t unused;

	if (rcc_number_parse_list(arg, given, 4, &n) == 0 &&
	    (n == 2 || n == 4)) {
		o->timer = rcc_timer_usual(given[0], given[1]);
		if (n == 4) {
			o->timer.a = given[2] / given[1];
			o->timer.b = given[3];
		}
	}
	/* A time of 1 shows whether the timer makes sense. */
	if (rcc_minimum_executions(&o->timer, 1, &unused) != 0)
		argp_error(state,
			   "--tune: \"%s\" is not accuracy and precision of a "
			   "timer, the accuracy not below the precision (and a "
			   "between 0.005 and 0.02, b between 0.4 and 0.6)",
			   arg);
	o->rows.is_together = true;
}

static void check_values(struct argp_state *state,
			 const struct rcc_analyse_options *o)
{
	if (o->rows.is_together &&
	    (o->rows.only != NULL || o->estimator != RCC_STATISTIC_MEAN))
		argp_error(state, "--tune takes minima over all rows: not with "
				  "--only or --estimator");
}

static void want_path(struct argp_state *state, const char *arg,
		      struct rcc_analyse_options *o)
{
	if (o->path != NULL)
		argp_error(state, "one file at a time");
	o->path = arg;
}

static int parse(int key, char *arg, struct argp_state *state)
{
	struct rcc_analyse_options *o = state->input;

	switch (key) {
	case 'f':
		if (strcmp(arg, "text") != 0 && strcmp(arg, "json") != 0)
			argp_error(state, "unknown format \"%s\": text, json",
				   arg);
		o->format = arg;
		return 0;
	case KEY_CONFIDENCE:
		o->confidence = rcc_argument_number(state, "confidence", arg,
						    50, 99.9999);
		return 0;
	case KEY_METHOD:
		want_method(state, arg, &o->method);
		return 0;
	case KEY_THRESHOLD:
		o->threshold =
			rcc_argument_number(state, "threshold", arg, 0, 100);
		return 0;
	case KEY_BOOTSTRAP:
		want_size(state, "bootstrap", arg, 100, 100000000,
			  &o->n_replicates);
		return 0;
	case KEY_STATISTIC:
		o->statistic = rcc_argument_statistic(state, "statistic", arg);
		return 0;
	case 'e':
		o->estimator = rcc_argument_statistic(state, "estimator", arg);
		return 0;
	case KEY_ONLY:
		o->rows.only = arg;
		return 0;
	case KEY_TUNE:
		want_timer(state, arg, o);
		return 0;
	case KEY_SCHEME:
		want_scheme(state, arg, &o->scheme);
		return 0;
	case KEY_SEED:
		o->seed_text = arg;
		return 0;
	case KEY_THREADS:
		want_size(state, "threads", arg, 1, 64, &o->n_threads);
		return 0;
	case KEY_COSTS:
		want_costs(state, arg, o);
		return 0;
	case KEY_BUDGET:
		o->budget = rcc_argument_number(state, "budget", arg, 0, 1e18);
		return 0;
	case KEY_SERIES:
		o->wants_series = true;
		return 0;
	case ARGP_KEY_ARG:
		want_path(state, arg, o);
		return 0;
	case ARGP_KEY_END:
		if (o->path == NULL)
			argp_error(state, "which measurements? FILE.csv");
		check_values(state, o);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp rcc_analyse_argp = {
	option,
	parse,
	"FILE.csv",
	"Variances of each level, intervals, comparison and plan for "
	"any hierarchical measurements.\v"
	"The columns of FILE.csv are: system, the levels from the "
	"highest to the lowest, value.  The header names the levels.  "
	"The second system of the file is compared with the first.  "
	"A first column called benchmark may stand before: then they "
	"are compared in each benchmark, and over all.  "
	"\"-\" reads standard input.",
	NULL,
	NULL,
	NULL};
