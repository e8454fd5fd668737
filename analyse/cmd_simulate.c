/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * randstudy simulate: simulate experiments with known true values, and count
 * how often intervals cover these values.
 */
#include "analyse/cmd_simulate.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "analyse/simulate_blocks.h"
#include "analyse/simulate_fleet.h"
#include "analyse/simulate_options.h"
#include "analyse/simulate_table.h"
#include "common/diag.h"
#include "common/mem.h"
#include "common/number.h"
#include "common/random.h"
#include "stats/rcc_stats.h"

static void print_head(const struct rcc_simulate_options *o)
{
	printf("seed %" PRIu64 ", %zu simulated experiments, %s layouts\n",
	       o->seed, o->replicates, rcc_shape_name(o->shape));
	printf("sd %g %% layouts, %g %% executions, %g %% iterations; %zu "
	       "executions, %zu iterations\n",
	       o->sd[0], o->sd[1], o->sd[2], o->executions, o->iterations);
}

static void print_table(const struct rcc_simulate_options *o,
			const struct rcc_simulated *result)
{
	size_t count[RCC_SIMULATE_MOST_COLUMNS];
	size_t verdict[4][RCC_SIMULATE_MOST_COLUMNS];

	rcc_simulate_print_layouts(o);
	rcc_simulate_print_nominal(o);
	for (int t = 0; t < RCC_N_TRIALS; t++) {
		const bool is_boot = t >= RCC_TRIAL_BOOT_PERCENTILE &&
				     t <= RCC_TRIAL_BOOT_RATIO_STUDENT;

		if (is_boot && o->bootstrap == 0)
			continue;
		for (size_t c = 0; c < o->n_layouts; c++)
			count[c] = result[c].covered[t];
		rcc_simulate_print_counts(o, rcc_trial_name((enum rcc_trial)t),
					  count);
		for (size_t c = 0; c < o->n_layouts; c++)
			count[c] = result[c].undefined[t];
		rcc_simulate_print_undefined(o, count);
	}
	for (int v = 0; v < 4; v++)
		for (size_t c = 0; c < o->n_layouts; c++)
			verdict[v][c] = result[c].verdict[v];
	rcc_simulate_print_verdicts(o, verdict);
}

static int simulate_coverage(const struct rcc_simulate_options *o)
{
	struct rcc_simulated result[RCC_SIMULATE_MOST_COLUMNS];

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
		struct rcc_random random = rcc_simulate_stream(o, c);
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

static int simulate_one_layout(const struct rcc_simulate_options *o)
{
	double *scratch = rcc_mem_realloc(NULL, 2 * o->runs, sizeof(*scratch));
	struct rcc_random random = rcc_simulate_stream(o, 0);
	const double run_sd =
		hypot(o->sd[1], o->sd[2] / sqrt((double)o->iterations));
	const size_t alarms = rcc_simulate_one_layout(
		o->sd[0] / 100, run_sd / 100, o->runs, o->confidence / 100,
		o->replicates, &random, scratch);

	free(scratch);
	print_head(o);
	printf("one layout per side, %zu runs each, Welch's test at %g %%: "
	       "%.2f %% false alarms\n",
	       o->runs, 100 - o->confidence,
	       100 * (double)alarms / (double)o->replicates);
	return RCC_EXIT_OK;
}

/* Simulate the studies of a column, and return how many of their intervals cover
 * the true value.  `scratch` must hold o->most doubles. */
static size_t stopping_column(const struct rcc_simulate_options *o,
			      size_t column, double *scratch)
{
	const struct rcc_stopping_rule rule = {
		.half_width = o->stop / 100,
		.fewest = (size_t)o->layouts[column],
		.most = o->most,
		.growth = o->growth,
		.level = o->confidence / 100};
	const struct rcc_block_simulation study =
		rcc_simulate_blocks_of(o, column);
	struct rcc_random random = rcc_simulate_stream(o, column);

	if (o->has_noise)
		return rcc_simulate_stopping_blocks(
			&study, &rule, o->replicates, &random, scratch);
	return rcc_simulate_stopping(hypot(study.layout_sd, study.run_sd),
				     o->shape, rule.half_width, rule.fewest,
				     rule.most, rule.growth, rule.level,
				     o->replicates, &random, scratch);
}

static int simulate_stopping(const struct rcc_simulate_options *o)
{
	double *scratch = rcc_mem_realloc(NULL, o->most, sizeof(*scratch));
	size_t count[RCC_SIMULATE_MOST_COLUMNS];

	for (size_t c = 0; c < o->n_layouts; c++)
		count[c] = stopping_column(o, c, scratch);
	free(scratch);
	print_head(o);
	if (o->has_noise)
		printf("runs in blocks, noise %s\n", rcc_noise_names[o->noise]);
	rcc_simulate_print_layouts(o);
	printf("stopping at a half-width of %g %%, checked ", o->stop);
	if (o->growth > 0)
		printf("again at %g times as many layouts", o->growth);
	else
		printf("after each layout from there on");
	printf(" (%zu at most)\n", o->most);
	rcc_simulate_print_counts(o,
				  o->has_noise
					  ? "intervals that cover the shift, %"
					  : "intervals that cover the mean, %",
				  count);
	return RCC_EXIT_OK;
}

static int simulate_growth(const struct rcc_simulate_options *o)
{
	const struct rcc_block_simulation runs = rcc_simulate_blocks_of(o, 0);
	struct rcc_random random = rcc_simulate_stream(o, 0);
	double *scratch = rcc_mem_realloc(
		NULL, RCC_LOOKS_SCRATCH(RCC_SIMULATE_MOST_COLUMNS),
		sizeof(*scratch));
	size_t n_layouts[RCC_SIMULATE_MOST_COLUMNS];
	char plan[64] = "as planned";
	double width;
	size_t n_false;

	for (size_t i = 0; i < o->n_layouts; i++)
		n_layouts[i] = (size_t)o->layouts[i];
	n_false = rcc_simulate_looks(&o->looks, n_layouts, o->n_layouts,
				     o->confidence / 100,
				     o->has_noise ? &runs : NULL, o->replicates,
				     &random, scratch, &width);
	free(scratch);
	if (isnan(width)) {
		rcc_error("--layouts: two looks are too close");
		return RCC_EXIT_USAGE;
	}
	if (o->looks.kind == RCC_LOOKS_UNPLANNED)
		snprintf(plan, sizeof(plan), "which was not planned");
	if (o->looks.kind == RCC_LOOKS_LIMITED)
		snprintf(plan, sizeof(plan), "planned to end at %g layouts",
			 o->looks.n_end);
	printf("seed %" PRIu64 ", %zu simulated studies that grow, %s\n",
	       o->seed, o->replicates, plan);
	if (o->has_noise)
		printf("%s layouts, sd %g %%; runs in blocks, sd %g %%, noise "
		       "%s\n",
		       rcc_shape_name(o->shape), o->sd[0], 100 * runs.run_sd,
		       rcc_noise_names[o->noise]);
	rcc_simulate_print_layouts(o);
	printf("%.2f %% false claims in any look; the last interval is %.2f "
	       "times as wide as that of a single look\n",
	       100 * (double)n_false / (double)o->replicates, width);
	return RCC_EXIT_OK;
}

int rcc_cmd_simulate(int argc, char **argv)
{
	struct rcc_simulate_options o;

	rcc_simulate_options_parse(argc, argv, &o);
	if (rcc_number_seed(o.seed_text, &o.seed) != 0) {
		rcc_error("bad seed \"%s\"", o.seed_text);
		rcc_hint("a seed is a whole number from 0 to 2^64 - 1");
		return RCC_EXIT_USAGE;
	}
	if (o.machines > 0)
		return rcc_simulate_fleet_run(&o);
	if (o.grows)
		return simulate_growth(&o);
	if (o.stop > 0)
		return simulate_stopping(&o);
	if (o.has_noise)
		return rcc_simulate_blocks_run(&o);
	if (o.runs > 0)
		return simulate_one_layout(&o);
	return simulate_coverage(&o);
}
