/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The hierarchical bootstrap.
 *
 * Replicates are drawn in blocks of RCC_BLOCK.  Each block has its own random
 * stream, so a replicate does not depend on the number of threads.  Thread i of
 * n draws the blocks i, i + n, i + 2 n …
 */
#include "stats/rcc_stats.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "common/error.h"
#include "common/random.h"
#include "stats/distribution.h"
#include "stats/doubles.h"
#include "stats/resample.h"

/* rcc_bootstrap() refuses fewer than FEWEST_REPLICATES replicates, and uses at
 * most MOST_THREADS threads.  With fewer than FEWEST_LAYOUTS members of the
 * highest level, it sets `few` of struct rcc_bootstrap. */
#define FEWEST_REPLICATES 100
#define FEWEST_LAYOUTS 10
#define MOST_THREADS 64
/* The largest number of values that the jackknife may read.  Reading that many
 * takes about two seconds. */
#define MOST_JACKKNIFE 2e9

/* The working memory of one thread.  The fields are the arguments and results
 * of rcc_tree_draw() and rcc_block_draw(). */
struct workspace {
	double *gathered;
	struct rcc_block_visits old_visits, now_visits;
	struct rcc_drawn *old, *now; /* one block of replicates */
};

/* The work of one thread: the replicates of all blocks first_block, first_block
 * + stride and so on. */
struct job {
	const struct rcc_bootstrap_options *options;
	const struct rcc_resampled *old, *now;
	struct rcc_drawn estimate;
	uint64_t key;
	double *replicate, *student; /* the results; `student` may be NULL */
	struct workspace work;
	size_t first_block, stride;
};

/* Return the ratio of the statistics of two systems, with its standard error by
 * the delta method.  If `now` is NULL, return the statistic of `old`. */
static struct rcc_drawn combine(const struct rcc_drawn *old,
				const struct rcc_drawn *now)
{
	struct rcc_drawn ratio = *old;

	if (now == NULL)
		return ratio;
	ratio.value = now->value / old->value;
	ratio.se = fabs(ratio.value) *
		   hypot(old->se / old->value, now->se / now->value);
	return ratio;
}

/* Draw n replicates of one system from the random stream with number
 * `stream`. */
static void draw_block(const struct job *job,
		       const struct rcc_resampled *system, uint64_t stream,
		       struct rcc_block_visits *visits, struct rcc_drawn *drawn,
		       size_t n)
{
	const enum rcc_statistic statistic = job->options->statistic;
	struct rcc_bulk_random random;

	rcc_bulk_random_seed(&random, job->key, stream);
	if (rcc_block_is_fast(&system->tree, statistic)) {
		rcc_block_draw(&system->tree, &random, visits, drawn, n);
		return;
	}
	for (size_t b = 0; b < n; b++)
		drawn[b] = rcc_tree_draw(&system->tree, statistic, &random,
					 job->work.gathered);
}

/* Return (θ* - θ) / se*, where θ* and se* are the value and the standard error
 * of a replicate, and θ is the estimate.  Returns 0 if θ* equals θ, otherwise
 * ±infinity if se* is 0. */
static double studentised(const struct rcc_drawn *drawn, double estimate)
{
	const double off = drawn->value - estimate;

	return off == 0 ? 0 : off / drawn->se;
}

/* Draw all blocks of replicates that belong to one thread. */
static void *run_job(void *argument)
{
	struct job *job = argument;
	const size_t n = job->options->n_replicates;
	struct workspace *work = &job->work;

	for (size_t block = job->first_block; block * RCC_BLOCK < n;
	     block += job->stride) {
		const size_t begin = block * RCC_BLOCK;
		const size_t count =
			n - begin < RCC_BLOCK ? n - begin : RCC_BLOCK;

		draw_block(job, job->old, 2 * block, &work->old_visits,
			   work->old, count);
		if (job->now != NULL)
			draw_block(job, job->now, 2 * block + 1,
				   &work->now_visits, work->now, count);
		for (size_t b = 0; b < count; b++) {
			const struct rcc_drawn drawn = combine(
				&work->old[b],
				job->now != NULL ? &work->now[b] : NULL);

			job->replicate[begin + b] = drawn.value;
			if (job->student != NULL)
				job->student[begin + b] = studentised(
					&drawn, job->estimate.value);
		}
	}
	return NULL;
}

static size_t threads_of(const struct rcc_bootstrap_options *options)
{
	if (options->n_threads < 1)
		return 1;
	return options->n_threads < MOST_THREADS ? options->n_threads
						 : MOST_THREADS;
}

/* Draw all blocks of replicates.  If a thread cannot be started, the calling
 * thread draws the blocks of that thread. */
static void run_all(const struct job *model, const struct workspace *work)
{
	const size_t n = threads_of(model->options);
	struct job job[MOST_THREADS];
	pthread_t thread[MOST_THREADS];
	bool started[MOST_THREADS] = {false};

	for (size_t i = 0; i < n; i++) {
		job[i] = *model;
		job[i].first_block = i;
		job[i].stride = n;
		job[i].work = work[i];
		if (i > 0)
			started[i] = pthread_create(&thread[i], NULL, run_job,
						    &job[i]) == 0;
	}
	for (size_t i = 0; i < n; i++) {
		if (!started[i])
			run_job(&job[i]);
	}
	for (size_t i = 0; i < n; i++) {
		if (started[i])
			pthread_join(thread[i], NULL);
	}
}

/* ---- Preparing --------------------------------------------------------- */

/* The arrays that rcc_bootstrap() takes from its scratch space. */
struct plan {
	struct rcc_resampled old, now;
	double *student, *sorted;
	struct workspace work[MOST_THREADS];
};

static void workspace_make(const struct plan *plan,
			   enum rcc_statistic statistic,
			   struct rcc_scratch *space, struct workspace *work)
{
	const size_t n_gathered = plan->old.n_gathered > plan->now.n_gathered
					  ? plan->old.n_gathered
					  : plan->now.n_gathered;

	work->gathered = rcc_scratch_take(space, n_gathered, sizeof(double));
	work->old = rcc_scratch_take(space, RCC_BLOCK, sizeof(*work->old));
	work->now = rcc_scratch_take(space, RCC_BLOCK, sizeof(*work->now));
	if (rcc_block_is_fast(&plan->old.tree, statistic))
		rcc_block_space(&plan->old.tree, space, &work->old_visits);
	if (plan->now.tree.n_levels != 0 &&
	    rcc_block_is_fast(&plan->now.tree, statistic))
		rcc_block_space(&plan->now.tree, space, &work->now_visits);
}

static void plan_make(const struct rcc_sample *old,
		      const struct rcc_sample *now,
		      const struct rcc_bootstrap_options *options,
		      struct rcc_scratch *space, struct plan *plan)
{
	const size_t n = options->n_replicates;

	memset(plan, 0, sizeof(*plan));
	rcc_resampled_prepare(&plan->old, old, options, space);
	if (now != NULL)
		rcc_resampled_prepare(&plan->now, now, options, space);
	plan->sorted = rcc_scratch_take(space, n, sizeof(double));
	plan->student = rcc_scratch_take(space, n, sizeof(double));
	for (size_t i = 0; i < threads_of(options); i++)
		workspace_make(plan, options->statistic, space, &plan->work[i]);
}

size_t rcc_bootstrap_scratch(const struct rcc_sample *old,
			     const struct rcc_sample *now,
			     const struct rcc_bootstrap_options *options)
{
	struct rcc_scratch space = {NULL, 0};
	struct plan plan;

	plan_make(old, now, options, &space, &plan);
	return space.used;
}

/* ---- Intervals --------------------------------------------------------- */

double rcc_quantile_sorted(const double *x, size_t n, double p)
{
	const double place = (double)(n + 1) * p - 1;
	const double down = floor(place);

	if (n == 0 || isnan(p))
		return NAN;
	if (!(place > 0))
		return x[0];
	if (place >= (double)(n - 1))
		return x[n - 1];
	return x[(size_t)down] +
	       (place - down) * (x[(size_t)down + 1] - x[(size_t)down]);
}

static void interval_set(struct rcc_interval *interval, double lo, double hi)
{
	if (isfinite(lo) && isfinite(hi)) {
		interval->lo = lo;
		interval->hi = hi;
	}
}

static void student_interval(double *student, size_t n,
			     const struct rcc_drawn *estimate,
			     struct rcc_interval *out)
{
	const double tail = (1 - out->level) / 2;

	if (!(estimate->se > 0))
		return;
	qsort(student, n, sizeof(*student), rcc_doubles_compare);
	interval_set(
		out,
		estimate->value - estimate->se * rcc_quantile_sorted(student, n,
								     1 - tail),
		estimate->value -
			estimate->se * rcc_quantile_sorted(student, n, tail));
}

/* The sums of (influence / n)² and (influence / n)³ over the n members of the
 * highest level, for the acceleration of BCa intervals.  The influence of a
 * member is n - 1 times the amount by which the estimate falls if the jackknife
 * omits the member. */
struct influence {
	double squares, cubes;
};

/* Compute struct influence for the members of one system. */
static struct influence influences(const struct job *job,
				   const struct rcc_resampled *system,
				   bool is_old)
{
	const enum rcc_statistic statistic = job->options->statistic;
	const size_t n = system->highest.r[system->highest.n_levels - 1];
	struct influence sum = {0, 0};

	for (size_t omit = 0; omit < n; omit++) {
		const struct rcc_drawn less = {
			.value = rcc_tree_without(&system->highest, statistic,
						  omit, job->work.gathered)};
		struct rcc_drawn all;
		double influence;

		if (job->now != NULL)
			all = is_old ? combine(&less, &job->now->observed)
				     : combine(&job->old->observed, &less);
		else
			all = less;
		influence =
			(1 - 1 / (double)n) * (job->estimate.value - all.value);
		sum.squares += influence * influence;
		sum.cubes += influence * influence * influence;
	}
	return sum;
}

static double acceleration(const struct job *job)
{
	struct influence sum = influences(job, job->old, true);

	if (job->now != NULL) {
		const struct influence more = influences(job, job->now, false);

		sum.squares += more.squares;
		sum.cubes += more.cubes;
	}
	return sum.cubes / (6 * pow(sum.squares, 1.5));
}

static double bca_quantile(const double *sorted, size_t n, double z0, double a,
			   double p)
{
	const double z = z0 + rcc_quantile_normal(p);

	return rcc_quantile_sorted(sorted, n,
				   rcc_normal_p(z0 + z / (1 - a * z)));
}

static void bca_interval(const struct job *job, const double *sorted,
			 struct rcc_interval *out)
{
	const size_t n = job->options->n_replicates;
	const double tail = (1 - out->level) / 2;
	const double a = acceleration(job);
	double below = 0;
	double z0;

	for (size_t b = 0; b < n; b++) {
		below += sorted[b] < job->estimate.value;
		below += 0.5 * (sorted[b] == job->estimate.value);
	}
	z0 = rcc_quantile_normal(below / (double)n);
	if (!isfinite(a) || !isfinite(z0))
		return;
	interval_set(out, bca_quantile(sorted, n, z0, a, tail),
		     bca_quantile(sorted, n, z0, a, 1 - tail));
}

static void out_undefined(struct rcc_bootstrap *out, double level)
{
	const struct rcc_interval none = {NAN, NAN, NAN, NAN, level};

	memset(out, 0, sizeof(*out));
	out->estimate = out->center = NAN;
	out->percentile = out->student = out->bca = none;
	out->n_replicates = 0;
	out->few = false;
}

/* Return whether the jackknife is fast enough.  Its cost is quadratic in the
 * number of members. */
static bool can_accelerate(const struct rcc_resampled *system)
{
	const struct rcc_tree *tree = &system->highest;
	const double n = (double)tree->r[tree->n_levels - 1];

	return n * (double)system->n_jackknife <= MOST_JACKKNIFE;
}

/* Compute the intervals from the replicates. */
static int summarise(const struct job *job, double *sorted,
		     struct rcc_bootstrap *out)
{
	const size_t n = job->options->n_replicates;
	const double tail = (1 - job->options->level) / 2;

	for (size_t b = 0; b < n; b++) {
		if (!isfinite(job->replicate[b]))
			return RCC_EDOM;
	}
	memcpy(sorted, job->replicate, n * sizeof(*sorted));
	qsort(sorted, n, sizeof(*sorted), rcc_doubles_compare);
	out->n_replicates = n;
	out->center = rcc_quantile_sorted(sorted, n, 0.5);
	interval_set(&out->percentile, rcc_quantile_sorted(sorted, n, tail),
		     rcc_quantile_sorted(sorted, n, 1 - tail));
	if (job->student != NULL)
		student_interval(job->student, n, &job->estimate,
				 &out->student);
	if (can_accelerate(job->old) &&
	    (job->now == NULL || can_accelerate(job->now)))
		bca_interval(job, sorted, &out->bca);
	return 0;
}

static bool is_finite_sample(const struct rcc_sample *sample)
{
	const size_t n = rcc_sample_n_values(sample);

	if (n == 0 || sample->r[sample->n_levels - 1] < 2)
		return false;
	for (size_t i = 0; i < n; i++) {
		if (!isfinite(sample->x[i]))
			return false;
	}
	return true;
}

int rcc_bootstrap(const struct rcc_sample *old, const struct rcc_sample *now,
		  const struct rcc_bootstrap_options *options,
		  struct rcc_random *random, void *scratch, double *replicate,
		  struct rcc_bootstrap *out)
{
	struct rcc_scratch space = {scratch, 0};
	struct job job = {.options = options, .replicate = replicate};
	struct plan plan;

	out_undefined(out, options->level);
	if (!is_finite_sample(old) || (now != NULL && !is_finite_sample(now)) ||
	    options->n_replicates < FEWEST_REPLICATES ||
	    !(options->level > 0 && options->level < 1))
		return RCC_EDOM;
	plan_make(old, now, options, &space, &plan);
	job.key = rcc_random_next(random);
	job.old = &plan.old;
	job.now = now != NULL ? &plan.now : NULL;
	job.work = plan.work[0];
	if (options->statistic == RCC_STATISTIC_MEAN)
		job.student = plan.student;
	plan.old.observed = rcc_tree_observe(&plan.old.tree, options->statistic,
					     plan.work[0].gathered);
	if (now != NULL)
		plan.now.observed =
			rcc_tree_observe(&plan.now.tree, options->statistic,
					 plan.work[0].gathered);
	job.estimate = combine(&plan.old.observed,
			       now != NULL ? &plan.now.observed : NULL);
	out->estimate = job.estimate.value;
	out->percentile.estimate = out->estimate;
	out->student.estimate = out->bca.estimate = out->estimate;
	out->few = old->r[old->n_levels - 1] < FEWEST_LAYOUTS ||
		   (now != NULL && now->r[now->n_levels - 1] < FEWEST_LAYOUTS);
	if (!isfinite(out->estimate))
		return RCC_EDOM;
	run_all(&job, plan.work);
	return summarise(&job, plan.sorted, out);
}

const char *const rcc_statistic_names[] = {"mean", "median", "min", NULL};

const char *rcc_statistic_name(enum rcc_statistic statistic)
{
	return rcc_statistic_names[statistic];
}

const char *const rcc_scheme_names[] = {"RRR", "RRN", "RNN", "FLAT", NULL};

const char *rcc_scheme_name(enum rcc_scheme scheme)
{
	return rcc_scheme_names[scheme];
}
