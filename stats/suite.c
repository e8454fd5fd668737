/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/rcc_stats.h"

#include <math.h>
#include <stdlib.h>

#include "common/error.h"
#include "stats/distribution.h"
#include "stats/doubles.h"

/* Sort order[n], which has indices of p, by p-value.  Insertion sort is fast
 * enough for suites of benchmarks, and the comparison of qsort() would have no
 * access to `p`. */
static void sort_by_p(const double *p, size_t *order, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		const size_t it = order[i];
		size_t k = i;

		for (; k > 0 && p[order[k - 1]] > p[it]; k--)
			order[k] = order[k - 1];
		order[k] = it;
	}
}

void rcc_holm(const double *p, size_t n, double *adjusted, size_t *order)
{
	double largest = 0;
	size_t n_tests = 0;

	for (size_t i = 0; i < n; i++) {
		adjusted[i] = NAN;
		if (!isnan(p[i]))
			order[n_tests++] = i;
	}
	sort_by_p(p, order, n_tests);
	for (size_t k = 0; k < n_tests; k++) {
		const double raised = p[order[k]] * (double)(n_tests - k);

		largest = fmax(largest, fmin(raised, 1));
		adjusted[order[k]] = largest;
	}
}

double rcc_geometric_mean(const double *ratio, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++) {
		if (!(ratio[i] > 0) || isinf(ratio[i]))
			return NAN;
		sum += log(ratio[i]);
	}
	return n > 0 ? exp(sum / (double)n) : NAN;
}

static void undefined(struct rcc_interval *out, double level)
{
	out->estimate = out->lo = out->hi = out->df = NAN;
	out->level = level;
}

int rcc_suite_bootstrap(const double *estimate, const double *const *replicate,
			size_t n_benchmarks, size_t n_replicates, double level,
			double *scratch, struct rcc_interval *out)
{
	const double tail = (1 - level) / 2;

	undefined(out, level);
	out->estimate = rcc_geometric_mean(estimate, n_benchmarks);
	if (isnan(out->estimate) || n_replicates == 0 ||
	    !(level > 0 && level < 1))
		return RCC_EDOM;
	for (size_t b = 0; b < n_replicates; b++) {
		double sum = 0;

		for (size_t i = 0; i < n_benchmarks; i++)
			sum += log(replicate[i][b]);
		scratch[b] = exp(sum / (double)n_benchmarks);
		if (!isfinite(scratch[b]) || !(scratch[b] > 0))
			return RCC_EDOM;
	}
	qsort(scratch, n_replicates, sizeof(*scratch), rcc_doubles_compare);
	out->lo = rcc_quantile_sorted(scratch, n_replicates, tail);
	out->hi = rcc_quantile_sorted(scratch, n_replicates, 1 - tail);
	return 0;
}

/* Let v be the variance of a mean divided by the squared mean, and f its
 * degrees of freedom.  Add v to *variance, and v² / f to *by_df. */
static int add_relative(const struct rcc_mean *mean, double *variance,
			double *by_df)
{
	const double relative =
		mean->s2 / (double)mean->n / (mean->mean * mean->mean);

	if (mean->n < 2 || !(mean->mean > 0) || !(relative >= 0))
		return RCC_EDOM;
	*variance += relative;
	*by_df += relative * relative / (double)(mean->n - 1);
	return 0;
}

/* Sums over the benchmarks of a suite, for the Welch–Satterthwaite formula.
 * log_ratio is the sum of ln(now / old), and `variance` the variance of this
 * sum.  `variance` is a sum of independent variances v, and by_df is the sum of
 * v² / f, where f is the degrees of freedom of v. */
struct log_sums {
	double log_ratio, variance, by_df;
};

static int add_means(const struct rcc_mean *old, const struct rcc_mean *now,
		     struct log_sums *sums)
{
	if (add_relative(old, &sums->variance, &sums->by_df) != 0 ||
	    add_relative(now, &sums->variance, &sums->by_df) != 0)
		return RCC_EDOM;
	sums->log_ratio += log(now->mean / old->mean);
	return 0;
}

static int add_blocks(const struct rcc_block_ratio *r, struct log_sums *sums)
{
	const double variance = r->log_se * r->log_se;

	if (!(variance > 0) || !(r->ratio.df > 0))
		return RCC_EDOM;
	sums->log_ratio += log(r->ratio.estimate);
	sums->variance += variance;
	sums->by_df += variance * variance / r->ratio.df;
	return 0;
}

static int log_interval(const struct log_sums *sums, size_t n, double level,
			struct rcc_interval *out)
{
	double half = 0;

	undefined(out, level);
	if (n == 0 || !(level > 0 && level < 1))
		return RCC_EDOM;
	out->estimate = exp(sums->log_ratio / (double)n);
	if (sums->variance > 0) {
		out->df = sums->variance * sums->variance / sums->by_df;
		half = rcc_quantile_two_sided(level, out->df) *
		       sqrt(sums->variance) / (double)n;
	}
	out->lo = out->estimate * exp(-half);
	out->hi = out->estimate * exp(half);
	return isfinite(out->hi) ? 0 : RCC_EDOM;
}

int rcc_suite_log(const struct rcc_mean *old, const struct rcc_mean *now,
		  size_t n_benchmarks, double level, struct rcc_interval *out)
{
	struct log_sums sums = {0, 0, 0};

	undefined(out, level);
	for (size_t i = 0; i < n_benchmarks; i++)
		if (add_means(&old[i], &now[i], &sums) != 0)
			return RCC_EDOM;
	return log_interval(&sums, n_benchmarks, level, out);
}

int rcc_suite_log_pairs(const struct rcc_suite_pair *pair, size_t n,
			double level, struct rcc_interval *out)
{
	struct log_sums sums = {0, 0, 0};
	size_t n_defined = 0;

	undefined(out, level);
	for (size_t i = 0; i < n; i++) {
		if (pair[i].error != 0)
			continue;
		n_defined++;
		if ((pair[i].blocks != NULL
			     ? add_blocks(pair[i].blocks, &sums)
			     : add_means(&pair[i].old_mean, &pair[i].now_mean,
					 &sums)) != 0)
			return RCC_EDOM;
	}
	return log_interval(&sums, n_defined, level, out);
}
