/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/simulate_fleet.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analyse/simulate_table.h"
#include "common/diag.h"
#include "common/mem.h"
#include "common/random.h"
#include "stats/rcc_fleet.h"

/* Return the standard deviation of a run, in percent of the mean.  A run is one
 * execution.  Its value is the mean of its iterations. */
static double run_sd(const struct rcc_simulate_options *o)
{
	return hypot(o->sd[1], o->sd[2] / sqrt((double)o->iterations));
}

static int simulate_column(const struct rcc_simulate_options *o, size_t column,
			   struct rcc_fleet_simulated *out)
{
	const struct rcc_fleet_simulation simulation = {
		.n_machines = o->machines,
		.n_layouts = (size_t)o->layouts[column],
		.n_runs = o->executions,
		.mean = log(o->ratio),
		.machine_sd = o->machine_sd / 100,
		.layout_sd = o->sd[0] / 100,
		.portable = o->portable,
		.run_sd = run_sd(o) / 100,
		.shape = o->shape,
		.lost = o->lost / 100,
		.level = o->confidence / 100};
	struct rcc_random random = rcc_simulate_stream(o, column);
	const size_t size = rcc_simulate_fleet_scratch(&simulation);
	void *scratch = rcc_mem_alloc(size);
	const int result = rcc_simulate_fleet(&simulation, o->replicates,
					      &random, scratch, out);

	free(scratch);
	return result;
}

static void print_head(const struct rcc_simulate_options *o)
{
	printf("seed %" PRIu64 ", %zu simulated studies, %s layouts\n", o->seed,
	       o->replicates, rcc_shape_name(o->shape));
	printf("%zu machines, each of which runs each layout %zu times",
	       o->machines, o->executions);
	if (o->lost > 0)
		printf("; %g %% of the runs are lost", o->lost);
	printf("\nsd %g %% machines, %g %% layouts, %g %% runs; portable share "
	       "%g\n",
	       o->machine_sd, o->sd[0], run_sd(o), o->portable);
}

static void print_coverage(const struct rcc_simulate_options *o,
			   const struct rcc_fleet_simulated *result)
{
	size_t count[RCC_SIMULATE_MOST_COLUMNS];

	rcc_simulate_print_nominal(o);
	for (int t = 0; t < RCC_N_FLEET_TRIALS; t++) {
		for (size_t c = 0; c < o->n_layouts; c++)
			count[c] = result[c].covered[t];
		rcc_simulate_print_counts(
			o, rcc_fleet_trial_name((enum rcc_fleet_trial)t),
			count);
		for (size_t c = 0; c < o->n_layouts; c++)
			count[c] = result[c].undefined[t];
		rcc_simulate_print_undefined(o, count);
	}
}

static void print_widths(const struct rcc_simulate_options *o,
			 const struct rcc_fleet_simulated *result)
{
	double value[RCC_SIMULATE_MOST_COLUMNS];

	printf("mean widths\n");
	for (size_t c = 0; c < o->n_layouts; c++)
		value[c] = 100 * result[c].half_width / (double)result[c].n;
	rcc_simulate_print_values(o, "half-width of the mean, %", value);
	for (size_t c = 0; c < o->n_layouts; c++)
		value[c] = result[c].share_width / (double)result[c].n_share;
	rcc_simulate_print_values(o, "width of the portable share", value);
}

static void print_tests(const struct rcc_simulate_options *o,
			const struct rcc_fleet_simulated *result)
{
	size_t count[RCC_SIMULATE_MOST_COLUMNS];

	printf("tests that reject at %g %%, %%\n", 100 - o->confidence);
	for (int t = 0; t < RCC_N_FLEET_CLAIMS; t++) {
		for (size_t c = 0; c < o->n_layouts; c++)
			count[c] = result[c].claimed[t];
		rcc_simulate_print_counts(
			o, rcc_fleet_claim_name((enum rcc_fleet_claim)t),
			count);
	}
}

int rcc_simulate_fleet_run(const struct rcc_simulate_options *o)
{
	struct rcc_fleet_simulated result[RCC_SIMULATE_MOST_COLUMNS];

	for (size_t c = 0; c < o->n_layouts; c++) {
		if (simulate_column(o, c, &result[c]) != 0) {
			rcc_error("cannot simulate this experiment");
			return RCC_EXIT_USAGE;
		}
	}
	print_head(o);
	rcc_simulate_print_layouts(o);
	print_coverage(o, result);
	print_widths(o, result);
	print_tests(o, result);
	return RCC_EXIT_OK;
}
