/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/findings/suite_ratio.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/mem.h"
#include "common/random.h"

void rcc_suite_ratio_init(struct rcc_suite_ratio *s, size_t n)
{
	memset(s, 0, sizeof(*s));
	s->pair = rcc_mem_calloc(n + 1, sizeof(*s->pair));
	s->n = n;
}

void rcc_suite_ratio_release(struct rcc_suite_ratio *s)
{
	free(s->pair);
	memset(s, 0, sizeof(*s));
}

/* ---- One by one -------------------------------------------------------- */

static void compute_pair(struct rcc_suite_pair *pair,
			 const struct rcc_suite_ratio_options *o)
{
	pair->p = NAN;
	pair->p_holm = NAN;
	pair->verdict = RCC_VERDICT_UNDECIDED;
	pair->joint = RCC_VERDICT_UNDECIDED;
	if (pair->error == 0)
		pair->error =
			rcc_ratio_interval(&pair->old_mean, &pair->now_mean,
					   o->method, o->level, &pair->ratio);
	if (pair->error != 0)
		return;
	pair->verdict = rcc_verdict_of(&pair->ratio, o->delta);
	rcc_verdict_p(&pair->old_mean, &pair->now_mean, o->delta, &pair->p);
}

/* What the data leans to; p says how certainly. */
static enum rcc_verdict leaning(const struct rcc_suite_pair *pair, double delta)
{
	if (pair->ratio.estimate < 1 - delta)
		return RCC_VERDICT_FASTER;
	return pair->ratio.estimate > 1 + delta ? RCC_VERDICT_SLOWER
						: RCC_VERDICT_NO_DIFFERENCE;
}

double *rcc_suite_holm(const double *p, size_t n)
{
	double *adjusted = rcc_mem_calloc(n + 1, sizeof(*adjusted));
	size_t *order = rcc_mem_calloc(n + 1, sizeof(*order));

	rcc_holm(p, n, adjusted, order);
	free(order);
	return adjusted;
}

static void adjust(struct rcc_suite_ratio *s,
		   const struct rcc_suite_ratio_options *o)
{
	double *p = rcc_mem_calloc(s->n + 1, sizeof(*p));
	double *adjusted;

	for (size_t i = 0; i < s->n; i++)
		p[i] = s->pair[i].p;
	adjusted = rcc_suite_holm(p, s->n);
	for (size_t i = 0; i < s->n; i++) {
		struct rcc_suite_pair *pair = &s->pair[i];

		pair->p_holm = adjusted[i];
		if (adjusted[i] <= 1 - o->level)
			pair->joint = leaning(pair, o->delta);
	}
	free(adjusted);
	free(p);
}

/* ---- Together ---------------------------------------------------------- */

/* The benchmarks whose ratio is defined. */
struct defined {
	struct rcc_mean *old;
	struct rcc_mean *now;
	double *estimate;
	double **replicate;
};

static void draw(struct rcc_suite_ratio *s,
		 const struct rcc_suite_ratio_options *o, struct defined *d)
{
	const struct rcc_bootstrap_options options = {
		.statistic = RCC_STATISTIC_MEAN,
		.scheme = RCC_SCHEME_ALL,
		.n_replicates = o->n_replicates,
		.n_threads = o->n_threads,
		.level = o->level,
	};
	struct rcc_random random;
	size_t at = 0;

	rcc_random_stream(&random, o->seed, "suite");
	for (size_t i = 0; i < s->n; i++) {
		const struct rcc_suite_pair *pair = &s->pair[i];
		struct rcc_bootstrap one;
		void *scratch;

		if (pair->error != 0)
			continue;
		scratch = rcc_mem_alloc(rcc_bootstrap_scratch(
			&pair->old, &pair->now, &options));
		d->old[at] = pair->old_mean;
		d->now[at] = pair->now_mean;
		d->replicate[at] =
			rcc_mem_calloc(o->n_replicates, sizeof(**d->replicate));
		s->bootstrap_error |=
			rcc_bootstrap(&pair->old, &pair->now, &options, &random,
				      scratch, d->replicate[at], &one);
		d->estimate[at++] = one.estimate;
		s->few |= one.few;
		free(scratch);
	}
}

static void compute_together(struct rcc_suite_ratio *s,
			     const struct rcc_suite_ratio_options *o)
{
	struct defined d = {
		.old = rcc_mem_calloc(s->n + 1, sizeof(*d.old)),
		.now = rcc_mem_calloc(s->n + 1, sizeof(*d.now)),
		.estimate = rcc_mem_calloc(s->n + 1, sizeof(*d.estimate)),
		.replicate = rcc_mem_calloc(s->n + 1, sizeof(*d.replicate)),
	};
	double *scratch = rcc_mem_calloc(o->n_replicates + 1, sizeof(*scratch));

	draw(s, o, &d);
	s->log_error =
		rcc_suite_log(d.old, d.now, s->n_defined, o->level, &s->log);
	if (s->bootstrap_error == 0)
		s->bootstrap_error = rcc_suite_bootstrap(
			d.estimate, (const double *const *)d.replicate,
			s->n_defined, o->n_replicates, o->level, scratch,
			&s->bootstrap);
	for (size_t i = 0; i < s->n; i++)
		free(d.replicate[i]);
	free(d.replicate);
	free(d.estimate);
	free(d.now);
	free(d.old);
	free(scratch);
}

void rcc_suite_ratio_compute(struct rcc_suite_ratio *s,
			     const struct rcc_suite_ratio_options *o)
{
	for (size_t i = 0; i < s->n; i++) {
		compute_pair(&s->pair[i], o);
		s->n_defined += s->pair[i].error == 0;
	}
	adjust(s, o);
	s->bootstrap_error = s->log_error = RCC_EDOM;
	if (s->n_defined == 0)
		return;
	s->bootstrap_error = 0;
	compute_together(s, o);
}
