/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/findings/comparison.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/mem.h"
#include "common/strbuf.h"
#include "harness/findings/system_ratio.h"
#include "harness/study/simulation.h"
#include "harness/study/toolchains.h"

/* The largest number of times that layouts_to_decide() computes its result
 * again. */
#define N_PLANS 5

static struct rcc_comparison_side side_of(const struct rcc_findings *f,
					  size_t system, const char *name)
{
	struct rcc_comparison_side side = {
		.f = f, .name = name, .system = system};

	for (size_t i = 0; i < f->n_cells; i++) {
		const struct rcc_cell *c = &f->cell[i];

		if (c->system != system)
			continue;
		if (c->is_original && side.original == NULL)
			side.original = c;
		if (!c->is_original && side.random == NULL)
			side.random = c;
	}
	return side;
}

/* Compute the ratio of two cells' means, now / old, with its interval. */
static int ratio_of(const struct rcc_cell *old, const struct rcc_cell *now,
		    double level, struct rcc_ratio *ratio)
{
	struct rcc_mean a;
	struct rcc_mean b;

	if (old == NULL || now == NULL || old->levels_error != 0 ||
	    now->levels_error != 0)
		return RCC_EDOM;
	a = rcc_mean_of(&old->levels);
	b = rcc_mean_of(&now->levels);
	return rcc_ratio_interval(&a, &b, RCC_RATIO_WELCH, level, ratio);
}

double rcc_comparison_delta(const struct rcc_findings *f)
{
	return f->stored.study.decide > 0 ? f->stored.study.decide
					  : RCC_COMPARISON_DELTA;
}

const struct rcc_ratio *rcc_comparison_ratio(const struct rcc_comparison *c)
{
	return c->by_blocks ? &c->blocks.ratio : &c->ratio;
}

const struct rcc_ratio *rcc_comparison_naive(const struct rcc_comparison *c)
{
	if (c->by_blocks && c->naive_blocks_error == 0)
		return &c->naive_blocks.ratio;
	return c->naive_error == 0 ? &c->naive : NULL;
}

bool rcc_comparison_has_common_layouts(const struct rcc_comparison *c)
{
	return c->by_blocks &&
	       rcc_study_has_common_layouts(&c->old.f->stored.study);
}

/* Return the index of a cell among the cells of its study. */
static size_t index_of(const struct rcc_comparison_side *side,
		       const struct rcc_cell *cell)
{
	return (size_t)(cell - side->f->cell);
}

/* Compute two ratios from blocks: the ratio of the random layouts, and the
 * ratio of the original layouts.  They are defined only for two systems of one
 * study, because no block has runs of two studies. */
static void compare_in_blocks(struct rcc_comparison *c)
{
	const struct rcc_findings *f = c->old.f;

	c->blocks_error = c->naive_blocks_error = RCC_EDOM;
	if (!c->is_interleaved)
		return;
	if (c->old.random != NULL && c->now.random != NULL) {
		struct rcc_system_ratio r;

		rcc_system_ratio_compute(f, c->old.random, c->now.random, &r);
		c->blocks_error = r.error;
		c->blocks = r.ratio;
		c->by_layout = r.by_layout;
		c->by_blocks = r.is_reported;
	}
	if (c->old.original != NULL && c->now.original != NULL)
		c->naive_blocks_error = rcc_blocks_ratio(
			&f->blocks, index_of(&c->old, c->old.original),
			index_of(&c->now, c->now.original), &f->asked,
			&c->naive_blocks);
}

static enum rcc_obstacle obstacle_to(const struct rcc_comparison *c,
				     const struct rcc_cell *old_cell,
				     const struct rcc_cell *now_cell)
{
	const struct rcc_mean old = rcc_mean_of(&old_cell->levels);
	const struct rcc_mean now = rcc_mean_of(&now_cell->levels);
	const enum rcc_obstacle obstacle = rcc_verdict_obstacle(&old, &now);
	const bool is_exact = rcc_metric_is_simulated(&c->old.f->asked.metric);

	return obstacle == RCC_OBSTACLE_CONSTANT && is_exact ? RCC_OBSTACLE_NONE
							     : obstacle;
}

/* Compute the claim (rcc_claims.h) from the ratio `blocks` or, if it is NULL,
 * from the means of the two cells. */
static void claim_of(const struct rcc_cell *old_cell,
		     const struct rcc_cell *now_cell,
		     const struct rcc_block_ratio *blocks, double level,
		     double delta, struct rcc_claim *claim)
{
	const struct rcc_mean old = rcc_mean_of(&old_cell->levels);
	const struct rcc_mean now = rcc_mean_of(&now_cell->levels);

	if (blocks != NULL)
		rcc_claim_blocks(blocks, level, delta, claim);
	else
		rcc_claim_ratio(&old, &now, RCC_RATIO_WELCH, level, delta,
				claim);
}

/* Compare the two original layouts: set the fields `naive...` of *c. */
static void compare_originals(struct rcc_comparison *c, double level)
{
	const bool by_blocks = c->by_blocks && c->naive_blocks_error == 0;
	enum rcc_obstacle obstacle;
	struct rcc_claim claim;

	c->naive_verdict = c->naive_means_verdict = RCC_VERDICT_UNDECIDED;
	c->naive_error =
		ratio_of(c->old.original, c->now.original, level, &c->naive);
	c->naive.level = c->old.f->asked.level;
	if (rcc_comparison_naive(c) == NULL || c->is_unfinished)
		return;
	obstacle = obstacle_to(c, c->old.original, c->now.original);
	if (obstacle == RCC_OBSTACLE_CONSTANT) {
		rcc_ratio_drop_interval(&c->naive);
		rcc_ratio_drop_interval(&c->naive_blocks.ratio);
	}
	if (obstacle != RCC_OBSTACLE_NONE)
		return;
	claim_of(c->old.original, c->now.original, NULL, level, c->delta,
		 &claim);
	c->naive_means_verdict = claim.verdict;
	claim_of(c->old.original, c->now.original,
		 by_blocks ? &c->naive_blocks : NULL, level, c->delta, &claim);
	c->naive_verdict = claim.verdict;
}

double rcc_comparison_level(const struct rcc_comparison *c)
{
	return fmax(c->old.f->asked.computed_level,
		    c->now.f->asked.computed_level);
}

/* Return the number of layouts that a new study needs on each side to reach a
 * decision at this level with probability RCC_CLAIM_POWER; 0 if unknown.
 * Bonferroni's level is enough for any pair, since Holm's method demands no
 * more. */
static size_t plan_at(const struct rcc_comparison *c, double overall)
{
	const double level = 1 - (1 - overall) / (double)c->n_family;
	const struct rcc_mean old = rcc_mean_of(&c->old.random->levels);
	const struct rcc_mean now = rcc_mean_of(&c->now.random->levels);
	size_t n = 0;
	const int result =
		c->by_blocks
			? rcc_claim_blocks_plan(&c->blocks, level, c->delta,
						RCC_CLAIM_POWER, &n)
			: rcc_claim_plan(&old, &now, level, c->delta,
					 RCC_CLAIM_POWER, &n);

	return result == 0 ? n : 0;
}

/* Return the number of layouts to which the study must grow to reach a
 * decision.  After growing, the result is looked at once more.  This look
 * raises the level of the intervals, and a higher level needs more layouts.  So
 * the number is computed again at the new level, until it does not change. */
static size_t layouts_to_decide(const struct rcc_comparison *c)
{
	const struct rcc_findings *f = c->old.f;
	size_t n = plan_at(c, rcc_comparison_level(c));

	for (int i = 0; i < N_PLANS && c->is_interleaved && n != 0; i++) {
		const size_t had = n;

		n = plan_at(c,
			    rcc_looks_next_level(&f->looks, f->asked.level, n));
		if (n == had)
			break;
	}
	return n;
}

bool rcc_verdict_is_worse(enum rcc_verdict verdict, enum rcc_better better)
{
	return (verdict == RCC_VERDICT_LARGER && better == RCC_BETTER_LOWER) ||
	       (verdict == RCC_VERDICT_SMALLER && better == RCC_BETTER_HIGHER);
}

/* Return whether lower or higher values are better.  A study by an older
 * version of randstudy may not say which values are better.  In that case the
 * other study decides.  Returns RCC_BETTER_UNKNOWN if neither study says it, or
 * if the two studies disagree. */
static enum rcc_better common_better(const struct rcc_comparison *c)
{
	const enum rcc_better old = c->old.f->asked.metric.better;
	const enum rcc_better now = c->now.f->asked.metric.better;

	if (old == RCC_BETTER_UNKNOWN || now == RCC_BETTER_UNKNOWN ||
	    old == now)
		return old == RCC_BETTER_UNKNOWN ? now : old;
	return RCC_BETTER_UNKNOWN;
}

/* Return whether the runs of at least one study depended on when they were
 * made. */
static bool depends_on_time(const struct rcc_comparison *c)
{
	return c->old.f->blocks.are_headline || c->now.f->blocks.are_headline;
}

/* Return what keeps the ratio from having a verdict. */
static enum rcc_obstacle find_obstacle(struct rcc_comparison *c)
{
	const enum rcc_obstacle obstacle =
		obstacle_to(c, c->old.random, c->now.random);

	if (obstacle != RCC_OBSTACLE_NONE || c->is_unfinished)
		return obstacle;
	/* If runs depend on when they were made, there is no valid interval for
	 * a ratio of two studies, nor for one of means. */
	if ((!c->is_interleaved && depends_on_time(c)) ||
	    c->old.f->blocks.lacks_ratios || c->now.f->blocks.lacks_ratios)
		return RCC_OBSTACLE_TIME;
	c->rounding = rcc_cell_rounding(c->old.random) +
		      rcc_cell_rounding(c->now.random);
	return rcc_rounding_matters(rcc_comparison_ratio(c), c->rounding,
				    c->delta)
		       ? RCC_OBSTACLE_COARSE
		       : RCC_OBSTACLE_NONE;
}

/* Compute the comparison.  Reports print asked.level, the probability with which
 * the intervals cover the true ratio. */
static void compute(struct rcc_comparison *c)
{
	const double level = rcc_comparison_level(c);
	struct rcc_claim claim;

	c->better = common_better(c);
	c->is_unfinished = c->old.f->is_unfinished || c->now.f->is_unfinished;
	compare_in_blocks(c);
	compare_originals(c, level);
	c->error = ratio_of(c->old.random, c->now.random, level, &c->ratio);
	c->ratio.level = c->old.f->asked.level;
	c->p = c->p_holm = NAN;
	c->n_family = 1;
	c->verdict = c->alone = c->suggested = c->means_verdict =
		RCC_VERDICT_UNDECIDED;
	if (c->error != 0)
		return;
	c->obstacle = find_obstacle(c);
	if (c->obstacle == RCC_OBSTACLE_CONSTANT ||
	    c->obstacle == RCC_OBSTACLE_COARSE ||
	    c->obstacle == RCC_OBSTACLE_TIME) {
		rcc_ratio_drop_interval(&c->ratio);
		rcc_ratio_drop_interval(&c->blocks.ratio);
	}
	if (c->obstacle != RCC_OBSTACLE_NONE || c->is_unfinished)
		return;
	claim_of(c->old.random, c->now.random, NULL, level, c->delta, &claim);
	c->means_verdict = claim.verdict;
	claim_of(c->old.random, c->now.random, c->by_blocks ? &c->blocks : NULL,
		 level, c->delta, &claim);
	c->verdict = c->alone = claim.verdict;
	c->suggested = claim.suggested;
	c->limits = claim.limits;
	c->p = c->p_holm = claim.p;
}

/* If nothing is claimed, compute how many layouts would decide.  It takes
 * time. */
static void plan(struct rcc_comparison *c)
{
	if (c->verdict == RCC_VERDICT_UNDECIDED && !isnan(c->p))
		c->n_each = layouts_to_decide(c);
}

/* Compare two systems without adjustment for other systems, and without
 * n_each. */
static void compare_systems(const struct rcc_findings *f, size_t old,
			    size_t now, double delta, struct rcc_comparison *c)
{
	memset(c, 0, sizeof(*c));
	c->old = side_of(f, old, rcc_findings_system_name(f, old));
	c->now = side_of(f, now, rcc_findings_system_name(f, now));
	c->delta = delta;
	c->is_interleaved = true;
	compute(c);
}

void rcc_comparison_alone(const struct rcc_findings *f, size_t old, size_t now,
			  double delta, struct rcc_comparison *c)
{
	compare_systems(f, old, now, delta, c);
}

/* Adjust the p-value for the comparisons of all pairs of systems.  Set the
 * verdict to the one that holds for all pairs together. */
static void judge_together(const struct rcc_findings *f, size_t old, size_t now,
			   struct rcc_comparison *c)
{
	const size_t k = f->stored.study.n_systems;
	const size_t most = k * (k - 1) / 2;
	double *p = rcc_mem_calloc(2 * most, sizeof(*p));
	size_t *order = rcc_mem_calloc(most, sizeof(*order));
	size_t n = 0;
	size_t own = 0;

	for (size_t i = 0; i < k; i++)
		for (size_t j = i + 1; j < k; j++) {
			struct rcc_comparison other;

			compare_systems(f, i, j, c->delta, &other);
			if ((i == old && j == now) || (i == now && j == old))
				own = n;
			p[n++] = other.p;
		}
	rcc_holm(p, n, p + most, order);
	c->n_family = n;
	c->p_holm = p[most + own];
	c->verdict = c->p_holm <= 1 - f->asked.computed_level
			     ? c->suggested
			     : RCC_VERDICT_UNDECIDED;
	free(order);
	free(p);
}

void rcc_comparison_of_systems(const struct rcc_findings *f, size_t old,
			       size_t now, double delta,
			       struct rcc_comparison *c)
{
	compare_systems(f, old, now, delta, c);
	if (f->stored.study.n_systems > 2)
		judge_together(f, old, now, c);
	plan(c);
}

void rcc_comparison_claim(const struct rcc_comparison *c, double level,
			  struct rcc_claim *claim)
{
	claim_of(c->old.random, c->now.random, c->by_blocks ? &c->blocks : NULL,
		 level, c->delta, claim);
}

void rcc_comparison_of_studies(const struct rcc_findings *old,
			       const char *old_name,
			       const struct rcc_findings *now,
			       const char *now_name, double delta,
			       struct rcc_comparison *c)
{
	memset(c, 0, sizeof(*c));
	c->old = side_of(old, 0, old_name);
	c->now = side_of(now, 0, now_name);
	c->delta = delta;
	compute(c);
	plan(c);
}

const struct rcc_effect *
rcc_comparison_effect(const struct rcc_comparison_side *side)
{
	const struct rcc_findings *f = side->f;

	for (size_t i = 0; i < f->n_effects; i++)
		if (&f->cell[f->effect[i].random] == side->random)
			return f->effect[i].error == 0 ? &f->effect[i] : NULL;
	return NULL;
}

static bool is_same(const struct rcc_comparison *c, const char *key)
{
	return json_equal(json_object_get(c->old.f->stored.host, key),
			  json_object_get(c->now.f->stored.host, key));
}

static bool differs(const char *a, const char *b)
{
	return strcmp(a != NULL ? a : "", b != NULL ? b : "") != 0;
}

/* Return whether every compiler in `some` is also in `others`.  Functions of an
 * unknown compiler do not count. */
static bool has_compilers(json_t *others, json_t *some)
{
	const char *name;
	json_t *n;

	json_object_foreach(some, name, n)
	{
		if (strcmp(name, "unknown") != 0 &&
		    json_object_get(others, name) == NULL)
			return false;
	}
	return true;
}

/* Return whether the functions of the two studies are from other compilers.  If
 * a study does not name any, its compiler is the gcc that randcc calls. */
static bool have_other_compilers(const struct rcc_stored *old,
				 const struct rcc_stored *now)
{
	json_t *a;
	json_t *b;
	bool result;

	if (old->compilers == NULL || now->compilers == NULL)
		return !rcc_toolchains_has_gcc(old->compilers) ||
		       !rcc_toolchains_has_gcc(now->compilers);
	a = rcc_toolchains_compilers(old->compilers);
	b = rcc_toolchains_compilers(now->compilers);
	result = !has_compilers(a, b) || !has_compilers(b, a);
	json_decref(a);
	json_decref(b);
	return result;
}

bool rcc_comparison_has_same_unit(const struct rcc_comparison *c)
{
	const struct rcc_metric *old = &c->old.f->asked.metric;
	const struct rcc_metric *now = &c->now.f->asked.metric;

	return old->unit == now->unit && (old->unit != RCC_UNIT_COUNT ||
					  !differs(old->label, now->label));
}

/* Warn if the values of the two studies were simulated in different ways. */
static void warn_about_simulation(const struct rcc_comparison *c,
				  struct rcc_strvec *warning)
{
	const struct rcc_findings *old = c->old.f;
	const struct rcc_findings *now = c->now.f;
	const json_t *a =
		rcc_stored_simulation(&old->stored, &old->asked.metric);
	const json_t *b =
		rcc_stored_simulation(&now->stored, &now->asked.metric);
	const bool is_simulated = rcc_metric_is_simulated(&old->asked.metric);
	const char *difference = rcc_simulation_difference(a, b);

	if (is_simulated != rcc_metric_is_simulated(&now->asked.metric))
		rcc_strvec_push(warning,
				"the metric is simulated in one study only: "
				"the ratio compares different quantities");
	else if (is_simulated &&
		 old->asked.metric.spec->kind != now->asked.metric.spec->kind)
		rcc_strvec_push(warning,
				"cachegrind counted in one study, callgrind in "
				"the other: the ratio also compares the "
				"simulations");
	else if (difference != NULL)
		rcc_strvec_pushf(warning, "%s: the ratio %s simulations",
				 difference,
				 a == NULL || b == NULL ? "may also compare"
							: "also compares the");
}

bool rcc_comparison_has_same_iterations(const struct rcc_comparison *c)
{
	const struct rcc_study *old = &c->old.f->stored.study;
	const struct rcc_study *now = &c->now.f->stored.study;
	const struct rcc_metric_spec *spec = c->old.f->asked.metric.spec;

	return spec == NULL || spec->is_per_run ||
	       (old->skip_iterations == now->skip_iterations &&
		old->only_iteration == now->only_iteration);
}

/* Return whether two settings are equal.  One that is not stored is off. */
static bool are_equal_settings(const json_t *a, const json_t *b)
{
	const bool is_off_a = a == NULL || json_is_null(a) || json_is_false(a);
	const bool is_off_b = b == NULL || json_is_null(b) || json_is_false(b);

	return is_off_a || is_off_b ? is_off_a == is_off_b : json_equal(a, b);
}

/* Warn of settings that differ between the two studies and may change what a
 * run takes. */
static void warn_about_settings(const struct rcc_comparison *c,
				struct rcc_strvec *warning)
{
	static const char *const key[] = {
		"arms",	       "env",	   "aslr",    "cpu",	   "nice",
		"sched",       "tune",	   "warmup",  "cool-down", "iterations",
		"fresh-cwd",   "template", "prepare", "cleanup",   "in-place",
		"padding-max", "pin",	   "shell",   "rebuild",   "library"};
	const json_t *old = c->old.f->stored.study.json;
	const json_t *now = c->now.f->stored.study.json;
	struct rcc_strbuf names = {0};

	for (size_t i = 0; i < sizeof(key) / sizeof(key[0]); i++)
		if (!are_equal_settings(json_object_get(old, key[i]),
					json_object_get(now, key[i])))
			rcc_strbuf_add_item(&names, ", ", key[i]);
	if (names.n != 0)
		rcc_strvec_pushf(
			warning,
			"these settings of the two studies differ, and "
			"the ratio compares them too: %s",
			names.text);
	rcc_strbuf_release(&names);
}

void rcc_comparison_warnings(const struct rcc_comparison *c,
			     struct rcc_strvec *warning)
{
	if (c->is_interleaved)
		return;
	/* A simulated count does not depend on when it was made. */
	if (!rcc_metric_is_simulated(&c->old.f->asked.metric) ||
	    !rcc_metric_is_simulated(&c->now.f->asked.metric))
		rcc_strvec_push(warning,
				"measured apart: changes of the machine "
				"between the two studies affect the ratio; "
				"--system measures both in one study, "
				"interleaved");
	if (depends_on_time(c))
		rcc_strvec_push(warning,
				"runs depended on when they were made, and two "
				"studies share no blocks: the interval of "
				"their ratio covers too rarely, so the verdict "
				"stays undecided; --system measures both in "
				"one study");
	if (!is_same(c, "hostname") || !is_same(c, "cpu"))
		rcc_strvec_push(warning,
				"measured on different machines: the ratio "
				"also compares the machines");
	warn_about_simulation(c, warning);
	if (!is_same(c, "kernel"))
		rcc_strvec_push(warning, "the kernel is not the same");
	if (c->old.f->stored.tandem.is_settled !=
	    c->now.f->stored.tandem.is_settled)
		rcc_strvec_push(warning,
				"the runs of one study shared a CPU "
				"(--tandem), those of the other took turns: "
				"the ratio includes the cost of sharing");
	if (!json_equal(
		    json_object_get(c->old.f->stored.study.json, "command"),
		    json_object_get(c->now.f->stored.study.json, "command")) ||
	    differs(c->old.f->stored.study.stdin_path,
		    c->now.f->stored.study.stdin_path))
		rcc_strvec_push(warning, "the commands or their inputs differ");
	warn_about_settings(c, warning);
	if (differs(c->old.f->stored.compiler, c->now.f->stored.compiler) ||
	    have_other_compilers(&c->old.f->stored, &c->now.f->stored) ||
	    differs(c->old.f->stored.linker, c->now.f->stored.linker))
		rcc_strvec_push(warning,
				"built by different compilers or linkers");
}
