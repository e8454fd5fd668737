/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/analyse_options.h"

#include "common/arguments.h"
#include "common/number.h"
#include "common/process.h"

#define FIELD(name) offsetof(struct rcc_analyse_options, name)

static void read_costs(const struct rcc_argument *row, const char *text,
		       const struct argp_state *state, void *field)
{
	struct rcc_analyse_options *o = field;
	double given[RCC_STATS_MAX_LEVELS];
	bool is_valid = rcc_number_parse_list(text, given, RCC_STATS_MAX_LEVELS,
					      &o->n_costs) == 0;

	(void)row;
	for (size_t i = 0; is_valid && i < o->n_costs; i++) {
		is_valid = given[i] > 0;
		o->cost[o->n_costs - 1 - i] = given[i];
	}
	if (!is_valid)
		argp_error(state,
			   "--costs: \"%s\" is not a list of numbers above 0, "
			   "one for each level",
			   text);
}

/* Read the value of --tune, which describes the timer that measured the values:
 * "ACCURACY,PRECISION" or "ACCURACY,PRECISION,A,B".  o->timer.a is set to
 * A / PRECISION, and o->timer.b to B. */
static void read_timer(const struct rcc_argument *row, const char *text,
		       const struct argp_state *state, void *field)
{
	struct rcc_analyse_options *o = field;
	double given[4];
	size_t n = 0;
	size_t unused;

	(void)row;
	if (rcc_number_parse_list(text, given, 4, &n) == 0 &&
	    (n == 2 || n == 4)) {
		o->timer = rcc_timer_usual(given[0], given[1]);
		if (n == 4) {
			o->timer.a = given[2] / given[1];
			o->timer.b = given[3];
		}
	}
	/* This call only checks that the timer's numbers are allowed.  Its
	 * result, for a duration of 1, is not used. */
	if (rcc_minimum_executions(&o->timer, 1, &unused) != 0)
		argp_error(state,
			   "--tune: \"%s\" needs ACCURACY,PRECISION of a timer "
			   "with accuracy >= precision (and a "
			   "between 0.005 and 0.02, b between 0.4 and 0.6)",
			   text);
	o->rows.is_together = true;
}

static const char *const formats[] = {"text", "json", NULL};

static const struct rcc_argument option[] = {
	RCC_ARGUMENT_CHOICE("format", 'f', "FORMAT", FIELD(format), formats,
			    "text (default) or json"),
	RCC_ARGUMENT_TEXT("columns", 0, "NAME,NAME...", FIELD(rows.columns),
			  "use only these columns of FILE.csv, in this order: "
			  "the system, the levels from the highest to the "
			  "lowest, the value"),
	RCC_ARGUMENT_CHOICE("estimator", 'e', "NAME", FIELD(estimator),
			    rcc_statistic_names,
			    "the value that represents each unit of the "
			    "highest level: mean (default), median, min"),
	RCC_ARGUMENT_TEXT(
		"only", 0, "CELL", FIELD(rows.only),
		"use only the rows with CELL in the lowest level's column; the "
		"first iteration gives start-up performance"),
	RCC_ARGUMENT_HEADING("Intervals:"),
	RCC_ARGUMENT_NUMBER("confidence", 0, "PERCENT", FIELD(confidence), 50,
			    99.9999, "confidence level (default 95)"),
	RCC_ARGUMENT_CHOICE(
		"method", 0, "NAME", FIELD(method), rcc_ratio_method_names,
		"method for the ratio's interval: welch (default), kj, log"),
	RCC_ARGUMENT_NUMBER("threshold", 0, "PERCENT", FIELD(threshold), 0, 100,
			    "ignore differences up to this size (default 0)"),
	RCC_ARGUMENT_HEADING("Bootstrap:"),
	RCC_ARGUMENT_COUNT(
		"bootstrap", 0, "N", FIELD(n_replicates), 100, 1e8,
		"draw N replicates, usually 10000 (default: no bootstrap)"),
	RCC_ARGUMENT_CHOICE(
		"statistic", 0, "NAME", FIELD(statistic), rcc_statistic_names,
		"statistic to bootstrap: mean (default), median, min"),
	RCC_ARGUMENT_CHOICE("scheme", 0, "NAME", FIELD(scheme),
			    rcc_scheme_names,
			    "levels to resample: RRR all (default), RRN all "
			    "but the lowest, RNN the highest, FLAT all values "
			    "as if they were independent"),
	RCC_ARGUMENT_TEXT("seed", 0, "SEED", FIELD(seed_text),
			  "random seed (default: a new one, printed)"),
	RCC_ARGUMENT_COUNT("threads", 0, "N", FIELD(n_threads), 1, 64,
			   "number of threads (default: one per CPU); the "
			   "result does not depend on it"),
	RCC_ARGUMENT_HEADING("Planning and checking:"),
	RCC_ARGUMENT_ROW("costs", 0, "C,C…", 0,
			 "cost of one more repetition at each level, highest "
			 "level first, in any unit; with machines, cost of a "
			 "machine, a layout, a run (default: 1 each)",
			 read_costs),
	RCC_ARGUMENT_NUMBER("budget", 0, "C", FIELD(budget), 0, 1e18,
			    "print the precision that this total cost buys "
			    "(unit of --costs)"),
	RCC_ARGUMENT_FLAG("series", 0, FIELD(wants_series),
			  "print autocorrelations in file order, and in random "
			  "order for comparison"),
	RCC_ARGUMENT_ROW("tune", 0, "ACCURACY,PRECISION", 0,
			 "print how many executions to time together for a "
			 "timer of this accuracy and precision (unit of the "
			 "values); the column of the lowest level then has the "
			 "number of executions in each value",
			 read_timer),
	{0},
};

static void take_path(const char *text, const struct argp_state *state,
		      void *values)
{
	struct rcc_analyse_options *o = values;

	if (o->path != NULL)
		argp_error(state, "give one file");
	o->path = text;
}

bool rcc_analyse_has_own_bootstrap(const struct rcc_analyse_options *o)
{
	return o->scheme != RCC_SCHEME_ALL ||
	       o->statistic != RCC_STATISTIC_MEAN;
}

static void check(const struct argp_state *state, void *values)
{
	const struct rcc_analyse_options *o = values;

	if (o->path == NULL)
		argp_error(state, "FILE.csv is missing");
	if (o->n_replicates == 0 && rcc_analyse_has_own_bootstrap(o))
		argp_error(state, "--scheme and --statistic need --bootstrap");
	if (o->rows.is_together &&
	    (o->rows.only != NULL || o->estimator != RCC_STATISTIC_MEAN))
		argp_error(state,
			   "--tune cannot be combined with --only or "
			   "--estimator: it uses the minimum of all rows");
}

void rcc_analyse_options_parse(int argc, char **argv,
			       struct rcc_analyse_options *o)
{
	static const struct rcc_command_line line = {
		.option = option,
		.args_doc = "FILE.csv",
		.doc = "Analyse hierarchical measurements from any source: the "
		       "variance of each level, confidence intervals, a "
		       "comparison of two systems, and a plan.\v"
		       "The columns of FILE.csv are: system, the levels from "
		       "the highest to the lowest, value.  The header names "
		       "the levels.  The second system in the file is compared "
		       "with the first.  An optional first column called "
		       "benchmark groups the systems; they are then compared "
		       "in each benchmark and over all of them.  If the "
		       "highest level is called machine (below a level kind, "
		       "if machines are of several), layouts are the same on "
		       "all machines; the output says how much of their effect "
		       "is.  --columns "
		       "selects the columns of another file, such as the rows "
		       "of randstudy report --format csv.  \"-\" reads "
		       "standard input.",
		.argument = take_path,
		.check = check};

	*o = (struct rcc_analyse_options){.confidence = 95,
					  .n_threads = rcc_process_n_cpus()};
	rcc_arguments_parse(&line, "randstudy analyse", argc, argv, o);
}
