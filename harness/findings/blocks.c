/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/findings/blocks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/mem.h"
#include "harness/findings/cell.h"
#include "harness/study/simulation.h"
#include "stats/rcc_jumps.h"
#include "stats/rcc_rounds.h"

void rcc_blocks_release(struct rcc_blocks *b)
{
	if (b->before != NULL)
		rcc_blocks_release(b->before);
	free(b->before);
	free(b->value);
	free(b->layout);
	free(b->round);
	free(b->number);
	free(b->is_original);
}

/* ---- Taking the blocks ------------------------------------------------- */

struct collecting {
	const struct rcc_stored *stored;
	const struct rcc_metric *metric;
	struct rcc_blocks *b;
	bool *is_filled; /* for each cell, whether its run was found */
	/* Whether to take replaced blocks instead of their replacements. */
	bool is_before;
	/* The mean of each cell's values, if a value has no logarithm; otherwise
	 * NULL. */
	const double *mean;
};

static bool has_run_values(const struct rcc_metric *metric)
{
	return !rcc_metric_is_simulated(metric);
}

/* Return the value of a run; NaN if the run is not good or has no value. */
static double good_value(const struct collecting *g,
			 const struct rcc_run_record *run)
{
	if (run->outcome != RCC_OUTCOME_OK)
		return NAN;
	return rcc_run_value(g->stored, g->metric, run);
}

/* If the stored runs with indices from `first` to end - 1 are a whole block,
 * append it to g->b and return true. */
static bool take_block(const struct collecting *g, size_t first, size_t end)
{
	const struct rcc_run_record *run = g->stored->run;
	struct rcc_blocks *b = g->b;
	const size_t at = b->n * b->n_cells;

	if (end - first != b->n_cells)
		return false;
	for (size_t i = 0; i < b->n_cells; i++)
		g->is_filled[i] = false;
	for (size_t i = first; i < end; i++) {
		const struct rcc_layout_record *layout =
			rcc_stored_layout(g->stored, run[i].layout);
		const double value = good_value(g, &run[i]);
		size_t cell;

		if (layout == NULL || isnan(value) ||
		    run[i].session != run[first].session ||
		    run[i].execution != run[first].execution)
			return false;
		cell = rcc_study_cell(&g->stored->study, layout->system,
				      layout->arm);
		if (g->is_filled[cell])
			return false;
		g->is_filled[cell] = true;
		b->value[at + cell] = value;
		b->layout[at + cell] = (size_t)(layout - g->stored->layout);
	}
	b->number[b->n] = (size_t)run[first].order / b->n_cells;
	b->round[b->n++] = rcc_stored_round(g->stored, &run[first], NULL);
	return true;
}

/* Return whether to use the block that begins with stored run i.  If is_before
 * is set, blocks of repeats are not used.  Otherwise, blocks that
 * rcc_stored_is_replaced() marks are not used. */
static bool is_taken(const struct collecting *g, size_t i)
{
	bool is_repeat;

	if (!g->is_before)
		return !rcc_stored_is_replaced(g->stored, i);
	rcc_stored_round(g->stored, &g->stored->run[i], &is_repeat);
	return !is_repeat;
}

/* Append each whole block of the stored runs to g->b, and count the torn blocks
 * (blocks.h).  The runs are sorted by their number in the schedule, `order`. */
static void take_blocks(const struct collecting *g)
{
	const struct rcc_stored *s = g->stored;
	struct rcc_blocks *b = g->b;
	const int64_t n_cells = (int64_t)b->n_cells;
	size_t end;

	if (n_cells < 1)
		return;
	for (size_t first = 0; first < s->n_runs; first = end) {
		const int64_t block = s->run[first].order / n_cells;

		for (end = first + 1;
		     end < s->n_runs && s->run[end].order / n_cells == block;
		     end++)
			;
		if (is_taken(g, first) && !take_block(g, first, end))
			b->n_torn++;
	}
	for (size_t i = 0; i < b->n; i++)
		if (b->round[i] + 1 > b->n_rounds)
			b->n_rounds = b->round[i] + 1;
}

static bool are_positive(const struct rcc_blocks *b)
{
	for (size_t i = 0; i < b->n * b->n_cells; i++)
		if (!(b->value[i] > 0) || isinf(b->value[i]))
			return false;
	return true;
}

/* ---- How runs depend on each other ------------------------------------- */

/* Return whether a second round was added (study/rounds.h), or blocks were
 * repeated in a study of several rounds.  In both cases the F test of the
 * layout variance (rcc_layout_effect()) is not valid.  The F test ignores
 * blocks, so it would count differences between earlier and later runs as
 * variation between layouts. */
static bool have_grown(const struct rcc_rounds *rounds,
		       const struct rcc_blocks *b)
{
	return rcc_rounds_count(rounds, RCC_STAGE_ROUND) != 0 ||
	       (b->n_rounds > 1 &&
		rcc_rounds_count(rounds, RCC_STAGE_REPEAT) != 0);
}

/* Return a value on a scale on which differences are relative: its logarithm, or
 * its ratio to the mean of its cell. */
static double relative(const struct collecting *g, size_t cell, double value)
{
	return g->mean == NULL ? log(value) : value / fabs(g->mean[cell]);
}

/* Write to x the relative values, block by block, of the cells that do not
 * repeat the layouts of another cell.  Returns the number of these cells. */
static size_t take_relative(const struct collecting *g, double *x)
{
	const struct rcc_study *study = &g->stored->study;
	const struct rcc_blocks *b = g->b;
	size_t n_cells = 0;
	size_t n = 0;

	for (size_t i = 0; i < b->n_cells; i++)
		n_cells += !rcc_study_cell_repeats_layouts(study, i);
	for (size_t k = 0; k < b->n; k++)
		for (size_t i = 0; i < b->n_cells; i++)
			if (!rcc_study_cell_repeats_layouts(study, i))
				x[n++] = relative(g, i,
						  b->value[k * b->n_cells + i]);
	return n_cells;
}

static void correlate(const struct collecting *g)
{
	struct rcc_blocks *b = g->b;
	double *x = rcc_mem_calloc(b->n * b->n_cells + 1, sizeof(*x));
	double *scratch = rcc_mem_calloc(b->n_cells + 1, sizeof(*scratch));
	const size_t n_cells = take_relative(g, x);

	b->correlation_error = rcc_block_correlation(x, b->n, n_cells, scratch,
						     &b->correlation);
	if (b->correlation_error == 0)
		b->sd_within_used = b->correlation.sd_within;
	b->are_headline = b->correlation_error == 0 && b->correlation.is_seen;
	/* A single cell has no correlation within blocks, but its study may
	 * have grown too. */
	b->are_headline |= (b->correlation_error == 0 || n_cells == 1) &&
			   have_grown(&g->stored->stages.rounds, b);
	free(scratch);
	free(x);
}

/* Write to x the relative values of the good runs in order, each minus the mean
 * of its cell.  Write the index of each run's cell to `cell`.  Leave out the runs
 * of cells that repeat the layouts of another cell.  Returns the number of
 * runs. */
static size_t take_sequence(const struct collecting *g, double *x, size_t *cell)
{
	const struct rcc_stored *s = g->stored;
	double *sum = rcc_mem_calloc(g->b->n_cells + 1, sizeof(*sum));
	size_t *count = rcc_mem_calloc(g->b->n_cells + 1, sizeof(*count));
	size_t n = 0;

	for (size_t i = 0; i < s->n_runs; i++) {
		const struct rcc_layout_record *layout =
			rcc_stored_layout(s, s->run[i].layout);
		const double value = good_value(g, &s->run[i]);

		if (layout == NULL || isnan(value) || !is_taken(g, i))
			continue;
		cell[n] =
			rcc_study_cell(&s->study, layout->system, layout->arm);
		if (rcc_study_cell_repeats_layouts(&s->study, cell[n]))
			continue;
		x[n] = relative(g, cell[n], value);
		sum[cell[n]] += x[n];
		count[cell[n++]]++;
	}
	for (size_t i = 0; i < n; i++)
		x[i] -= sum[cell[i]] / (double)count[cell[i]];
	free(count);
	free(sum);
	return n;
}

static void autocorrelate(const struct collecting *g)
{
	const size_t most = g->stored->n_runs + 1;
	double *x = rcc_mem_calloc(most, sizeof(*x));
	size_t *cell = rcc_mem_calloc(most, sizeof(*cell));
	const size_t n = take_sequence(g, x, cell);

	if (rcc_autocorrelation(x, n, 1, &g->b->autocorrelation) != 0)
		g->b->autocorrelation = NAN;
	/* If only one cell has layouts of its own, nothing in its blocks can be
	 * compared.  Its layouts run in random order, so successive ones are
	 * alike only if time made them so. */
	if (g->b->correlation_error != 0 &&
	    g->b->autocorrelation >
		    rcc_autocorrelation_bound(n, RCC_ROUNDS_DEPENDENCE_LEVEL))
		g->b->are_headline = true;
	free(cell);
	free(x);
}

/* Set mean[] to the mean of each cell's values.  Returns whether all means are
 * numbers other than 0. */
static bool find_means(const struct rcc_blocks *b, double *mean)
{
	for (size_t i = 0; i < b->n_cells; i++) {
		for (size_t k = 0; k < b->n; k++)
			mean[i] += b->value[k * b->n_cells + i] / (double)b->n;
		if (!isfinite(mean[i]) || mean[i] == 0)
			return false;
	}
	return true;
}

/* Find out whether runs depend on when they were made, although a value has no
 * logarithm.  Then drop the blocks, because no ratio can be computed in them. */
static void test_without_logarithms(struct collecting *g)
{
	struct rcc_blocks *b = g->b;
	double *mean = rcc_mem_calloc(b->n_cells + 1, sizeof(*mean));

	if (find_means(b, mean)) {
		g->mean = mean;
		correlate(g);
		autocorrelate(g);
		g->mean = NULL;
	}
	b->lacks_ratios = b->are_headline;
	b->are_headline = false;
	b->correlation_error = RCC_EDOM;
	b->autocorrelation = b->sd_within_used = NAN;
	b->n = 0;
	free(mean);
}

/* Find the blocks of a study, and compute how runs depend on each other.  If
 * `is_before` is set, ignore repeats, and use the blocks that they replaced. */
static void compute(const struct rcc_stored *stored,
		    const struct rcc_question *asked, bool is_before,
		    struct rcc_blocks *b)
{
	const struct rcc_study *study = &stored->study;
	const size_t n_cells = rcc_study_n_cells(study);
	struct collecting collecting = {
		.stored = stored,
		.metric = &asked->metric,
		.b = b,
		.is_filled = rcc_mem_calloc(n_cells + 1, sizeof(bool)),
		.is_before = is_before,
	};

	*b = (struct rcc_blocks){
		.n_cells = n_cells,
		.n_layouts = stored->n_layouts,
		.value = rcc_mem_calloc(stored->n_runs + 1, sizeof(double)),
		.layout = rcc_mem_calloc(stored->n_runs + 1, sizeof(size_t)),
		.round = rcc_mem_calloc(stored->n_runs + 1, sizeof(size_t)),
		.number = rcc_mem_calloc(stored->n_runs + 1, sizeof(size_t)),
		.is_original = rcc_mem_calloc(n_cells + 1, sizeof(bool)),
		.correlation_error = RCC_EDOM,
		.autocorrelation = NAN,
		.sd_within_used = NAN,
	};
	for (size_t i = 0; i < n_cells; i++)
		b->is_original[i] =
			study->arm[i % study->n_arms].factors == NULL;
	if (has_run_values(&asked->metric) &&
	    asked->estimator == RCC_STATISTIC_MEAN)
		take_blocks(&collecting);
	if (b->n != 0 && are_positive(b)) {
		correlate(&collecting);
		autocorrelate(&collecting);
	} else if (b->n != 0) {
		test_without_logarithms(&collecting);
	}
	free(collecting.is_filled);
}

void rcc_blocks_compute(const struct rcc_stored *stored,
			const struct rcc_question *asked, struct rcc_blocks *b)
{
	compute(stored, asked, false, b);
	if (stored->n_replaced == 0)
		return;
	b->before = rcc_mem_alloc(sizeof(*b->before));
	compute(stored, asked, true, b->before);
	b->correlation_error = b->before->correlation_error;
	b->correlation = b->before->correlation;
	b->autocorrelation = b->before->autocorrelation;
	b->are_headline = b->before->are_headline && b->n != 0;
	b->lacks_ratios |= b->before->lacks_ratios;
}

size_t *rcc_blocks_jumps(const struct rcc_blocks *b, size_t *n_jumps)
{
	double *level = rcc_mem_calloc(b->n + 1, sizeof(*level));
	void *scratch = rcc_mem_alloc(rcc_jumps_scratch(b->n));
	size_t *jump = rcc_mem_calloc(b->n / 3 + 1, sizeof(*jump));

	for (size_t i = 0; i < b->n; i++)
		for (size_t k = 0; k < b->n_cells; k++)
			level[i] += log(b->value[i * b->n_cells + k]) /
				    (double)b->n_cells;
	*n_jumps = 0;
	/* If rcc_jumps() fails, *n_jumps stays 0. */
	(void)rcc_jumps(level, b->n, rcc_jumps_penalty(b->n), scratch, jump,
			n_jumps);
	free(scratch);
	free(level);
	return jump;
}

const struct rcc_blocks *rcc_blocks_before(const struct rcc_blocks *b)
{
	return b->before != NULL ? b->before : b;
}

size_t rcc_blocks_n_jumps(const struct rcc_blocks *b)
{
	size_t n;

	free(rcc_blocks_jumps(rcc_blocks_before(b), &n));
	return n;
}

/* ---- Ratios ------------------------------------------------------------ */

int rcc_blocks_ratio(const struct rcc_blocks *b, size_t old, size_t now,
		     const struct rcc_question *asked,
		     struct rcc_block_ratio *out)
{
	double *value = rcc_mem_calloc(2 * b->n + 1, sizeof(*value));
	size_t *layout = rcc_mem_calloc(2 * b->n + 1, sizeof(*layout));
	const struct rcc_block_pairs pairs = {
		.old = value,
		.now = value + b->n,
		.old_layout = b->is_original[old] ? NULL : layout,
		.now_layout = b->is_original[now] ? NULL : layout + b->n,
		.n = b->n,
		.n_layouts = b->n_layouts,
	};
	void *scratch = rcc_mem_alloc(rcc_block_ratio_scratch(&pairs));
	int result;

	for (size_t i = 0; i < b->n; i++) {
		value[i] = b->value[i * b->n_cells + old];
		value[b->n + i] = b->value[i * b->n_cells + now];
		layout[i] = b->layout[i * b->n_cells + old];
		layout[b->n + i] = b->layout[i * b->n_cells + now];
	}
	result = rcc_block_ratio(&pairs, asked->computed_level, scratch, out);
	out->ratio.level = out->hodges_lehmann.level = asked->level;
	free(scratch);
	free(layout);
	free(value);
	return result;
}

size_t rcc_blocks_rounds(const struct rcc_blocks *b, size_t fixed,
			 size_t random, double **d)
{
	size_t *layout = NULL;
	const size_t n = rcc_blocks_rounds_of(b, fixed, random, d, &layout);

	free(layout);
	return n;
}

size_t rcc_blocks_rounds_of(const struct rcc_blocks *b, size_t fixed,
			    size_t random, double **d, size_t **layouts)
{
	const size_t m = b->n_rounds;
	size_t *n_blocks = rcc_mem_calloc(b->n_layouts + 1, sizeof(size_t));
	size_t n = 0;

	*d = rcc_mem_calloc(b->n_layouts * m + 1, sizeof(**d));
	*layouts = rcc_mem_calloc(b->n_layouts + 1, sizeof(**layouts));
	for (size_t i = 0; i < b->n; i++) {
		const double *value = b->value + i * b->n_cells;
		const size_t layout = b->layout[i * b->n_cells + random];

		(*d)[layout * m + b->round[i]] =
			log(value[random] / value[fixed]);
		n_blocks[layout]++;
	}
	for (size_t i = 0; i < b->n_layouts; i++) {
		if (n_blocks[i] != m || m == 0)
			continue;
		memmove(*d + n * m, *d + i * m, m * sizeof(**d));
		(*layouts)[n++] = i;
	}
	free(n_blocks);
	return n;
}

double *rcc_blocks_layout_means(const struct rcc_blocks *b, size_t fixed,
				size_t random)
{
	double *mean = rcc_mem_calloc(b->n_layouts + 1, sizeof(*mean));
	size_t *n_blocks = rcc_mem_calloc(b->n_layouts + 1, sizeof(size_t));

	for (size_t i = 0; i < b->n; i++) {
		const double *value = b->value + i * b->n_cells;
		const size_t layout = b->layout[i * b->n_cells + random];

		mean[layout] += log(value[random] / value[fixed]);
		n_blocks[layout]++;
	}
	for (size_t i = 0; i < b->n_layouts; i++)
		mean[i] =
			n_blocks[i] != 0 ? mean[i] / (double)n_blocks[i] : NAN;
	free(n_blocks);
	return mean;
}
