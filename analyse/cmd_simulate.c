/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * randstudy simulate: experiments with known true values, to see how reliable an
 * interval is.
 */
#include "analyse/cmd_simulate.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/arguments.h"
#include "common/diag.h"
#include "common/mem.h"
#include "common/random.h"
#include "common/number.h"
#include "stats/rcc_stats.h"

#define MOST_COLUMNS 16
#define MOST_LAYOUTS 1e6
#define MOST_COUNT 1e9

struct options {
	double layouts[MOST_COLUMNS];
	size_t n_layouts;
	size_t executions, iterations, replicates, bootstrap, runs, most;
	double sd[3]; /* layout, execution, iteration; percent */
	double ratio, threshold, confidence, stop;
	/* Of the layouts between interim analyses; 0: one after each layout. */
	double growth;
	enum rcc_shape shape;
	const char *seed_text;
	uint64_t seed;
};

static void read_layouts(const struct rcc_argument *row, const char *text,
			 const struct argp_state *state, void *field)
{
	struct options *o = field;
	bool is_valid = rcc_number_parse_list(text, o->layouts, MOST_COLUMNS,
					      &o->n_layouts) == 0;

	(void)row;
	for (size_t i = 0; is_valid && i < o->n_layouts; i++)
		is_valid = o->layouts[i] >= 2 &&
			   o->layouts[i] <= MOST_LAYOUTS &&
			   floor(o->layouts[i]) == o->layouts[i];
	if (!is_valid)
		argp_error(state,
			   "--layouts: \"%s\" is not a list of up to %d whole "
			   "numbers, each at least 2",
			   text, MOST_COLUMNS);
}

static void read_sd(const struct rcc_argument *row, const char *text,
		    const struct argp_state *state, void *field)
{
	struct options *o = field;
	size_t n;

	(void)row;
	if (rcc_number_parse_list(text, o->sd, 3, &n) != 0 || n != 3 ||
	    o->sd[0] < 0 || o->sd[1] < 0 || o->sd[2] < 0)
		argp_error(state,
			   "--sd: \"%s\" is not three numbers, none negative: "
			   "layouts, executions, iterations",
			   text);
}

#define FIELD(name) offsetof(struct options, name)

static const struct rcc_argument option[] = {
	RCC_ARGUMENT_HEADING("The experiment:"),
	RCC_ARGUMENT_ROW(
		"layouts", 0, "N,N…", 0,
		"number of layouts of each system (default 3,5,10,20,30)",
		read_layouts),
	RCC_ARGUMENT_COUNT("executions", 0, "N", FIELD(executions), 1,
			   MOST_COUNT, "executions per layout (default 1)"),
	RCC_ARGUMENT_COUNT("iterations", 0, "N", FIELD(iterations), 1,
			   MOST_COUNT, "iterations per execution (default 1)"),
	RCC_ARGUMENT_ROW("sd", 0, "L,E,I", 0,
			 "standard deviations of layouts, executions and "
			 "iterations, in percent of the mean (default 2,1,1)",
			 read_sd),
	RCC_ARGUMENT_CHOICE("shape", 0, "NAME", FIELD(shape), rcc_shape_names,
			    "distribution of the layouts' effects: normal "
			    "(default), lognormal, bimodal, heavy"),
	RCC_ARGUMENT_NUMBER("ratio", 0, "X", FIELD(ratio), 1e-6, 1e6,
			    "true ratio, new over old (default 1)"),
	RCC_ARGUMENT_HEADING("What is counted:"),
	RCC_ARGUMENT_NUMBER("threshold", 0, "PERCENT", FIELD(threshold), 0, 100,
			    "threshold of the verdict (default 0)"),
	RCC_ARGUMENT_NUMBER("confidence", 0, "PERCENT", FIELD(confidence), 50,
			    99.9999,
			    "confidence level of the intervals (default 95)"),
	RCC_ARGUMENT_COUNT("bootstrap", 0, "N", FIELD(bootstrap), 100,
			   MOST_COUNT,
			   "also try the bootstrap, with N replicates "
			   "(default: no bootstrap)"),
	RCC_ARGUMENT_COUNT("one-layout", 0, "RUNS", FIELD(runs), 2, MOST_COUNT,
			   "instead: count false alarms of one layout per "
			   "side, each run RUNS times"),
	RCC_ARGUMENT_NUMBER(
		"stop-at", 0, "PERCENT", FIELD(stop), 1e-3, 100,
		"instead: count coverage when layouts are added, starting from "
		"--layouts, until the half-width is PERCENT of the mean"),
	RCC_ARGUMENT_NUMBER("looks", 0, "TIMES", FIELD(growth), 1.01, 100,
			    "with --stop-at: check again at TIMES as many "
			    "layouts, as randstudy run --precision does with "
			    "1.5 (default: after each layout)"),
	RCC_ARGUMENT_HEADING("The simulation:"),
	RCC_ARGUMENT_COUNT("replicates", 0, "N", FIELD(replicates), 1,
			   MOST_COUNT,
			   "number of simulated experiments (default 20000)"),
	RCC_ARGUMENT_TEXT("seed", 0, "SEED", FIELD(seed_text),
			  "random seed (default: a new one, printed)"),
	{0},
};

/* A fraction in percent, and its standard error. */
static double percent(size_t count, size_t n)
{
	return 100 * (double)count / (double)n;
}

static double percent_error(size_t count, size_t n)
{
	const double p = (double)count / (double)n;

	return 100 * sqrt(p * (1 - p) / (double)n);
}

static void print_head(const struct options *o)
{
	printf("seed %" PRIu64 ", %zu simulated experiments, %s layouts\n",
	       o->seed, o->replicates, rcc_shape_name(o->shape));
	printf("sd %g %% layouts, %g %% executions, %g %% iterations; %zu "
	       "executions, %zu iterations\n",
	       o->sd[0], o->sd[1], o->sd[2], o->executions, o->iterations);
}

static struct rcc_random stream(const struct options *o, size_t column)
{
	struct rcc_random random;
	char label[32];

	snprintf(label, sizeof(label), "simulate %zu", column);
	rcc_random_stream(&random, o->seed, label);
	return random;
}

static void print_row(const char *name, const size_t *count, size_t n_columns,
		      size_t n)
{
	printf("%-36s", name);
	for (size_t c = 0; c < n_columns; c++)
		printf(" %7.2f", percent(count[c], n));
	putchar('\n');
}

static void print_layouts(const struct options *o)
{
	printf("%-36s", "layouts");
	for (size_t c = 0; c < o->n_layouts; c++)
		printf(" %7.0f", o->layouts[c]);
	putchar('\n');
}

static void print_table(const struct options *o,
			const struct rcc_simulated *result)
{
	static const char *const verdict[] = {"faster", "slower",
					      "no difference larger than that",
					      "undecided"};
	size_t count[MOST_COLUMNS];

	print_layouts(o);
	printf("intervals that cover the true value, %% (nominal %g; one "
	       "standard error %.2f)\n",
	       o->confidence,
	       percent_error(
		       (size_t)((double)o->replicates * o->confidence / 100),
		       o->replicates));
	for (int t = 0; t < RCC_N_TRIALS; t++) {
		const bool is_boot = t >= RCC_TRIAL_BOOT_PERCENTILE &&
				     t <= RCC_TRIAL_BOOT_RATIO_STUDENT;

		if (is_boot && o->bootstrap == 0)
			continue;
		for (size_t c = 0; c < o->n_layouts; c++)
			count[c] = result[c].covered[t];
		print_row(rcc_trial_name((enum rcc_trial)t), count,
			  o->n_layouts, o->replicates);
		for (size_t c = 0; c < o->n_layouts; c++)
			count[c] = result[c].undefined[t];
		for (size_t c = 0; c < o->n_layouts; c++) {
			if (count[c] == 0)
				continue;
			print_row("  of which undefined", count, o->n_layouts,
				  o->replicates);
			break;
		}
	}
	printf("verdicts at a threshold of %g %%, true ratio %g, %%\n",
	       o->threshold, o->ratio);
	for (int v = 0; v < 4; v++) {
		for (size_t c = 0; c < o->n_layouts; c++)
			count[c] = result[c].verdict[v];
		print_row(verdict[v], count, o->n_layouts, o->replicates);
	}
}

static int simulate_coverage(const struct options *o)
{
	struct rcc_simulated result[MOST_COLUMNS];

	for (size_t c = 0; c < o->n_layouts; c++) {
		const struct rcc_simulation simulation = {
			.model = {.n_levels = 3,
				  .mean = 1,
				  .sd = {o->sd[2] / 100, o->sd[1] / 100,
					 o->sd[0] / 100},
				  .shape = o->shape},
			.ratio = o->ratio,
			.r = {o->iterations, o->executions,
			      (size_t)o->layouts[c]},
			.level = o->confidence / 100,
			.delta = o->threshold / 100,
			.n_bootstrap = o->bootstrap};
		struct rcc_random random = stream(o, c);
		void *scratch =
			rcc_mem_alloc(rcc_simulate_scratch(&simulation));
		const int status = rcc_simulate(&simulation, o->replicates,
						&random, scratch, &result[c]);

		free(scratch);
		if (status != 0) {
			rcc_error("cannot simulate this experiment");
			return RCC_EXIT_USAGE;
		}
	}
	print_head(o);
	print_table(o, result);
	return RCC_EXIT_OK;
}

static int simulate_one_layout(const struct options *o)
{
	double *scratch = rcc_mem_realloc(NULL, 2 * o->runs, sizeof(*scratch));
	struct rcc_random random = stream(o, 0);
	const double run_sd =
		hypot(o->sd[1], o->sd[2] / sqrt((double)o->iterations));
	const size_t alarms = rcc_simulate_one_layout(
		o->sd[0] / 100, run_sd / 100, o->runs, o->confidence / 100,
		o->replicates, &random, scratch);

	free(scratch);
	print_head(o);
	printf("one layout per side, %zu runs each, Welch's test at %g %%: "
	       "%.2f %% false alarms\n",
	       o->runs, 100 - o->confidence, percent(alarms, o->replicates));
	return RCC_EXIT_OK;
}

static int simulate_stopping(const struct options *o)
{
	const double below =
		hypot(o->sd[1], o->sd[2] / sqrt((double)o->iterations)) /
		sqrt((double)o->executions);
	const double sd = hypot(o->sd[0], below);
	double *scratch = rcc_mem_realloc(NULL, o->most, sizeof(*scratch));
	size_t count[MOST_COLUMNS];

	for (size_t c = 0; c < o->n_layouts; c++) {
		struct rcc_random random = stream(o, c);

		count[c] = rcc_simulate_stopping(
			sd / 100, o->shape, o->stop / 100,
			(size_t)o->layouts[c], o->most, o->growth,
			o->confidence / 100, o->replicates, &random, scratch);
	}
	free(scratch);
	print_head(o);
	print_layouts(o);
	printf("stopping at a half-width of %g %%, checked ", o->stop);
	if (o->growth > 0)
		printf("again at %g times as many layouts", o->growth);
	else
		printf("after each layout from there on");
	printf(" (%zu at most)\n", o->most);
	print_row("intervals that cover the mean, %", count, o->n_layouts,
		  o->replicates);
	return RCC_EXIT_OK;
}

int rcc_cmd_simulate(int argc, char **argv)
{
	static const struct rcc_command_line line = {
		.option = option,
		.doc = "Simulate experiments with a known true value, and "
		       "count how often each interval covers it and how often "
		       "each verdict is reached."};
	struct options o = {.layouts = {3, 5, 10, 20, 30},
			    .n_layouts = 5,
			    .executions = 1,
			    .iterations = 1,
			    .replicates = 20000,
			    .most = 1000,
			    .sd = {2, 1, 1},
			    .ratio = 1,
			    .confidence = 95};

	rcc_arguments_parse(&line, "randstudy simulate", argc, argv, &o);
	if (rcc_number_seed(o.seed_text, &o.seed) != 0) {
		rcc_error("bad seed \"%s\"", o.seed_text);
		rcc_hint("a seed is a whole number from 0 to 2^64 - 1");
		return RCC_EXIT_USAGE;
	}
	if (o.runs > 0)
		return simulate_one_layout(&o);
	if (o.stop > 0)
		return simulate_stopping(&o);
	return simulate_coverage(&o);
}
