/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * stats THREADS: measure the time of 10,000 bootstrap replicates of a mean.
 * The data has 30 × 30 × 30 values on three levels, and all levels are
 * resampled (RRR).  Prints the elapsed time and the CPU time in seconds, each
 * the best of ten.  Also prints a digest of the replicates, which must not
 * depend on the number of threads.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "common/random.h"
#include "common/rank.h"
#include "stats/rcc_stats.h"

#define N 27000
#define REPLICATES 10000

static double seconds(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int main(int argc, char **argv)
{
	static double x[N];
	static double replicate[REPLICATES];
	const struct rcc_sample sample = rcc_sample_3(x, 30, 30, 30);
	const struct rcc_bootstrap_options options = {
		.n_replicates = REPLICATES,
		.n_threads = argc > 1 ? strtoul(argv[1], NULL, 10) : 1,
		.level = 0.95};
	void *scratch = malloc(rcc_bootstrap_scratch(&sample, NULL, &options));
	struct rcc_bootstrap out;
	struct rcc_random random;
	double best = 1e9;
	double best_cpu = 1e9;

	rcc_stats_init();
	rcc_random_seed(&random, 1);
	for (size_t i = 0; i < N; i++)
		x[i] = rcc_random_unit(&random);
	for (int i = 0; i < 10 && scratch != NULL; i++) {
		const double start = seconds(CLOCK_MONOTONIC);
		const double cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
		double took;

		rcc_random_seed(&random, 2);
		if (rcc_bootstrap(&sample, NULL, &options, &random, scratch,
				  replicate, &out) != 0)
			return 1;
		took = seconds(CLOCK_MONOTONIC) - start;
		best = took < best ? took : best;
		took = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
		best_cpu = took < best_cpu ? took : best_cpu;
	}
	printf("%.3f %.3f %016" PRIx64 "\n", best, best_cpu,
	       rcc_rank_hash(replicate, sizeof(replicate), 0));
	free(scratch);
	return 0;
}
