/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Variances of nested data, level by level.
 *
 * A unit of a level is one repetition of the level, such as one layout or one
 * iteration.  The units of a level inside one unit of the level above form a
 * group.  They are the members of the group (rcc_stats.h).
 *
 * One walk over the values computes everything.  Each kept level has an
 * accumulator, struct group, which collects the members of the level's current
 * group.  When a unit of a level ends, its mean becomes a member of that
 * level's current group.
 *
 * A removed level has no accumulator.  When a unit of a removed level ends, the
 * group of the level below goes on and also collects the members of the next
 * unit.  To remove a level, the walk is repeated without the accumulator of
 * that level.
 */
#include "stats/rcc_stats.h"

#include <math.h>
#include <string.h>

#include "common/error.h"

/* T² up to this fraction of S² counts as rounding error. */
#define NEGLIGIBLE 1e-9

#define NONE ((size_t)-1)

/*
 * The sums over the members of one group.  `first` is the mean of the first
 * member.  It is subtracted from the mean of each member before summing.  The
 * sums then lose no precision by cancellation, because `first` is only about
 * one standard deviation from the group's mean.  (The usual method, Welford's
 * recurrence, needs a division for each value.)
 */
struct group {
	size_t n;
	long double first, sum, sum_squares;
	/* For each k, the sum of the members' weight[k] (struct member). */
	double weight[RCC_STATS_MAX_LEVELS];
};

/* A member of a group.  The variance of its mean is the sum of weight[k] T_k²
 * over the lower levels k. */
struct member {
	long double mean;
	double weight[RCC_STATS_MAX_LEVELS];
};

/* Sums over all groups of a level. */
struct pool {
	size_t n_groups, n_members, r_min, r_max;
	double df;
	long double squares; /* sum over groups of squared deviations */
	/* weight[k] / df is the coefficient of T_k² in the expectation of this
	 * level's S². */
	double weight[RCC_STATS_MAX_LEVELS];
};

/* The state of a walk over the values of a sample.  Arrays are indexed by
 * level. */
struct walk {
	const struct rcc_sample *sample;
	bool kept[RCC_STATS_MAX_LEVELS];
	/* The next lower level that is kept, or NONE. */
	size_t below[RCC_STATS_MAX_LEVELS];
	/* Number of members still to come in the level's current group. */
	size_t left[RCC_STATS_MAX_LEVELS];
	/* The index in size[] of the level's next group. */
	size_t next_group[RCC_STATS_MAX_LEVELS];
	struct group group[RCC_STATS_MAX_LEVELS];
	struct pool pool[RCC_STATS_MAX_LEVELS];
};

struct rcc_sample rcc_sample_1(const double *x, size_t n_top)
{
	struct rcc_sample sample = {.x = x, .n_levels = 1, .r = {n_top}};

	return sample;
}

struct rcc_sample rcc_sample_2(const double *x, size_t n_top, size_t n_low)
{
	struct rcc_sample sample = {.x = x, .n_levels = 2, .r = {n_low, n_top}};

	return sample;
}

struct rcc_sample rcc_sample_3(const double *x, size_t n_top, size_t n_middle,
			       size_t n_low)
{
	struct rcc_sample sample = {
		.x = x, .n_levels = 3, .r = {n_low, n_middle, n_top}};

	return sample;
}

/* Return the number of members in all n_groups groups of level i; 0 if a group
 * is empty or the number overflows. */
static size_t members_of(const struct rcc_sample *sample, size_t i,
			 size_t n_groups)
{
	size_t n = 0;

	if (sample->size[i] == NULL)
		return __builtin_mul_overflow(n_groups, sample->r[i], &n) ? 0
									  : n;
	for (size_t g = 0; g < n_groups; g++) {
		if (sample->size[i][g] == 0 ||
		    __builtin_add_overflow(n, sample->size[i][g], &n))
			return 0;
	}
	return n;
}

size_t rcc_sample_n_values(const struct rcc_sample *sample)
{
	size_t n = 1;

	if (sample->n_levels == 0 || sample->n_levels > RCC_STATS_MAX_LEVELS)
		return 0;
	for (size_t i = sample->n_levels; i-- > 0;)
		n = members_of(sample, i, n);
	return n;
}

/* Add a member to a group.  n_weights is the number of lower levels. */
static void group_add(struct group *group, const struct member *member,
		      size_t n_weights)
{
	long double d;

	if (group->n == 0)
		group->first = member->mean;
	d = member->mean - group->first;
	group->n++;
	group->sum += d;
	group->sum_squares += d * d;
	for (size_t k = 0; k < n_weights; k++)
		group->weight[k] += member->weight[k];
}

/* End the current group of level i.  Add its sums to the level's pool.  Returns
 * the unit of the level above that consists of this group. */
static struct member group_close(struct walk *w, size_t i)
{
	struct group *group = &w->group[i];
	struct pool *pool = &w->pool[i];
	const double n = (double)group->n;
	const long double offset = group->sum / (long double)group->n;
	struct member member = {.mean = group->first + offset};

	if (pool->n_groups == 0 || group->n < pool->r_min)
		pool->r_min = group->n;
	if (group->n > pool->r_max)
		pool->r_max = group->n;
	pool->n_groups++;
	pool->n_members += group->n;
	pool->df += n - 1;
	if (group->n > 1) {
		long double squares = group->sum_squares - group->sum * offset;

		/* Rounding may make the result slightly negative. */
		pool->squares += squares > 0 ? squares : 0;
	}
	for (size_t k = 0; k < i; k++) {
		pool->weight[k] += (n - 1) * group->weight[k] / n;
		member.weight[k] = group->weight[k] / (n * n);
	}
	member.weight[i] = 1 / n;
	memset(group, 0, sizeof(*group));
	return member;
}

/* Return the number of members of the next group of level i. */
static size_t group_size(struct walk *w, size_t i)
{
	const size_t *size = w->sample->size[i];

	return size != NULL ? size[w->next_group[i]++] : w->sample->r[i];
}

/* End a unit of level i whose last value is `value`. */
static void unit_end(struct walk *w, size_t i, double value)
{
	struct member member = {.mean = value};

	if (!w->kept[i])
		return;
	if (w->below[i] != NONE)
		member = group_close(w, w->below[i]);
	group_add(&w->group[i], &member, i);
}

/* Walk over all values.  Returns the mean of the highest level. */
static double walk_all(struct walk *w, size_t n_values)
{
	const size_t top = w->sample->n_levels - 1;
	size_t lower = NONE;

	for (size_t i = 0; i <= top; i++) {
		w->below[i] = lower;
		if (w->kept[i])
			lower = i;
		w->left[i] = group_size(w, i);
	}
	for (size_t v = 0; v < n_values; v++) {
		size_t i = 0;

		for (;; i++) {
			unit_end(w, i, w->sample->x[v]);
			if (--w->left[i] != 0 || i == top)
				break;
		}
		/* Begin a new group at each level whose group has ended. */
		while (i-- > 0 && v + 1 < n_values)
			w->left[i] = group_size(w, i);
	}
	return (double)group_close(w, top).mean;
}

/* Compute S² and T² of the kept levels from their pools. */
static void variances(const struct walk *w, double *s2, double *t2)
{
	for (size_t i = 0; i < w->sample->n_levels; i++) {
		const struct pool *pool = &w->pool[i];

		s2[i] = t2[i] = NAN;
		if (!w->kept[i] || !(pool->df > 0))
			continue;
		s2[i] = (double)(pool->squares / pool->df);
		t2[i] = s2[i];
		for (size_t k = 0; k < i; k++) {
			if (w->kept[k])
				t2[i] -= pool->weight[k] / pool->df * t2[k];
		}
	}
}

/* Compute the fields sd, min and max, from all values.  Returns RCC_EDOM if a
 * value is not finite. */
static int describe(const double *x, size_t n, struct rcc_levels *levels)
{
	long double sum = 0;
	long double squares = 0;
	double min = x[0];
	double max = x[0];

	for (size_t i = 0; i < n; i++) {
		long double d = (long double)x[i] - x[0];

		if (!isfinite(x[i]))
			return RCC_EDOM;
		sum += d;
		squares += d * d;
		min = x[i] < min ? x[i] : min;
		max = x[i] > max ? x[i] : max;
	}
	levels->min = min;
	levels->max = max;
	if (n > 1) {
		squares -= sum * (sum / (long double)n);
		levels->sd = sqrt((double)(squares > 0 ? squares : 0) /
				  (double)(n - 1));
	}
	return 0;
}

static void set_undefined(struct rcc_levels *levels, size_t n_levels)
{
	memset(levels, 0, sizeof(*levels));
	levels->n_levels = n_levels;
	levels->mean = levels->sd = levels->min = levels->max = NAN;
	for (size_t i = 0; i < RCC_STATS_MAX_LEVELS; i++) {
		struct rcc_level *level = &levels->level[i];

		level->s2 = level->t2 = level->s2_kept = level->t2_kept = NAN;
		level->r_kept = level->df = level->df_kept = NAN;
	}
}

/* Walk with the accumulators of all levels.  Compute the counts.  Also compute
 * S² and T² as they are before any level is removed. */
static void first_walk(struct walk *w, struct rcc_levels *levels)
{
	const struct rcc_sample *sample = w->sample;
	double s2[RCC_STATS_MAX_LEVELS] = {0};
	double t2[RCC_STATS_MAX_LEVELS] = {0};

	for (size_t i = 0; i < sample->n_levels; i++)
		w->kept[i] = true;
	levels->mean = walk_all(w, levels->n_values);
	levels->balanced = true;
	for (size_t i = 0; i < sample->n_levels; i++) {
		struct rcc_level *level = &levels->level[i];

		level->n_groups = w->pool[i].n_groups;
		level->r_min = w->pool[i].r_min;
		level->r_max = w->pool[i].r_max;
		level->df = w->pool[i].df;
		levels->balanced &= level->r_min == level->r_max;
		/* The highest level is kept even if it has only one member. */
		if (level->r_max == 1 && i + 1 < sample->n_levels)
			level->status = RCC_LEVEL_SINGLE;
		w->kept[i] = level->status == RCC_LEVEL_KEPT;
	}
	/* A level with one member in each group has no variance.  Leave such
	 * levels out while the variances are computed. */
	variances(w, s2, t2);
	for (size_t i = 0; i < sample->n_levels; i++) {
		levels->level[i].s2 = s2[i];
		levels->level[i].t2 = t2[i];
		/* w->kept must describe the last walk, which included all
		 * levels. */
		w->kept[i] = true;
	}
}

/* Return the lowest level to remove, or NONE. */
static size_t to_remove(const struct walk *w, const double *s2,
			const double *t2)
{
	const size_t top = w->sample->n_levels - 1;

	for (size_t i = 0; i < top; i++) {
		/* The lowest kept level cannot be pooled with a lower one. */
		if (!w->kept[i] || w->below[i] == NONE)
			continue;
		if (t2[i] <= NEGLIGIBLE * s2[i])
			return i;
	}
	return NONE;
}

/* Walk with the accumulators of the kept levels alone, unless the last walk did
 * so. */
static void walk_kept(struct walk *w, struct rcc_levels *levels)
{
	const struct rcc_sample *sample = w->sample;
	bool kept[RCC_STATS_MAX_LEVELS] = {false};

	for (size_t i = 0; i < sample->n_levels; i++)
		kept[i] = levels->level[i].status == RCC_LEVEL_KEPT;
	if (memcmp(kept, w->kept, sizeof(kept)) == 0)
		return;
	memset(w, 0, sizeof(*w));
	w->sample = sample;
	memcpy(w->kept, kept, sizeof(kept));
	/* S_n² refers to the mean of the regrouped data, so use that mean. */
	levels->mean = walk_all(w, levels->n_values);
}

/* Remove a level and walk again, until every T² is positive. */
static void regroup(struct walk *w, struct rcc_levels *levels)
{
	double s2[RCC_STATS_MAX_LEVELS] = {0};
	double t2[RCC_STATS_MAX_LEVELS] = {0};

	for (;;) {
		size_t removed;

		walk_kept(w, levels);
		variances(w, s2, t2);
		removed = to_remove(w, s2, t2);
		if (removed == NONE)
			break;
		levels->level[removed].status = RCC_LEVEL_REMOVED;
	}
	for (size_t i = 0; i < w->sample->n_levels; i++) {
		struct rcc_level *level = &levels->level[i];

		if (!w->kept[i])
			continue;
		levels->kept[levels->n_kept++] = i;
		level->s2_kept = s2[i];
		level->t2_kept = t2[i];
		level->df_kept = w->pool[i].df;
		level->r_kept = (double)w->pool[i].n_members /
				(double)w->pool[i].n_groups;
	}
}

int rcc_levels_compute(const struct rcc_sample *sample,
		       struct rcc_levels *levels)
{
	const size_t n = rcc_sample_n_values(sample);
	const size_t top = sample->n_levels - 1;
	struct walk w = {.sample = sample};

	set_undefined(levels, sample->n_levels);
	if (n == 0 || sample->size[top] != NULL)
		return RCC_EFORMAT;
	levels->n_values = n;
	if (describe(sample->x, n, levels) != 0) {
		levels->sd = NAN;
		return RCC_EDOM;
	}
	first_walk(&w, levels);
	regroup(&w, levels);
	return isfinite(levels->level[top].s2_kept) ? 0 : RCC_EDOM;
}

void rcc_levels_unbias(const double *s2, const double *r, size_t n_levels,
		       double *t2)
{
	for (size_t i = 0; i < n_levels; i++)
		t2[i] = i == 0 ? s2[0] : s2[i] - s2[i - 1] / r[i - 1];
}
