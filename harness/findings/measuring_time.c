/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/findings/measuring_time.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "common/mem.h"
#include "stats/rcc_stats.h"

/* A gap is too long if it is longer than this many median gaps and one
 * second. */
#define MEDIANS_MAX 10
#define NS_PER_S 1e9

/* A stretch of time in which some run was running. */
struct stretch {
	int64_t begin_ns, end_ns;
};

/* Find the stretches of n runs.  Runs that overlap, such as those of a block in
 * tandem, are one stretch.  Returns the number of stretches. */
static size_t find_stretches(const struct rcc_run_record *run, size_t n,
			     struct stretch *stretch)
{
	size_t n_stretches = 0;

	for (size_t i = 0; i < n; i++) {
		const int64_t begin_ns = run[i].start_ns;
		const int64_t end_ns = begin_ns + run[i].wall_ns;
		struct stretch *last =
			n_stretches != 0 ? &stretch[n_stretches - 1] : NULL;

		if (last == NULL || begin_ns >= last->end_ns ||
		    end_ns < last->begin_ns) {
			stretch[n_stretches++] =
				(struct stretch){begin_ns, end_ns};
			continue;
		}
		if (begin_ns < last->begin_ns)
			last->begin_ns = begin_ns;
		if (end_ns > last->end_ns)
			last->end_ns = end_ns;
	}
	return n_stretches;
}

/* Return the sum of the n gaps, with the median in place of those that are
 * negative or too long. */
static double sum_of_gaps(const double *gap, size_t n)
{
	double *copy = rcc_mem_calloc(n + 1, sizeof(*copy));
	double median = 0;
	double sum = 0;
	size_t n_good = 0;

	for (size_t i = 0; i < n; i++)
		if (gap[i] >= 0)
			copy[n_good++] = gap[i];
	if (n_good == 0 || rcc_median(copy, n_good, &median) != 0)
		median = 0;
	for (size_t i = 0; i < n; i++) {
		const bool is_odd =
			gap[i] < 0 || gap[i] > MEDIANS_MAX * median + NS_PER_S;

		sum += is_odd ? median : gap[i];
	}
	free(copy);
	return sum;
}

double rcc_measuring_s(const struct rcc_run_record *run, size_t n)
{
	struct stretch *stretch = rcc_mem_calloc(n + 1, sizeof(*stretch));
	double *gap = rcc_mem_calloc(n + 1, sizeof(*gap));
	const size_t n_stretches = find_stretches(run, n, stretch);
	double sum = 0;

	for (size_t i = 0; i < n_stretches; i++) {
		sum += (double)(stretch[i].end_ns - stretch[i].begin_ns);
		if (i > 0)
			gap[i - 1] = (double)(stretch[i].begin_ns -
					      stretch[i - 1].end_ns);
	}
	if (n_stretches > 1)
		sum += sum_of_gaps(gap, n_stretches - 1);
	free(gap);
	free(stretch);
	return sum / NS_PER_S;
}
