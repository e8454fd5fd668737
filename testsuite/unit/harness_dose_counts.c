/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of findings/dose_counts: counts of hardware events (such as cache
 * misses) at each dose.  A dose is a place that a suspected function is moved
 * to. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>

#include "harness/findings/dose_counts.h"

#define N_DOSES 3
#define N_BLOCKS 4
#define N_TRIALS (N_BLOCKS * N_DOSES)

static const double misses[N_BLOCKS][N_DOSES] = {
	{110, 100, 90}, {130, 104, 100}, {115, 98, 106}, {121, 90, 104}};
static const struct rcc_confirmation confirmation = {
	.dose = {{.is_suspect = true}},
	.n_doses = N_DOSES,
	.n_blocks = N_BLOCKS};
static struct rcc_trial_record trial[N_TRIALS];

/* Make a trial, which is a run at one dose, for each block and dose.  The
 * trials are of phase 2, the test of the second suspicion.  Each run counted
 * `misses`.  Only runs at the suspected dose counted `faults`. */
static void make_trials(void)
{
	for (unsigned i = 0; i < N_TRIALS; i++) {
		const unsigned b = i / N_DOSES;
		const unsigned k = i % N_DOSES;

		trial[i] = (struct rcc_trial_record){
			.phase = 2,
			.block = b,
			.dose = k,
			.counts = json_pack("{s:f,s:f}", "faults",
					    k == 0 ? 6.0 : 0.0, "misses",
					    misses[b][k]),
		};
	}
}

static void release_trials(void)
{
	for (size_t i = 0; i < N_TRIALS; i++)
		json_decref(trial[i].counts);
}

static void assert_close(double a, double b)
{
	assert_true(fabs(a - b) <= 1e-12 * fabs(b));
}

static void test_counts(void **state)
{
	/* For each dose, the mean of `misses`, its ratio to the mean of the
	 * other doses, and the standard error of this ratio, computed by
	 * another program. */
	static const double expected[N_DOSES][3] = {
		{119, 1.2020202020202020, 0.0356517313536292},
		{98, 0.98989898989898990, 0.027626070717632838},
		{100, 1.0101010101010102, 0.027626070717632838}};
	struct rcc_dose_count *count;
	size_t n;

	(void)state;
	make_trials();
	count = rcc_dose_counts(&confirmation, 2, trial, N_TRIALS, &n);
	assert_int_equal(n, 2);
	assert_string_equal(count[0].event, "faults");
	assert_string_equal(count[1].event, "misses");
	assert_int_equal(count[1].n_blocks, N_BLOCKS);
	for (size_t k = 0; k < N_DOSES; k++) {
		assert_close(count[1].mean[k], expected[k][0]);
		assert_close(count[1].ratio[k], expected[k][1]);
		assert_close(count[1].se[k], expected[k][2]);
	}
	/* Runs at the other doses counted no faults, so the ratio to them is
	 * undefined. */
	assert_close(count[0].mean[0], 6);
	assert_true(isnan(count[0].ratio[0]) && isnan(count[0].se[0]));
	free(count);
	/* All trials are of phase 2, so phase 1 has no counts. */
	count = rcc_dose_counts(&confirmation, 1, trial, N_TRIALS, &n);
	assert_int_equal(n, 0);
	free(count);
	release_trials();
}

/* One run of the second block has no count of misses, so no run of this block
 * counts for the means of misses. */
static void test_missing(void **state)
{
	struct rcc_dose_count *count;
	size_t n;

	(void)state;
	make_trials();
	json_object_del(trial[4].counts, "misses");
	count = rcc_dose_counts(&confirmation, 2, trial, N_TRIALS, &n);
	assert_int_equal(n, 2);
	assert_int_equal(count[0].n_blocks, N_BLOCKS);
	assert_int_equal(count[1].n_blocks, N_BLOCKS - 1);
	assert_close(count[1].mean[0], (110 + 115 + 121) / 3.0);
	free(count);
	release_trials();
}

/* One block gives a ratio, but no standard error.  An incomplete block gives
 * neither. */
static void test_few(void **state)
{
	struct rcc_dose_count *count;
	size_t n;

	(void)state;
	make_trials();
	count = rcc_dose_counts(&confirmation, 2, trial, N_DOSES, &n);
	assert_int_equal(count[1].n_blocks, 1);
	assert_close(count[1].ratio[0], 110 / 95.0);
	assert_true(isnan(count[1].se[0]));
	free(count);
	count = rcc_dose_counts(&confirmation, 2, trial, N_DOSES - 1, &n);
	assert_int_equal(n, 2);
	assert_int_equal(count[1].n_blocks, 0);
	assert_true(isnan(count[1].mean[0]) && isnan(count[1].ratio[0]));
	free(count);
	release_trials();
}

static void blocks_after_the_last_look_do_not_count(void **state)
{
	struct rcc_confirmation early = confirmation;
	struct rcc_dose_count *count;
	size_t n;

	(void)state;
	make_trials();
	early.n_blocks = 2;
	count = rcc_dose_counts(&early, 2, trial, N_TRIALS, &n);
	assert_int_equal(count[1].n_blocks, 2);
	assert_close(count[1].mean[0], (110 + 130) / 2.0);
	free(count);
	release_trials();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_counts),
		cmocka_unit_test(test_missing),
		cmocka_unit_test(test_few),
		cmocka_unit_test(blocks_after_the_last_look_do_not_count),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
