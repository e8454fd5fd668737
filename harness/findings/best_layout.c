/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/findings/best_layout.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/error.h"
#include "common/mem.h"
#include "common/random.h"
#include "harness/store/store_json.h"
#include "harness/store/trials.h"
#include "harness/study/tandem.h"

uint64_t rcc_best_seed(uint64_t master_seed, size_t i)
{
	struct rcc_random random;
	char *label = rcc_mem_printf("best layout %zu", i);

	rcc_random_stream(&random, master_seed, label);
	free(label);
	return rcc_random_next(&random);
}

static const json_t *targeted_seeds(const struct rcc_best *b)
{
	return json_object_get(json_object_get(b->setup, "targeted"), "seeds");
}

size_t rcc_best_n_targeted(const struct rcc_best *b)
{
	return json_array_size(targeted_seeds(b));
}

uint64_t rcc_best_layout_seed(const struct rcc_best *b, size_t layout)
{
	const size_t n_random = b->n_layouts - rcc_best_n_targeted(b);
	const char *text;

	if (layout < n_random)
		return rcc_best_seed(b->halving.seed, layout);
	text = json_string_value(
		json_array_get(targeted_seeds(b), layout - n_random));
	return text != NULL ? strtoull(text, NULL, 10) : 0;
}

/* ---- The search -------------------------------------------------------- */

/* Return ln(other / original); NaN if a run failed or has no value. */
static double log_ratio(const struct rcc_trial_record *original,
			const struct rcc_trial_record *other)
{
	const double ratio = other->value / original->value;

	if (original->run.outcome != RCC_OUTCOME_OK ||
	    other->run.outcome != RCC_OUTCOME_OK || !(original->value > 0) ||
	    !(ratio > 0) || !isfinite(ratio))
		return NAN;
	return log(ratio);
}

static bool has_seed(const struct rcc_trial_record *t, uint64_t seed)
{
	char text[24];

	snprintf(text, sizeof(text), "%" PRIu64, seed);
	return strcmp(t->moves, text) == 0;
}

/* Add a block of the search to b->halving.  A block has a run of the original
 * layout, t[0], and then runs of n other layouts.  Returns false if these are
 * not the layouts that rcc_halving_next() gives. */
static bool add_block(struct rcc_best *b, const struct rcc_trial_record *t,
		      size_t n)
{
	size_t member[RCC_HALVING_TOGETHER_MAX];
	double value[RCC_HALVING_TOGETHER_MAX];

	if (n == 0 || rcc_halving_next(&b->halving, member) != n ||
	    t->phase != b->halving.round ||
	    strcmp(t->moves, RCC_BEST_ORIGINAL) != 0)
		return false;
	for (size_t i = 0; i < n; i++) {
		if (!has_seed(&t[1 + i], rcc_best_layout_seed(b, member[i])))
			return false;
		value[i] = b->sign * log_ratio(&t[0], &t[1 + i]);
	}
	rcc_halving_add(&b->halving, value);
	b->n_round_blocks =
		t->phase == b->halving.round ? b->n_round_blocks + 1 : 0;
	return true;
}

/* Return the number of runs in the block that begins with t[0]. */
static size_t block_size(const struct rcc_trial_record *t, size_t n)
{
	size_t k = 1;

	while (k < n && t[k].phase == t->phase && t[k].block == t->block)
		k++;
	return k;
}

/* ---- The new runs ------------------------------------------------------ */

/* The values of the blocks of a comparison: of the original layout, of the
 * other program, and of the original layout when it ran alone on the CPU.
 * alone[i] is NaN if block i has no such run. */
struct values {
	double *original, *other, *alone;
	size_t n;
	size_t n_alone; /* number of values in `alone` that are not NaN */
	/* The blocks whose runs shared a CPU: their number, and the sums of
	 * their CPU times. */
	size_t n_shared;
	double original_ns, other_ns;
};

static double cpu_ns(const struct rcc_trial_record *t)
{
	return (double)(t->run.user_ns + t->run.system_ns);
}

/* Add the block of k runs that begins with t[0], unless one of its first two
 * runs failed. */
static void add_values(struct values *v, const struct rcc_trial_record *t,
		       size_t k)
{
	const bool has_alone = k > 2 &&
			       strcmp(t[2].moves, RCC_BEST_ALONE) == 0 &&
			       isfinite(log_ratio(&t[0], &t[2]));

	if (k < 2 || !isfinite(log_ratio(&t[0], &t[1])))
		return;
	v->original[v->n] = t[0].value;
	v->other[v->n] = t[1].value;
	v->alone[v->n++] = has_alone ? t[2].value : NAN;
	v->n_alone += has_alone;
	if (t->run.n_sharers > 1) {
		v->n_shared++;
		v->original_ns += cpu_ns(&t[0]);
		v->other_ns += cpu_ns(&t[1]);
	}
}

/* Return whether the blocks show what sharing a CPU costs: at least nine of ten
 * have a run of the original layout alone.  A block lacks it if that run
 * failed, if the block's runs did not share a CPU, or if an older version of
 * randstudy made the block. */
static bool have_alone(const struct values *v)
{
	return v->n_alone != 0 && 10 * v->n_alone >= 9 * v->n;
}

/* Remove the blocks without a run of the original layout alone. */
static void keep_alone(struct values *v)
{
	size_t n = 0;

	for (size_t i = 0; i < v->n; i++) {
		if (!isfinite(v->alone[i]))
			continue;
		v->original[n] = v->original[i];
		v->other[n] = v->other[i];
		v->alone[n++] = v->alone[i];
	}
	v->n = n;
}

/* Compute the ratio now / old from the pairs of values of n blocks.  Returns
 * whether the ratio has an interval. */
static bool ratio_of(const double *old, const double *now, size_t n,
		     struct rcc_block_ratio *out)
{
	const struct rcc_block_pairs pairs = {.old = old, .now = now, .n = n};
	void *scratch = rcc_mem_alloc(rcc_block_ratio_scratch(&pairs));
	const bool is_known =
		rcc_block_ratio(&pairs, RCC_BEST_LEVEL, scratch, out) == 0 ||
		rcc_block_ratio_equal(&pairs, RCC_BEST_LEVEL, scratch, out) ==
			0;

	free(scratch);
	return is_known;
}

/* Widen the interval of the ratio.  It then also contains the interval of the
 * ratio estimated for programs that run alone. */
static void allow_for_sharing(struct rcc_best_comparison *c, struct values *v)
{
	struct rcc_ratio *r = &c->result.ratio;

	keep_alone(v);
	c->is_cost_known = ratio_of(v->alone, v->original, v->n, &c->cost);
	c->has_alone = rcc_block_unshare(v->original, v->other, v->alone, v->n,
					 v->other) == 0 &&
		       ratio_of(v->original, v->other, v->n, &c->alone);
	if (!c->has_alone)
		return;
	c->shared = c->result;
	r->lo = fmin(r->lo, c->alone.ratio.lo);
	r->hi = fmax(r->hi, c->alone.ratio.hi);
}

/* Widen the interval of the ratio by what the slower program may save by ending
 * last (end_share). */
static void allow_for_end(struct rcc_best_comparison *c, const struct values *v)
{
	const double sum = fmin(v->original_ns, v->other_ns);
	struct rcc_ratio *r = &c->result.ratio;

	if (v->n_shared == 0 || !(sum > 0))
		return;
	c->end_share =
		fmin((double)RCC_TANDEM_END_NS * (double)v->n_shared / sum, 1);
	if (r->estimate < 1)
		r->lo *= 1 - c->end_share;
	else
		r->hi *= 1 + c->end_share;
}

static void compare(struct rcc_best_comparison *c,
		    const struct rcc_trial_record *t, size_t n_trials)
{
	struct values v = {
		.original = rcc_mem_calloc(n_trials + 1, sizeof(double)),
		.other = rcc_mem_calloc(n_trials + 1, sizeof(double)),
		.alone = rcc_mem_calloc(n_trials + 1, sizeof(double))};
	size_t k;

	for (size_t i = 0; i < n_trials; i += k) {
		k = block_size(&t[i], n_trials - i);
		add_values(&v, &t[i], k);
		c->n_blocks++;
		c->is_shared |= t[i].run.n_sharers > 1;
	}
	c->is_known = ratio_of(v.original, v.other, v.n, &c->result);
	if (c->is_known && have_alone(&v))
		allow_for_sharing(c, &v);
	if (c->is_known)
		allow_for_end(c, &v);
	free(v.alone);
	free(v.other);
	free(v.original);
}

/* ---- The result -------------------------------------------------------- */

bool rcc_best_is_complete(const struct rcc_best *b,
			  const struct rcc_best_comparison *c)
{
	return c->n_blocks >= b->n_blocks;
}

/* Shrink the result of a comparison (rcc_shrink()) towards the mean of all
 * layouts in the first round of the search.  If shrinking would make the gain
 * larger, keep the measured result.  Returns whether the shrunken result is
 * defined. */
static bool shrink(const struct rcc_best *b,
		   const struct rcc_best_comparison *c,
		   struct rcc_shrunken *out)
{
	const double measured = log(c->result.ratio.estimate);
	const size_t n = b->halving.n;
	double *mean = rcc_mem_calloc(n, sizeof(*mean));
	double *variance = rcc_mem_calloc(n, sizeof(*variance));
	size_t *count = rcc_mem_calloc(n, sizeof(*count));
	const struct rcc_group group = {
		.mean = mean, .variance = variance, .count = count, .n = n};
	bool is_defined;

	for (size_t i = 0; i < n; i++) {
		const struct rcc_halving_layout *l = &b->halving.first[i];

		mean[i] = b->sign * rcc_halving_mean(l);
		variance[i] = rcc_halving_variance(l);
		count[i] = l->n;
	}
	is_defined = c->is_known &&
		     rcc_shrink(&group, measured, c->result.log_se, out) == 0;
	if (is_defined && b->sign * (out->estimate - measured) < 0) {
		out->estimate = measured;
		out->weight = 1;
	}
	free(count);
	free(variance);
	free(mean);
	return is_defined;
}

void rcc_best_conclude(struct rcc_best *b)
{
	const struct rcc_best_comparison *c = &b->comparison[0];

	b->is_shrunken = shrink(b, c, &b->shrunken);
	b->is_worth = rcc_best_is_complete(b, c) && rcc_best_is_better(b, c) &&
		      b->is_shrunken &&
		      -b->sign * b->shrunken.estimate >= log1p(b->threshold);
	if (b->is_worth)
		b->is_shrunken = rcc_best_is_complete(b, &b->stating) &&
				 shrink(b, &b->stating, &b->shrunken);
}

const struct rcc_best_comparison *rcc_best_stating(const struct rcc_best *b)
{
	return b->is_worth ? &b->stating : &b->comparison[0];
}

double rcc_best_stated(const struct rcc_best *b)
{
	return b->is_shrunken ? exp(b->shrunken.estimate) : NAN;
}

const struct rcc_best_comparison *rcc_best_unfinished(const struct rcc_best *b)
{
	if (!rcc_best_is_complete(b, &b->comparison[0]))
		return &b->comparison[0];
	if (b->is_worth && !rcc_best_is_complete(b, &b->stating))
		return &b->stating;
	for (size_t i = b->n_commands; i < b->n_comparisons; i++)
		if (!rcc_best_is_complete(b, &b->comparison[i]))
			return &b->comparison[i];
	for (size_t i = 1; i < b->n_commands; i++)
		if (!rcc_best_is_complete(b, &b->comparison[i]))
			return &b->comparison[i];
	return NULL;
}

const struct rcc_best_comparison *rcc_best_find(const struct rcc_best *b,
						unsigned phase)
{
	for (size_t i = 0; i < b->n_comparisons; i++)
		if (b->comparison[i].phase == phase)
			return &b->comparison[i];
	return phase == RCC_BEST_STATE_PHASE ? &b->stating : NULL;
}

bool rcc_best_is_worse(const struct rcc_best *b,
		       const struct rcc_best_comparison *c)
{
	const struct rcc_ratio *r = &c->result.ratio;

	return c->is_known && (b->sign > 0 ? r->lo > 1 : r->hi < 1);
}

bool rcc_best_is_better(const struct rcc_best *b,
			const struct rcc_best_comparison *c)
{
	const struct rcc_ratio *r = &c->result.ratio;

	return c->is_known && (b->sign > 0 ? r->hi < 1 : r->lo > 1);
}

static enum rcc_best_verdict judge(const struct rcc_best *b)
{
	/* Runs that failed can leave a complete comparison without a ratio. */
	if (!b->is_searched || rcc_best_unfinished(b) != NULL ||
	    !rcc_best_stating(b)->is_known)
		return RCC_BEST_OPEN;
	if (!b->is_worth || !b->is_shrunken)
		return RCC_BEST_NO;
	for (size_t i = 1; i < b->n_commands; i++)
		if (rcc_best_is_worse(b, &b->comparison[i]))
			return RCC_BEST_HARM;
	return RCC_BEST_YES;
}

/* ---- Reading ----------------------------------------------------------- */

static size_t count_of(const struct rcc_best *b, const char *key)
{
	return (size_t)json_integer_value(json_object_get(b->setup, key));
}

static size_t phase_size(const struct rcc_trial_record *t, size_t n)
{
	size_t k = 1;

	while (k < n && t[k].phase == t->phase)
		k++;
	return k;
}

/* Add the trials (runs) to the search and to the comparisons.  They are sorted
 * by phase and block.  Returns RCC_EFORMAT if a trial does not fit the search
 * or belongs to no comparison. */
static int take_trials(struct rcc_best *b, const struct rcc_trial_record *t,
		       size_t n)
{
	size_t k;

	for (size_t i = 0; i < n; i++)
		b->n_failed += t[i].run.outcome != RCC_OUTCOME_OK ||
			       !isfinite(t[i].value);
	for (; n != 0 && t->phase < RCC_BEST_CONFIRM; t += k, n -= k) {
		k = block_size(t, n);
		if (!add_block(b, t, k - 1))
			return RCC_EFORMAT;
	}
	b->is_searched = b->n_layouts != 0 && b->halving.n_alive == 1;
	for (; n != 0; t += k, n -= k) {
		const struct rcc_best_comparison *c =
			rcc_best_find(b, t->phase);

		k = phase_size(t, n);
		if (c == NULL || !b->is_searched)
			return RCC_EFORMAT;
		compare(c == &b->stating ? &b->stating
					 : &b->comparison[c - b->comparison],
			t, k);
	}
	return 0;
}

static void begin_comparisons(struct rcc_best *b)
{
	b->stating.phase = RCC_BEST_STATE_PHASE;
	b->n_commands = 1 + json_array_size(b->also);
	/* Make room for two more comparisons: the order by heat
	 * (run/call_order.h), and the program built with a profile. */
	b->comparison =
		rcc_mem_calloc(b->n_commands + 2, sizeof(*b->comparison));
	for (size_t i = 0; i < b->n_commands; i++) {
		b->comparison[i].phase = RCC_BEST_CONFIRM + (unsigned)i;
		if (i > 0)
			b->comparison[i].command = json_string_value(
				json_array_get(b->also, i - 1));
	}
	b->n_comparisons = b->n_commands;
	if (json_object_get(b->heat, "files") != NULL)
		b->comparison[b->n_comparisons++].phase = RCC_BEST_HEAT_PHASE;
	if (json_object_get(b->profile, "built") != NULL)
		b->comparison[b->n_comparisons++].phase =
			RCC_BEST_PROFILE_PHASE;
}

static int begin(struct rcc_best *b, uint64_t master_seed)
{
	const size_t together = count_of(b, "together");

	b->n_layouts = count_of(b, "layouts");
	b->n_blocks = count_of(b, "blocks");
	b->threshold =
		json_number_value(json_object_get(b->setup, "threshold"));
	begin_comparisons(b);
	if (b->setup == NULL)
		return 0;
	if (together == 0 || together > RCC_HALVING_TOGETHER_MAX ||
	    b->n_layouts < 2 || rcc_best_n_targeted(b) > b->n_layouts)
		return RCC_EFORMAT;
	rcc_halving_begin(&b->halving, master_seed, b->n_layouts, together);
	return 0;
}

int rcc_best_read(struct rcc_store *store, uint64_t master_seed,
		  const struct rcc_metric *metric, struct rcc_best *b)
{
	struct rcc_trial_record *trial = NULL;
	size_t n = 0;
	int result;

	*b = (struct rcc_best){.sign = metric->better == RCC_BETTER_HIGHER ? -1
									   : 1};
	result = rcc_store_get_json(store, RCC_BEST_SETUP, &b->setup);
	if (result == 0)
		result = rcc_store_get_json(store, RCC_BEST_ALSO, &b->also);
	if (result == 0)
		result = rcc_store_get_json(store, RCC_BEST_HEAT, &b->heat);
	if (result == 0)
		result = rcc_store_get_json(store, RCC_TRIALS_HOST, &b->host);
	if (result == 0)
		result = rcc_store_get_json(store, RCC_BEST_PROFILE,
					    &b->profile);
	if (result == 0)
		result = begin(b, master_seed);
	if (result == 0)
		result = rcc_trials_read(store, &trial, &n);
	if (result == 0)
		result = take_trials(b, trial, n);
	b->runs = rcc_trials_span(trial, n);
	b->trial = trial;
	if (result != 0)
		return result;
	if (b->is_searched)
		rcc_best_conclude(b);
	b->verdict = judge(b);
	return 0;
}

void rcc_best_release(struct rcc_best *b)
{
	rcc_halving_release(&b->halving);
	rcc_trials_free(b->trial, b->runs.n);
	free(b->comparison);
	json_decref(b->setup);
	json_decref(b->also);
	json_decref(b->heat);
	json_decref(b->profile);
	json_decref(b->host);
	*b = (struct rcc_best){0};
}
