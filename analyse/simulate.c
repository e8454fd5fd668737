/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * randstudy simulate: experiments with known answers, to see what an interval
 * is worth before believing it.
 */
#include "analyse/simulate.h"

#include <argp.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/mem.h"
#include "common/random.h"
#include "harness/cli/arguments.h"
#include "common/number.h"
#include "stats/rcc_stats.h"

#define MOST_COLUMNS 16
#define MOST_REPETITIONS 1e6

struct options {
	double layouts[MOST_COLUMNS];
	size_t n_layouts;
	size_t executions, iterations, replicates, bootstrap, runs, most;
	double sd[3]; /* layout, execution, iteration; percent */
	double ratio, threshold, confidence, stop;
	double growth; /* from look to look; 0: after each layout */
	enum rcc_shape shape;
	const char *seed_text;
	uint64_t seed;
};

enum key {
	KEY_LAYOUTS = 256,
	KEY_EXECUTIONS,
	KEY_ITERATIONS,
	KEY_SD,
	KEY_RATIO,
	KEY_SHAPE,
	KEY_THRESHOLD,
	KEY_CONFIDENCE,
	KEY_REPLICATES,
	KEY_BOOTSTRAP,
	KEY_SEED,
	KEY_ONE_LAYOUT,
	KEY_STOP,
	KEY_LOOKS,
};

static const struct argp_option option[] = {
	{NULL, 0, NULL, 0, "The experiment:", 1},
	{"layouts", KEY_LAYOUTS, "N,N…", 0,
	 "layouts of each system (default 3,5,10,20,30)", 1},
	{"executions", KEY_EXECUTIONS, "N", 0,
	 "executions of each layout (default 1)", 1},
	{"iterations", KEY_ITERATIONS, "N", 0,
	 "iterations of each execution (default 1)", 1},
	{"sd", KEY_SD, "L,E,I", 0,
	 "standard deviation of layouts, executions and iterations, percent of "
	 "the mean (default 2,1,1)",
	 1},
	{"shape", KEY_SHAPE, "NAME", 0,
	 "of the layouts' effects: normal (default), lognormal, bimodal, heavy",
	 1},
	{"ratio", KEY_RATIO, "X", 0, "true ratio, new over old (default 1)", 1},
	{NULL, 0, NULL, 0, "What is counted:", 2},
	{"threshold", KEY_THRESHOLD, "PERCENT", 0, "of the verdict (default 0)",
	 2},
	{"confidence", KEY_CONFIDENCE, "PERCENT", 0,
	 "of the intervals (default 95)", 2},
	{"bootstrap", KEY_BOOTSTRAP, "N", 0,
	 "try the bootstrap too, with N replicates (default: no)", 2},
	{"one-layout", KEY_ONE_LAYOUT, "RUNS", 0,
	 "instead: false alarms with one layout per side, run RUNS times", 2},
	{"stop-at", KEY_STOP, "PERCENT", 0,
	 "instead: coverage when layouts are added until the half-width is "
	 "PERCENT of the mean, with at least --layouts of them",
	 2},
	{"looks", KEY_LOOKS, "TIMES", 0,
	 "with --stop-at: look again at TIMES as many layouts, as randstudy "
	 "run "
	 "--precision does with 1.5 (default: after each)",
	 2},
	{NULL, 0, NULL, 0, "The simulation:", 3},
	{"replicates", KEY_REPLICATES, "N", 0,
	 "simulated experiments (default 20000)", 3},
	{"seed", KEY_SEED, "SEED", 0, "default: a fresh one, printed", 3},
	{0},
};

static void want_size(struct argp_state *state, const char *name,
		      const char *arg, size_t least, size_t *value)
{
	if (rcc_number_parse_size(arg, least, (size_t)MOST_REPETITIONS * 1000,
				  value) != 0)
		argp_error(state, "--%s: \"%s\" is not a number from %zu on",
			   name, arg, least);
}

static void want_layouts(struct argp_state *state, const char *arg,
			 struct options *o)
{
	bool is_good = rcc_number_parse_list(arg, o->layouts, MOST_COLUMNS,
					     &o->n_layouts) == 0;

	for (size_t i = 0; is_good && i < o->n_layouts; i++)
		is_good = o->layouts[i] >= 2 &&
			  o->layouts[i] <= MOST_REPETITIONS &&
			  floor(o->layouts[i]) == o->layouts[i];
	if (!is_good)
		argp_error(state,
			   "--layouts: \"%s\" is not a list of up to %d whole "
			   "numbers from 2 on",
			   arg, MOST_COLUMNS);
}

static void want_sd(struct argp_state *state, const char *arg,
		    struct options *o)
{
	size_t n;

	if (rcc_number_parse_list(arg, o->sd, 3, &n) != 0 || n != 3 ||
	    o->sd[0] < 0 || o->sd[1] < 0 || o->sd[2] < 0)
		argp_error(state,
			   "--sd: \"%s\" is not three numbers from 0 on: "
			   "layouts, executions, iterations",
			   arg);
}

static void want_shape(struct argp_state *state, const char *arg,
		       enum rcc_shape *shape)
{
	const char *name[RCC_SHAPE_HEAVY + 2] = {NULL};

	for (int i = 0; i <= RCC_SHAPE_HEAVY; i++)
		name[i] = rcc_shape_name((enum rcc_shape)i);
	*shape = (enum rcc_shape)rcc_argument_choice(state, "shape", arg, name);
}

static int parse(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case KEY_LAYOUTS:
		want_layouts(state, arg, o);
		return 0;
	case KEY_EXECUTIONS:
		want_size(state, "executions", arg, 1, &o->executions);
		return 0;
	case KEY_ITERATIONS:
		want_size(state, "iterations", arg, 1, &o->iterations);
		return 0;
	case KEY_SD:
		want_sd(state, arg, o);
		return 0;
	case KEY_SHAPE:
		want_shape(state, arg, &o->shape);
		return 0;
	case KEY_RATIO:
		o->ratio = rcc_argument_number(state, "ratio", arg, 1e-6, 1e6);
		return 0;
	case KEY_THRESHOLD:
		o->threshold =
			rcc_argument_number(state, "threshold", arg, 0, 100);
		return 0;
	case KEY_CONFIDENCE:
		o->confidence = rcc_argument_number(state, "confidence", arg,
						    50, 99.9999);
		return 0;
	case KEY_REPLICATES:
		want_size(state, "replicates", arg, 1, &o->replicates);
		return 0;
	case KEY_BOOTSTRAP:
		want_size(state, "bootstrap", arg, 100, &o->bootstrap);
		return 0;
	case KEY_ONE_LAYOUT:
		want_size(state, "one-layout", arg, 2, &o->runs);
		return 0;
	case KEY_STOP:
		o->stop = rcc_argument_number(state, "stop-at", arg, 1e-3, 100);
		return 0;
	case KEY_LOOKS:
		o->growth = rcc_argument_number(state, "looks", arg, 1.01, 100);
		return 0;
	case KEY_SEED:
		o->seed_text = arg;
		return 0;
	case ARGP_KEY_ARG:
		argp_error(state, "takes no argument: \"%s\"", arg);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* Percent, and one standard error of it, from counts. */
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
	printf("intervals that cover the truth, %% (nominal %g; one standard "
	       "error %.2f)\n",
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
			print_row("  of which gave none", count, o->n_layouts,
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
	printf("stopping at a half-width of %g %%, looking ", o->stop);
	if (o->growth > 0)
		printf("again at %g times as many layouts", o->growth);
	else
		printf("after each layout from there on");
	printf(" (%zu at most)\n", o->most);
	print_row("intervals that cover the truth, %", count, o->n_layouts,
		  o->replicates);
	return RCC_EXIT_OK;
}

int rcc_cmd_simulate(int argc, char **argv)
{
	static const struct argp argp = {
		option,
		parse,
		NULL,
		"Simulate experiments whose answer is known, and count how "
		"often each interval covers it and what the verdicts say.",
		NULL,
		NULL,
		NULL};
	struct options o = {.layouts = {3, 5, 10, 20, 30},
			    .n_layouts = 5,
			    .executions = 1,
			    .iterations = 1,
			    .replicates = 20000,
			    .most = 1000,
			    .sd = {2, 1, 1},
			    .ratio = 1,
			    .confidence = 95};
	char name[] = "randstudy simulate";

	argv[0] = name;
	argp_parse(&argp, argc, argv, 0, NULL, &o);
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
