/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of findings/tandem_advice: when a report advises to make the runs
 * of a block at the same time on one CPU (in tandem). */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

#include "common/diag.h"
#include "harness/findings/tandem_advice.h"
#include "testsuite/unit/harness_computed.h"

#define N 10

static struct rows rows;

/* Make a study of ten blocks.  A run takes 0.1 (1 + k noise) seconds, with k
 * from -2 to 2.  Its CPU time is `share` times the wall time.  In the third run
 * of each arm, the CPU time is `best` times the wall time. */
static void make_study(double noise, double share, double best)
{
	int64_t id[2][N];

	rows_begin(&rows, 1, N, 1);
	for (unsigned arm = 0; arm < 2; arm++)
		for (unsigned i = 0; i < N; i++)
			id[arm][i] = add_layout(&rows, 0, arm, "d");
	for (unsigned i = 0; i < N; i++)
		for (unsigned arm = 0; arm < 2; arm++) {
			const int off = (int)(7 * i + 3 * arm) % 5 - 2;
			const double wall = 0.1 * (1 + noise * off);
			const int64_t order = add_run(&rows, id[arm][i], wall);

			rows.run[order].user_ns =
				(int64_t)(1e9 * wall * (i == 2 ? best : share));
		}
}

static bool is_advised(const char *metric)
{
	struct rcc_findings f = compute_of(&rows.stored, metric);
	const bool is = rcc_tandem_may_help(&f);

	forget(&f);
	return is;
}

static void noisy_runs_of_one_thread_are_advised(void **state)
{
	(void)state;
	make_study(0.03, 0.99, 0.99);
	assert_true(is_advised(NULL));
	assert_true(is_advised("cpu"));
	assert_true(is_advised("user"));
	assert_false(is_advised("memory"));
	/* the times of runs differ little, so no advice is needed */
	make_study(0.003, 0.99, 0.99);
	assert_false(is_advised(NULL));
	/* most runs wait for a CPU that another program uses; one run of each
	 * arm does not wait */
	make_study(0.03, 0.5, 0.98);
	assert_true(is_advised(NULL));
}

static void programs_that_cannot_run_in_tandem_are_not(void **state)
{
	(void)state;
	/* every run waits for 10 % of its time, so the program itself waits */
	make_study(0.03, 0.9, 0.9);
	assert_false(is_advised(NULL));
	/* a run has more CPU time than wall time, so the program has threads */
	make_study(0.03, 0.99, 1.5);
	assert_false(is_advised(NULL));
	/* runs shorter than 20 ms are too short for tandem */
	make_study(0.03, 0.99, 0.99);
	rows.run[4].wall_ns = 19000000;
	rows.run[4].user_ns = 19000000;
	assert_false(is_advised(NULL));
	/* a run that failed does not count */
	rows.run[4].outcome = RCC_OUTCOME_SIGNAL;
	assert_true(is_advised(NULL));
}

/* In a damaged study, a run may lack its layout. */
static void a_run_without_a_layout_is_no_reason(void **state)
{
	struct rcc_findings f;

	(void)state;
	make_study(0.03, 0.99, 0.99);
	f = compute_of(&rows.stored, NULL);
	assert_true(rcc_tandem_may_help(&f));
	f.stored.run[4].layout = INT64_C(1) << 40;
	assert_false(rcc_tandem_may_help(&f));
	forget(&f);
}

static void studies_that_do_not_take_turns_are_not(void **state)
{
	(void)state;
	make_study(0.03, 0.99, 0.99);
	rows.stored.tandem.is_settled = true;
	assert_false(is_advised("cpu"));
	rows.stored.tandem.is_settled = false;
	rows.stored.duet.is_settled = true;
	assert_false(is_advised(NULL));
	rows.stored.duet.is_settled = false;
	snprintf(rows.stored.tandem.obstacle,
		 sizeof(rows.stored.tandem.obstacle), "no");
	assert_false(is_advised(NULL));
	rows.stored.tandem.obstacle[0] = '\0';
	rows.stored.study.is_tuned = true;
	assert_false(is_advised(NULL));
	rows.stored.study.is_tuned = false;
	rows.stored.study.control.sets_sched = true;
	rows.stored.study.control.sched = SCHED_RR;
	assert_false(is_advised(NULL));
	rows.stored.study.control.sched = SCHED_BATCH;
	assert_true(is_advised(NULL));
}

int main(void)
{
	const struct CMUnitTest test[] = {
		cmocka_unit_test(noisy_runs_of_one_thread_are_advised),
		cmocka_unit_test(programs_that_cannot_run_in_tandem_are_not),
		cmocka_unit_test(a_run_without_a_layout_is_no_reason),
		cmocka_unit_test(studies_that_do_not_take_turns_are_not),
	};

	return cmocka_run_group_tests(test, NULL, NULL);
}
