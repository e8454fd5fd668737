/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/rcc_stats.h"

#include <math.h>

#include "common/error.h"
#include "common/random.h"
#include "stats/rcc_claims.h"
#include "stats/scratch.h"

/* The arrays of rcc_suite_ratio_compute() in its scratch space.  A pair is
 * struct rcc_suite_pair, one benchmark.  Each array except `sorted` has room
 * for all pairs.  `estimate` and `replicate` hold only pairs with a defined
 * ratio. */
struct suite_scratch {
	double *p, *adjusted; /* p-values, one for each pair */
	size_t *order;
	double *estimate;
	double **replicate;
	double *sorted;
	void *bootstrap;
};

static struct rcc_bootstrap_options
bootstrap_options(const struct rcc_suite_ratio_options *o)
{
	const struct rcc_bootstrap_options options = {
		.statistic = RCC_STATISTIC_MEAN,
		.scheme = RCC_SCHEME_ALL,
		.n_replicates = o->n_replicates,
		.n_threads = o->n_threads,
		.level = o->level,
	};

	return options;
}

static void scratch_make(const struct rcc_suite_ratio *s,
			 const struct rcc_suite_ratio_options *o,
			 struct rcc_scratch *space, struct suite_scratch *out)
{
	const struct rcc_bootstrap_options options = bootstrap_options(o);
	size_t most = 0;

	out->p = rcc_scratch_take(space, s->n, sizeof(*out->p));
	out->adjusted = rcc_scratch_take(space, s->n, sizeof(*out->adjusted));
	out->order = rcc_scratch_take(space, s->n, sizeof(*out->order));
	out->estimate = rcc_scratch_take(space, s->n, sizeof(*out->estimate));
	out->replicate = rcc_scratch_take(space, s->n, sizeof(*out->replicate));
	out->sorted =
		rcc_scratch_take(space, o->n_replicates, sizeof(*out->sorted));
	for (size_t i = 0; i < s->n; i++) {
		const struct rcc_suite_pair *pair = &s->pair[i];
		double *replicate = rcc_scratch_take(space, o->n_replicates,
						     sizeof(*replicate));
		size_t needed;

		if (replicate != NULL)
			out->replicate[i] = replicate;
		if (pair->error != 0)
			continue;
		needed =
			rcc_bootstrap_scratch(&pair->old, &pair->now, &options);
		most = needed > most ? needed : most;
	}
	out->bootstrap = rcc_scratch_take(space, most, 1);
}

size_t rcc_suite_ratio_scratch(const struct rcc_suite_ratio *s,
			       const struct rcc_suite_ratio_options *o)
{
	struct rcc_scratch space = {NULL, 0};
	struct suite_scratch scratch;

	scratch_make(s, o, &space, &scratch);
	return space.used;
}

/* ---- Each benchmark alone ---------------------------------------------- */

/* Return whether the ratio of a pair is defined and its variation unknown. */
static bool is_unknown(const struct rcc_suite_pair *pair)
{
	return pair->error == 0 && (pair->obstacle == RCC_OBSTACLE_CONSTANT ||
				    pair->obstacle == RCC_OBSTACLE_COARSE ||
				    pair->obstacle == RCC_OBSTACLE_TIME);
}

/* Return what the means of a pair show.  Exact values, such as counts, may be
 * equal. */
static enum rcc_obstacle obstacle_to(const struct rcc_suite_pair *pair,
				     bool is_exact)
{
	const enum rcc_obstacle obstacle =
		rcc_verdict_obstacle(&pair->old_mean, &pair->now_mean);

	return is_exact && obstacle == RCC_OBSTACLE_CONSTANT ? RCC_OBSTACLE_NONE
							     : obstacle;
}

/* Return the claim on a pair whose means are no obstacle. */
static void claim_of(const struct rcc_suite_pair *pair,
		     const struct rcc_suite_ratio_options *o,
		     struct rcc_claim *claim)
{
	if (pair->blocks != NULL) {
		rcc_claim_blocks(pair->blocks, o->level, pair->delta, claim);
		return;
	}
	rcc_claim_ratio(&pair->old_mean, &pair->now_mean, o->method, o->level,
			pair->delta, claim);
	claim->ratio = pair->ratio;
}

static void compute_pair(struct rcc_suite_pair *pair,
			 const struct rcc_suite_ratio_options *o)
{
	struct rcc_claim claim;

	pair->p = NAN;
	pair->p_holm = NAN;
	pair->verdict = RCC_VERDICT_UNDECIDED;
	pair->joint = RCC_VERDICT_UNDECIDED;
	pair->obstacle = RCC_OBSTACLE_NONE;
	if (pair->error == 0)
		pair->error =
			rcc_ratio_interval(&pair->old_mean, &pair->now_mean,
					   o->method, o->level, &pair->ratio);
	if (pair->error != 0)
		return;
	pair->obstacle = obstacle_to(pair, o->is_exact);
	if (pair->obstacle == RCC_OBSTACLE_NONE && pair->depends_on_time)
		pair->obstacle = RCC_OBSTACLE_TIME;
	if (pair->obstacle == RCC_OBSTACLE_NONE) {
		claim_of(pair, o, &claim);
		pair->ratio = claim.ratio;
		if (!o->is_exact &&
		    rcc_rounding_matters(&pair->ratio, pair->rounding,
					 pair->delta))
			pair->obstacle = RCC_OBSTACLE_COARSE;
	}
	if (is_unknown(pair)) {
		rcc_ratio_drop_interval(&pair->ratio);
		pair->ratio.df = NAN;
	}
	if (pair->obstacle != RCC_OBSTACLE_NONE)
		return;
	pair->p = claim.p;
	pair->verdict = claim.verdict;
	pair->suggested = claim.suggested;
}

/* Compute p_holm and the joint verdict of each pair. */
static void adjust(struct rcc_suite_ratio *s,
		   const struct rcc_suite_ratio_options *o,
		   const struct suite_scratch *scratch)
{
	for (size_t i = 0; i < s->n; i++)
		scratch->p[i] = s->pair[i].p;
	rcc_holm(scratch->p, s->n, scratch->adjusted, scratch->order);
	for (size_t i = 0; i < s->n; i++) {
		struct rcc_suite_pair *pair = &s->pair[i];

		pair->p_holm = scratch->adjusted[i];
		/* The p-value is that of Welch's test.  An interval by another
		 * method may claim less, and then nothing is claimed. */
		if (pair->p_holm <= 1 - o->level &&
		    pair->verdict != RCC_VERDICT_UNDECIDED)
			pair->joint = pair->suggested;
	}
}

/* ---- All benchmarks together ------------------------------------------- */

/* Bootstrap the ratio of each pair with a defined ratio. */
static void draw_replicates(struct rcc_suite_ratio *s,
			    const struct rcc_suite_ratio_options *o,
			    const struct suite_scratch *scratch)
{
	const struct rcc_bootstrap_options options = bootstrap_options(o);
	struct rcc_random random;
	size_t at = 0;

	rcc_random_stream(&random, o->seed, "suite");
	for (size_t i = 0; i < s->n; i++) {
		const struct rcc_suite_pair *pair = &s->pair[i];
		struct rcc_bootstrap one;

		if (pair->error != 0)
			continue;
		s->bootstrap_error |= rcc_bootstrap(
			&pair->old, &pair->now, &options, &random,
			scratch->bootstrap, scratch->replicate[at], &one);
		scratch->estimate[at++] = one.estimate;
		s->few |= one.few;
	}
}

static bool has_blocks(const struct rcc_suite_ratio *s)
{
	for (size_t i = 0; i < s->n; i++)
		if (s->pair[i].error == 0 && s->pair[i].blocks != NULL)
			return true;
	return false;
}

void rcc_suite_ratio_compute(struct rcc_suite_ratio *s,
			     const struct rcc_suite_ratio_options *o,
			     void *given)
{
	struct rcc_scratch space = {given, 0};
	struct suite_scratch scratch;

	scratch_make(s, o, &space, &scratch);
	s->n_defined = 0;
	s->few = s->is_unknown = false;
	for (size_t i = 0; i < s->n; i++) {
		compute_pair(&s->pair[i], o);
		s->n_defined += s->pair[i].error == 0;
		s->is_unknown |= is_unknown(&s->pair[i]);
	}
	adjust(s, o, &scratch);
	s->bootstrap_error = s->log_error = RCC_EDOM;
	if (s->n_defined == 0 || s->is_unknown)
		return;
	s->log_error = rcc_suite_log_pairs(s->pair, s->n, o->level, &s->log);
	if (has_blocks(s))
		return;
	s->bootstrap_error = 0;
	draw_replicates(s, o, &scratch);
	if (s->bootstrap_error == 0)
		s->bootstrap_error = rcc_suite_bootstrap(
			scratch.estimate,
			(const double *const *)scratch.replicate, s->n_defined,
			o->n_replicates, o->level, scratch.sorted,
			&s->bootstrap);
}
