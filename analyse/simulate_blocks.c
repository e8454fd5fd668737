/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/simulate_blocks.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analyse/simulate_table.h"
#include "common/diag.h"
#include "common/mem.h"
#include "common/random.h"
#include "stats/rcc_blocks.h"

/* Return the standard deviation of a run, in percent of the mean.  The value of
 * a run is the mean over its executions and their iterations. */
static double run_sd(const struct rcc_simulate_options *o)
{
	return hypot(o->sd[1], o->sd[2] / sqrt((double)o->iterations)) /
	       sqrt((double)o->executions);
}

struct rcc_block_simulation
rcc_simulate_blocks_of(const struct rcc_simulate_options *o, size_t column)
{
	return (struct rcc_block_simulation){
		.n_layouts = (size_t)o->layouts[column],
		.n_rounds = o->rounds,
		.is_auto = o->is_auto,
		.ratio = o->ratio,
		.layout_sd = o->sd[0] / 100,
		.shape = o->shape,
		.noise = o->noise,
		.run_sd = run_sd(o) / 100,
		.level = o->confidence / 100,
		.delta = o->threshold / 100,
		.repeats = o->repeats,
		.has_two_systems = o->systems == 2,
		.has_common_layouts = o->common >= 0,
		.common_share = o->common,
		.statistic = o->statistic,
		.has_position = o->shows_position,
	};
}

static int simulate_column(const struct rcc_simulate_options *o, size_t column,
			   struct rcc_block_simulated *out)
{
	const struct rcc_block_simulation simulation =
		rcc_simulate_blocks_of(o, column);
	struct rcc_random random = rcc_simulate_stream(o, column);
	void *scratch = rcc_mem_alloc(rcc_simulate_blocks_scratch(&simulation));
	const int result = rcc_simulate_blocks(&simulation, o->replicates,
					       &random, scratch, out);

	free(scratch);
	return result;
}

static void print_head(const struct rcc_simulate_options *o)
{
	printf("seed %" PRIu64 ", %zu simulated studies, %s layouts\n", o->seed,
	       o->replicates, rcc_shape_name(o->shape));
	if (o->systems > 1)
		printf("two systems, whose ratio is the shift below\n");
	if (o->common >= 0)
		printf("layouts with the same seed are compared; %g %% of "
		       "their variance is common\n",
		       100 * o->common);
	printf("sd %g %% layouts, %g %% runs; noise %s, ", o->sd[0], run_sd(o),
	       rcc_noise_names[o->noise]);
	if (o->is_auto)
		printf("a second round of blocks where needed\n");
	else
		printf("%zu rounds of blocks\n", o->rounds);
	if (o->statistic != RCC_STATISTIC_MEAN)
		printf("the %s of each layout is analysed, without blocks\n",
		       o->statistic == RCC_STATISTIC_MIN ? "minimum"
							 : "median");
}

/*
 * Return whether the coverage of an interval is printed.  `trial` is the kind
 * of interval (enum rcc_block_trial).
 *
 * With medians or minima, only the intervals that a report chooses are printed,
 * as the others are of means.  The intervals of the shift are printed for all
 * means.  The other intervals are printed only with one system, because two
 * systems have no common layout variance.  These two need more:
 *
 *	LAYOUT_VARIANCE	at least two rounds in every study, so not
 *			--rounds=auto, with which a study may have one round
 *	SHARE		--noise=normal, because the true share is known only
 *			for this noise
 */
static bool is_shown(const struct rcc_simulate_options *o, int trial)
{
	if (o->statistic != RCC_STATISTIC_MEAN &&
	    trial != RCC_BLOCK_TRIAL_SHIFT_CHOSEN &&
	    trial != RCC_BLOCK_TRIAL_LAYOUT_CHOSEN)
		return false;
	if (trial <= RCC_BLOCK_TRIAL_SHIFT_CHOSEN)
		return true;
	if (o->systems > 1)
		return false;
	if (trial == RCC_BLOCK_TRIAL_SHARE)
		return o->noise == RCC_NOISE_NORMAL;
	return trial != RCC_BLOCK_TRIAL_LAYOUT_VARIANCE ||
	       (o->rounds > 1 && !o->is_auto);
}

static void print_coverage(const struct rcc_simulate_options *o,
			   const struct rcc_block_simulated *result)
{
	size_t count[RCC_SIMULATE_MOST_COLUMNS];

	rcc_simulate_print_nominal(o);
	for (int t = 0; t < RCC_N_BLOCK_TRIALS; t++) {
		if (!is_shown(o, t))
			continue;
		for (size_t c = 0; c < o->n_layouts; c++)
			count[c] = result[c].covered[t];
		rcc_simulate_print_counts(
			o, rcc_block_trial_name((enum rcc_block_trial)t),
			count);
		for (size_t c = 0; c < o->n_layouts; c++)
			count[c] = result[c].undefined[t];
		rcc_simulate_print_undefined(o, count);
	}
}

static void print_half_widths(const struct rcc_simulate_options *o,
			      const struct rcc_block_simulated *result)
{
	double value[RCC_SIMULATE_MOST_COLUMNS];

	printf("mean half-widths of the shift, %%\n");
	for (int t = 0; t <= RCC_BLOCK_TRIAL_SHIFT_CHOSEN; t++) {
		if (!is_shown(o, t))
			continue;
		for (size_t c = 0; c < o->n_layouts; c++)
			value[c] =
				100 * result[c].half_width[t] /
				(double)(result[c].n - result[c].undefined[t]);
		rcc_simulate_print_values(
			o, rcc_block_trial_name((enum rcc_block_trial)t),
			value);
	}
}

static void print_tests(const struct rcc_simulate_options *o,
			const struct rcc_block_simulated *result)
{
	size_t count[RCC_SIMULATE_MOST_COLUMNS];
	double repeated[RCC_SIMULATE_MOST_COLUMNS];

	printf("randomisation tests that reject at %g %%, %%\n",
	       100 - o->confidence);
	for (size_t c = 0; c < o->n_layouts; c++)
		count[c] = result[c].shift_seen;
	rcc_simulate_print_counts(o, "no shift (random signs)", count);
	for (size_t c = 0; c < o->n_layouts; c++)
		count[c] = result[c].layouts_seen;
	if (o->rounds > 1 && o->systems == 1)
		rcc_simulate_print_counts(o, "layouts alike (ranks)", count);
	for (size_t c = 0; c < o->n_layouts; c++)
		count[c] = result[c].n_second;
	if (o->is_auto)
		rcc_simulate_print_counts(o, "studies with a second round",
					  count);
	for (size_t c = 0; c < o->n_layouts; c++)
		repeated[c] =
			(double)result[c].n_repeated / (double)result[c].n;
	if (o->repeats)
		rcc_simulate_print_values(o, "layouts repeated per study",
					  repeated);
}

/* Print in how many simulated studies a report would make a claim.  There are
 * two claims: that layouts differ, and that random layouts are on average
 * slower or faster than the original layout (a shift).  The last row counts the
 * studies with at least one claim.  Each study is judged by the statistical
 * method that a report would choose for the noise of its runs. */
static void print_claims(const struct rcc_simulate_options *o,
			 const struct rcc_block_simulated *result)
{
	size_t count[3][RCC_SIMULATE_MOST_COLUMNS];

	for (size_t c = 0; c < o->n_layouts; c++) {
		count[0][c] = result[c].layouts_claimed;
		count[1][c] = result[c].shift_claimed;
		count[2][c] = result[c].any_claimed;
	}
	printf("claims of a report, judged together at %g %%, %%\n",
	       100 - o->confidence);
	rcc_simulate_print_counts(o, "layouts differ", count[0]);
	rcc_simulate_print_counts(o, "shifted", count[1]);
	rcc_simulate_print_counts(o, "either", count[2]);
}

/* Print how far the original layout's percentile and z are from the truth. */
static void print_position(const struct rcc_simulate_options *o,
			   const struct rcc_block_simulated *result)
{
	double mean[RCC_SIMULATE_MOST_COLUMNS];
	double typical[RCC_SIMULATE_MOST_COLUMNS];
	double z[RCC_SIMULATE_MOST_COLUMNS];
	size_t without[RCC_SIMULATE_MOST_COLUMNS];

	for (size_t c = 0; c < o->n_layouts; c++) {
		const struct rcc_block_simulated *r = &result[c];
		const double n = (double)r->n;

		mean[c] = r->percentile_error / n;
		typical[c] = sqrt(r->percentile_error2 / n);
		z[c] = r->z_error / (n - (double)r->n_without_z);
		without[c] = r->n_without_z;
	}
	printf("the original layout among random ones, in truth: percentile "
	       "%.1f",
	       result[0].true_percentile);
	if (isfinite(result[0].true_z))
		printf(", z %.2f", result[0].true_z);
	putchar('\n');
	rcc_simulate_print_values(o, "percentile: mean error", mean);
	rcc_simulate_print_values(o, "percentile: typical error (rms)",
				  typical);
	rcc_simulate_print_values(o, "z: mean error", z);
	rcc_simulate_print_counts(o, "z: not given, %", without);
}

static void print_verdicts(const struct rcc_simulate_options *o,
			   const struct rcc_block_simulated *result)
{
	size_t count[4][RCC_SIMULATE_MOST_COLUMNS];

	for (int v = 0; v < 4; v++)
		for (size_t c = 0; c < o->n_layouts; c++)
			count[v][c] = result[c].verdict[v];
	rcc_simulate_print_verdicts(o, count);
}

int rcc_simulate_blocks_run(const struct rcc_simulate_options *o)
{
	struct rcc_block_simulated result[RCC_SIMULATE_MOST_COLUMNS];

	for (size_t c = 0; c < o->n_layouts; c++) {
		if (simulate_column(o, c, &result[c]) != 0) {
			rcc_error("cannot simulate this experiment");
			return RCC_EXIT_USAGE;
		}
	}
	print_head(o);
	rcc_simulate_print_layouts(o);
	print_coverage(o, result);
	print_half_widths(o, result);
	if (o->statistic == RCC_STATISTIC_MEAN)
		print_tests(o, result);
	if (o->systems == 1)
		print_claims(o, result);
	if (o->shows_position)
		print_position(o, result);
	print_verdicts(o, result);
	return RCC_EXIT_OK;
}
