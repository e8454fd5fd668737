/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of harness/findings/machine: the noise of a machine, computed from
 * artificial times of runs. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>

#include "common/random.h"
#include "harness/findings/machine.h"
#include "stats/rcc_stats.h"

#define N 20

static double wall[2 * N];
static double cpu[2 * N];
static double tandem[2 * N];
static bool b_first[N];
static const struct rcc_machine_times times = {
	.n = N,
	.wall = wall,
	.cpu = cpu,
	.b_first = b_first,
	.tandem_cpu = tandem,
	.tandem_b_first = b_first,
};

/* Return the i-th of a fixed series of random numbers, uniform from -1 to 1. */
static double noise(size_t i)
{
	struct rcc_random random;

	rcc_random_seed(&random, i);
	return 2 * rcc_random_unit(&random) - 1;
}

/* Make the times of N pairs of runs.  A run has a CPU time of 1 s.  Its wall
 * time is 1 s too, but 1.4 s in the middle third.  All times have up to 1 % of
 * noise. */
static void make(void)
{
	for (size_t i = 0; i < (size_t)2 * N; i++) {
		const double level = i >= 14 && i < 27 ? 1.4 : 1;

		wall[i] = level * exp(0.01 * noise(i));
		cpu[i] = exp(0.01 * noise(i + 1000));
		tandem[i] = 1.05 * cpu[i];
	}
	for (size_t i = 0; i < N; i++)
		b_first[i] = i % 3 == 0;
}

static void jumps_are_told_from_noise(void **state)
{
	struct rcc_machine_findings f;

	(void)state;
	make();
	rcc_machine_find(&times, 1, &f);
	assert_int_equal(f.wall.n_jumps, 2);
	assert_int_equal(f.wall.jump[0], 14);
	assert_int_equal(f.wall.jump[1], 27);
	assert_true(fabs(f.wall.jump_ratio - 1.4) < 0.02);
	assert_true(f.wall.autocorrelation > 0.7);
	assert_true(f.wall.sd > 0.15 && f.wall.sd < 0.18);
	assert_int_equal(f.cpu.n_jumps, 0);
	assert_true(f.cpu.jump_ratio == 1);
	assert_true(f.cpu.sd < 0.01);
	rcc_machine_findings_release(&f);
}

/* The two runs of a pair are labeled a and b in random order.  The difference
 * of a pair is between a and b, not between the first and the second run.  Here
 * the second run is always slower, so the sign of the difference depends on
 * which label comes second. */
static void differences_are_between_labels(void **state)
{
	struct rcc_machine_findings f;

	(void)state;
	make();
	/* The second run of each pair takes 10 % longer. */
	for (size_t i = 0; i < N; i++) {
		wall[2 * i] = 1;
		wall[2 * i + 1] = 1.1;
		b_first[i] = i % 2 == 0;
	}
	rcc_machine_find(&times, 1, &f);
	assert_true(fabs(f.wall.pair_sd - log(1.1) * sqrt(N / (N - 1.0))) <
		    1e-12);
	rcc_machine_findings_release(&f);
	for (size_t i = 0; i < N; i++)
		b_first[i] = false;
	rcc_machine_find(&times, 1, &f);
	assert_true(f.wall.pair_sd < 1e-12);
	rcc_machine_findings_release(&f);
}

static void tandem_has_its_cost(void **state)
{
	struct rcc_machine_findings f;

	(void)state;
	make();
	rcc_machine_find(&times, 1, &f);
	assert_true(fabs(f.tandem_cost - 1.05) < 1e-12);
	assert_true(fabs(f.tandem_pair_sd - f.cpu.pair_sd) < 1e-12);
	assert_int_equal(f.budget[0].n_turns, 30);
	assert_int_equal(f.budget[0].n_tandem, 28);
	assert_int_equal(f.budget[2].n_turns, 450);
	rcc_machine_findings_release(&f);
}

/* R: power.t.test(n = 30, sd = 0.01, power = 0.8, type = "paired")$delta is
 * 0.005306.  A minute has time for 30 pairs of runs of 1 s. */
static void differences_are_as_r_says(void **state)
{
	struct rcc_machine_findings f;

	(void)state;
	make();
	rcc_machine_find(&times, 1, &f);
	assert_true(fabs(f.budget[0].cpu / f.cpu.pair_sd - 0.5306) < 0.005);
	assert_true(f.budget[1].cpu < f.budget[0].cpu);
	assert_true(f.budget[0].wall > f.budget[0].cpu);
	rcc_machine_findings_release(&f);
	/* In a minute there is time for only one pair of runs of 20 s. */
	rcc_machine_find(&times, 20, &f);
	assert_int_equal(f.budget[0].n_turns, 1);
	assert_true(isnan(f.budget[0].wall) && isnan(f.budget[0].tandem));
	assert_false(isnan(f.budget[1].wall));
	rcc_machine_findings_release(&f);
}

static void a_machine_without_noise_shows_nothing_wrong(void **state)
{
	struct rcc_machine_findings f;

	(void)state;
	make();
	for (size_t i = 0; i < (size_t)2 * N; i++)
		wall[i] = cpu[i] = tandem[i] = 1;
	rcc_machine_find(&times, 1, &f);
	assert_true(f.wall.sd == 0 && f.wall.pair_sd == 0);
	assert_true(isnan(f.wall.autocorrelation));
	assert_int_equal(f.wall.n_jumps, 0);
	assert_true(isnan(f.budget[0].wall));
	rcc_machine_findings_release(&f);
	rcc_machine_findings_release(&f);
}

int main(void)
{
	const struct CMUnitTest test[] = {
		cmocka_unit_test(jumps_are_told_from_noise),
		cmocka_unit_test(differences_are_between_labels),
		cmocka_unit_test(tandem_has_its_cost),
		cmocka_unit_test(differences_are_as_r_says),
		cmocka_unit_test(a_machine_without_noise_shows_nothing_wrong),
	};

	rcc_stats_init();
	return cmocka_run_group_tests(test, NULL, NULL);
}
