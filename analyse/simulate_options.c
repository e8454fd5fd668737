/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/simulate_options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/arguments.h"
#include "common/number.h"

#define MOST_LAYOUTS 1e6
#define MOST_COUNT 1e9
#define MOST_ROUNDS 1000
#define MOST_MACHINES 1e5

static void read_layouts(const struct rcc_argument *row, const char *text,
			 const struct argp_state *state, void *field)
{
	struct rcc_simulate_options *o = field;
	bool is_valid = rcc_number_parse_list(text, o->layouts,
					      RCC_SIMULATE_MOST_COLUMNS,
					      &o->n_layouts) == 0;

	(void)row;
	o->has_layouts = true;
	for (size_t i = 0; is_valid && i < o->n_layouts; i++)
		is_valid = o->layouts[i] >= 2 &&
			   o->layouts[i] <= MOST_LAYOUTS &&
			   floor(o->layouts[i]) == o->layouts[i];
	if (!is_valid)
		argp_error(state,
			   "--layouts: \"%s\" is not a list of up to %d whole "
			   "numbers, each at least 2",
			   text, RCC_SIMULATE_MOST_COLUMNS);
}

static void read_grow(const struct rcc_argument *row, const char *text,
		      const struct argp_state *state, void *field)
{
	struct rcc_simulate_options *o = field;
	char *end;

	o->grows = true;
	o->looks.n_end = strtod(text, &end);
	o->looks.kind = strcmp(text, "planned") == 0	 ? RCC_LOOKS_PLANNED
			: strcmp(text, "unplanned") == 0 ? RCC_LOOKS_UNPLANNED
							 : RCC_LOOKS_LIMITED;
	if (o->looks.kind == RCC_LOOKS_LIMITED &&
	    (*end != '\0' || !(o->looks.n_end >= 2) ||
	     !(o->looks.n_end <= MOST_LAYOUTS)))
		argp_error(state,
			   "--%s: \"%s\" is neither planned nor unplanned nor "
			   "a number of layouts",
			   row->name, text);
}

static void read_noise(const struct rcc_argument *row, const char *text,
		       const struct argp_state *state, void *field)
{
	struct rcc_simulate_options *o = field;

	o->noise = (enum rcc_noise_kind)rcc_argument_choice(
		state, row->name, text, rcc_noise_names);
	o->has_noise = true;
}

static void read_rounds(const struct rcc_argument *row, const char *text,
			const struct argp_state *state, void *field)
{
	struct rcc_simulate_options *o = field;
	double rounds[1] = {2};
	size_t n = 1;

	o->is_auto = strcmp(text, "auto") == 0;
	if (!o->is_auto &&
	    (rcc_number_parse_list(text, rounds, 1, &n) != 0 || n != 1 ||
	     rounds[0] < 1 || rounds[0] > MOST_ROUNDS ||
	     floor(rounds[0]) != rounds[0]))
		argp_error(state,
			   "--%s needs a whole number from 1 to %d, or auto: "
			   "\"%s\"",
			   row->name, MOST_ROUNDS, text);
	o->rounds = (size_t)rounds[0];
}

static void read_sd(const struct rcc_argument *row, const char *text,
		    const struct argp_state *state, void *field)
{
	struct rcc_simulate_options *o = field;
	size_t n;

	(void)row;
	if (rcc_number_parse_list(text, o->sd, 3, &n) != 0 || n != 3 ||
	    o->sd[0] < 0 || o->sd[1] < 0 || o->sd[2] < 0)
		argp_error(state,
			   "--sd: \"%s\" is not three numbers, none negative: "
			   "layouts, executions, iterations",
			   text);
}

#define FIELD(name) offsetof(struct rcc_simulate_options, name)

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
			    "(default), lognormal, lognormal0.5, bimodal, "
			    "heavy, gamma, none"),
	RCC_ARGUMENT_CHOICE("layouts-are", 0, "NAME", FIELD(shape),
			    rcc_shape_names, "another name of --shape"),
	RCC_ARGUMENT_NUMBER("ratio", 0, "X", FIELD(ratio), 1e-6, 1e6,
			    "true ratio, new over old (default 1)"),
	RCC_ARGUMENT_HEADING("The counts:"),
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
		"--layouts, until the half-width is PERCENT of the mean "
		"(with --noise: that of the shift, in percent)"),
	RCC_ARGUMENT_NUMBER("looks", 0, "TIMES", FIELD(growth), 1.01, 100,
			    "with --stop-at: multiply the layouts by TIMES "
			    "between analyses, as randstudy run --precision "
			    "does with 1.5 (default: analyse after each "
			    "layout)"),
	RCC_ARGUMENT_ROW("grow", 0, "PLAN", 0,
			 "instead: count the false claims of a study that is "
			 "looked at with each number of --layouts in turn: "
			 "planned, unplanned, or the number at which it was "
			 "planned to end",
			 read_grow),
	RCC_ARGUMENT_HEADING("Runs in blocks:"),
	RCC_ARGUMENT_ROW("noise", 0, "NAME", 0,
			 "instead: simulate runs in blocks, each of a random "
			 "layout and the original one, on a machine with this "
			 "noise: normal, spikes, ar, regimes",
			 read_noise),
	RCC_ARGUMENT_ROW("rounds", 0, "N|auto", 0,
			 "with --noise: blocks of each layout (default 2), as "
			 "--executions of randstudy run; auto: one, and a "
			 "second if the runs of the first round were not calm",
			 read_rounds),
	RCC_ARGUMENT_FLAG("repeat-blocks", 0, FIELD(repeats),
			  "with --noise and two rounds or more: run the blocks "
			  "of a layout again if its rounds differ too much, as "
			  "--redo of randstudy run"),
	RCC_ARGUMENT_CHOICE(
		"estimator", 0, "NAME", FIELD(statistic), rcc_statistic_names,
		"with --noise and two rounds or more: the value that "
		"represents each layout, as in randstudy report: "
		"mean (default), median, or min"),
	RCC_ARGUMENT_FLAG("position", 0, FIELD(shows_position),
			  "with --noise: also print how far the percentile and "
			  "the z of the original layout are from the truth"),
	RCC_ARGUMENT_COUNT("systems", 0, "N", FIELD(systems), 1, 2,
			   "with --noise: 2 compares two systems instead of "
			   "random layouts with the original one (default 1)"),
	RCC_ARGUMENT_NUMBER("common", 0, "SHARE", FIELD(common), 0, 1,
			    "with --systems 2: layouts with the same seed are "
			    "compared, and SHARE of the layouts' variance is "
			    "common to both systems (default: each system has "
			    "layouts of its own)"),
	RCC_ARGUMENT_HEADING("Many machines:"),
	RCC_ARGUMENT_COUNT("machines", 0, "N", FIELD(machines), 2,
			   MOST_MACHINES,
			   "instead: simulate studies on N machines, each of "
			   "which runs the same layouts, --executions times"),
	RCC_ARGUMENT_NUMBER("portable", 0, "SHARE", FIELD(portable), 0, 1,
			    "with --machines: share of the layouts' variance "
			    "that is the same on all machines (default 0.5)"),
	RCC_ARGUMENT_NUMBER("machine-sd", 0, "PERCENT", FIELD(machine_sd), 0,
			    1000,
			    "with --machines: standard deviation of machines "
			    "(default 1)"),
	RCC_ARGUMENT_NUMBER("lost", 0, "PERCENT", FIELD(lost), 0, 90,
			    "with --machines: runs that are lost (default 0)"),
	RCC_ARGUMENT_HEADING("The simulation:"),
	RCC_ARGUMENT_COUNT("replicates", 0, "N", FIELD(replicates), 1,
			   MOST_COUNT,
			   "number of simulated experiments (default 20000)"),
	RCC_ARGUMENT_TEXT("seed", 0, "SEED", FIELD(seed_text),
			  "random seed (default: a new one, printed)"),
	{0},
};

/* The kinds of simulation.  Each has a bit of its own, for lists of them. */
enum simulated {
	ALONE = 1, /* runs without blocks */
	ONE_LAYOUT = 2,
	STOPPING = 4,
	STOPPING_BLOCKS = 8,
	GROWTH = 16,
	GROWTH_BLOCKS = 32,
	BLOCKS = 64,
	MACHINES = 128
};

/* The options that ask for each kind. */
static const struct {
	enum simulated what;
	const char *options;
} name_of[] = {
	{BLOCKS, "--noise"},
	{MACHINES, "--machines"},
	{ONE_LAYOUT, "--one-layout"},
	{STOPPING, "--stop-at"},
	{STOPPING_BLOCKS, "--stop-at and --noise"},
	{GROWTH, "--grow"},
	{GROWTH_BLOCKS, "--grow and --noise"},
};

static enum simulated simulated(const struct rcc_simulate_options *o)
{
	if (o->machines > 0)
		return MACHINES;
	if (o->grows)
		return o->has_noise ? GROWTH_BLOCKS : GROWTH;
	if (o->stop > 0)
		return o->has_noise ? STOPPING_BLOCKS : STOPPING;
	if (o->has_noise)
		return BLOCKS;
	return o->runs > 0 ? ONE_LAYOUT : ALONE;
}

/* Print an error for an option that has no effect on this kind.  `effective` is the sum
 * of the kinds on which it has one. */
static void refuse(const struct argp_state *state, enum simulated what,
		   const char *option_name, unsigned effective)
{
	for (size_t i = 0; i < sizeof(name_of) / sizeof(*name_of); i++) {
		if (what == ALONE && (effective & name_of[i].what))
			argp_error(state, "%s needs %s", option_name,
				   name_of[i].options);
		if (what == name_of[i].what)
			argp_error(state, "%s has no effect with %s",
				   option_name, name_of[i].options);
	}
}

/* Refuse options that have another value than their default, and no effect. */
static void check_effects(const struct argp_state *state,
			  const struct rcc_simulate_options *o)
{
	const enum simulated what = simulated(o);
	const struct {
		const char *name;
		bool is_given;
		unsigned effective;
	} option_given[] = {
		{"--layouts", o->has_layouts, ~(unsigned)ONE_LAYOUT},
		{"--executions", o->executions != 1,
		 ~(unsigned)(ONE_LAYOUT | GROWTH)},
		{"--iterations", o->iterations != 1, ~(unsigned)GROWTH},
		{"--sd", o->sd[0] != 2 || o->sd[1] != 1 || o->sd[2] != 1,
		 ~(unsigned)GROWTH},
		{"--shape", o->shape != RCC_SHAPE_NORMAL,
		 ~(unsigned)(ONE_LAYOUT | GROWTH)},
		{"--ratio", o->ratio != 1, ALONE | BLOCKS},
		{"--threshold", o->threshold > 0, ALONE | BLOCKS},
		{"--bootstrap", o->bootstrap > 0, ALONE},
		{"--looks", o->growth > 0, STOPPING | STOPPING_BLOCKS},
		{"--rounds", o->rounds != 2 || o->is_auto, BLOCKS},
		{"--repeat-blocks", o->repeats, BLOCKS},
		{"--estimator", o->statistic != RCC_STATISTIC_MEAN, BLOCKS},
		{"--position", o->shows_position, BLOCKS},
		{"--systems", o->systems > 1, BLOCKS},
		{"--common", o->common >= 0, BLOCKS},
		{"--portable", o->portable != 0.5, MACHINES},
		{"--machine-sd", o->machine_sd != 1, MACHINES},
		{"--lost", o->lost > 0, MACHINES},
	};

	for (size_t i = 0; i < sizeof(option_given) / sizeof(*option_given);
	     i++)
		if (option_given[i].is_given &&
		    !(option_given[i].effective & what))
			refuse(state, what, option_given[i].name,
			       option_given[i].effective);
}

static void check(const struct argp_state *state, void *values)
{
	const struct rcc_simulate_options *o = values;

	if ((o->machines > 0) + o->grows + (o->stop > 0) + (o->runs > 0) > 1)
		argp_error(state, "--machines, --grow, --stop-at and "
				  "--one-layout cannot be combined");
	if (o->has_noise && (o->machines > 0 || o->runs > 0))
		argp_error(state, "--noise cannot be combined with --machines "
				  "or --one-layout");
	check_effects(state, o);
	for (size_t i = 1; o->grows && i < o->n_layouts; i++)
		if (o->layouts[i] <= o->layouts[i - 1])
			argp_error(state, "--grow needs --layouts that grow");
	if (o->common >= 0 && o->systems < 2)
		argp_error(state, "--common needs --systems 2");
	if (o->repeats && o->rounds < 2)
		argp_error(state, "--repeat-blocks needs two rounds or more");
	if (o->statistic != RCC_STATISTIC_MEAN &&
	    (o->rounds < 2 || o->is_auto || o->common >= 0))
		argp_error(state,
			   "--estimator needs --rounds with a number, at "
			   "least 2, and no --common");
	if (o->shows_position && o->systems > 1)
		argp_error(state, "--position cannot be combined with "
				  "--systems");
}

void rcc_simulate_options_parse(int argc, char **argv,
				struct rcc_simulate_options *o)
{
	static const struct rcc_command_line line = {
		.option = option,
		.doc = "Simulate experiments with a known true value, and "
		       "count how often each interval covers it and how often "
		       "each verdict is reached.",
		.check = check};

	*o = (struct rcc_simulate_options){.layouts = {3, 5, 10, 20, 30},
					   .n_layouts = 5,
					   .executions = 1,
					   .iterations = 1,
					   .replicates = 20000,
					   .most = 1000,
					   .sd = {2, 1, 1},
					   .ratio = 1,
					   .confidence = 95,
					   .rounds = 2,
					   .portable = 0.5,
					   .machine_sd = 1,
					   .systems = 1,
					   .common = -1};
	rcc_arguments_parse(&line, "randstudy simulate", argc, argv, o);
}
