/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/rcc_stats.h"

#include <math.h>
#include <stdlib.h>

#include "common/error.h"
#include "stats/distribution.h"

/* Insertion sort: suites are small, and qsort() has no context. */
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

static int compare_doubles(const void *a, const void *b)
{
	const double x = *(const double *)a;
	const double y = *(const double *)b;

	return (x > y) - (x < y);
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
	qsort(scratch, n_replicates, sizeof(*scratch), compare_doubles);
	out->lo = rcc_quantile_sorted(scratch, n_replicates, tail);
	out->hi = rcc_quantile_sorted(scratch, n_replicates, 1 - tail);
	return 0;
}

/* Adds one mean's relative variance to Welch–Satterthwaite's sums. */
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

int rcc_suite_log(const struct rcc_mean *old, const struct rcc_mean *now,
		  size_t n_benchmarks, double level, struct rcc_interval *out)
{
	double sum = 0;
	double variance = 0;
	double by_df = 0;
	double half = 0;

	undefined(out, level);
	for (size_t i = 0; i < n_benchmarks; i++) {
		if (add_relative(&old[i], &variance, &by_df) != 0 ||
		    add_relative(&now[i], &variance, &by_df) != 0)
			return RCC_EDOM;
		sum += log(now[i].mean / old[i].mean);
	}
	if (n_benchmarks == 0 || !(level > 0 && level < 1))
		return RCC_EDOM;
	out->estimate = exp(sum / (double)n_benchmarks);
	if (variance > 0) {
		out->df = variance * variance / by_df;
		half = rcc_quantile_two_sided(level, out->df) * sqrt(variance) /
		       (double)n_benchmarks;
	}
	out->lo = out->estimate * exp(-half);
	out->hi = out->estimate * exp(half);
	return isfinite(out->hi) ? 0 : RCC_EDOM;
}
