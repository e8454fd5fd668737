/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Unit tests of run/score.  It compares two outputs of a program that prints a
 * score, and proposes options --metric that read the numbers which differ.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <string.h>

#include "common/strbuf.h"
#include "harness/run/extract.h"
#include "harness/run/score.h"

#define N "([0-9.eE+-]+)"
#define M "[0-9.eE+-]+"

static const struct {
	const char *was, *is;
	const char *metric; /* expected values of --metric, joined by " & " */
	size_t n_iterations;
	bool is_all;
} row[] = {
	{"hello\nscore: 12.5\n", "hello\nscore: 12.75\n",
	 "score=stdout:^score: +" N, 1, true},
	/* the unit is before or after the number */
	{"ops/s: 1223460\n", "ops/s: 770000\n", "ops/s=stdout:^ops/s: +" N, 1,
	 true},
	{"Total time: 3.25 s\n", "Total time: 3.5 s\n",
	 "time/s=stdout:^Total +time: +" N, 1, true},
	{"took 12ms\n", "took 13ms\n", "took/ms=stdout:^took +" N, 1, true},
	{"Speed (MB/s): 10\n", "Speed (MB/s): 11\n",
	 "Speed/MB/s=stdout:^Speed +\\(MB/s\\): +" N, 1, true},
	{"10 MB/s\n", "11 MB/s\n", "MB/s=stdout:^" N " +MB/s$", 1, true},
	{"3.1\n", "3.2\n", "score=stdout:^" N "$", 1, true},
	{"-3e-5\n", "3e-05\n", "score=stdout:^" N "$", 1, true},
	/* The metric is called "score" if the text before the number is the
	 * name of a built-in metric ("user").  It is also called "score" if
	 * that text would look like NAME/UNIT ("widgets/s"). */
	{"user: 3\n", "user: 4\n", "score=stdout:^user: +" N, 1, true},
	{"widgets/s: 3\n", "widgets/s: 4\n", "score=stdout:^widgets/s: +" N, 1,
	 true},
	/* spaces pad the numbers to the same width */
	{"score   9.5 x\n", "score  10.5 x\n", "score=stdout:^score +" N, 1,
	 true},
	{"   9 ops\n", " 100 ops\n", "score=stdout:^ *" N " +ops$", 1, true},
	/* the expression that finds the number contains the other numbers of
	 * its line literally */
	{"run 1 of 2: 3.5 s\n", "run 1 of 2: 3.6 s\n",
	 "time/s=stdout:^run +1 +of +2: +" N, 1, true},
	/* two numbers change, in one line or in two */
	{"time 1.5 rate 7\n", "time 1.6 rate 8\n",
	 "time=stdout:^time +" N " & rate=stdout:^time +" M " +rate +" N, 1,
	 true},
	{"a: 1\nb: 2\n", "a: 3\nb: 4\n",
	 "a=stdout:^a: +" N " & b=stdout:^b: +" N, 1, true},
	{"x (score 1) 5\n", "x (score 2) 6\n",
	 "score=stdout:^x +\\(score +" N " & score2=stdout:^x +\\(score +" M
	 "\\) +" N,
	 1, true},
	/* the program prints the number three times, once for each iteration */
	{"t 1\nt 2\nt 3\n", "t 4\nt 2\nt 6\n", "t=stdout:^t +" N, 3, true},
	/* \x01 (RCC_EXTRACT_MASK) stands for a number that another metric
	 * reads */
	{"took \x01 ns, score 5\n", "took \x01 ns, score 6\n",
	 "score=stdout:^took +" M " +ns, +score +" N, 1, true},
	/* the outputs also differ in text that is not a number */
	{"score 5\nat 12:30:05\n", "score 6\nat 12:30:06\n",
	 "score=stdout:^score +" N, 1, false},
	{"score 5\n", "score 6\nmore\n", "score=stdout:^score +" N, 1, false},
	/* the outputs differ, but in nothing that a metric could read */
	{"right\n", "wrong\n", "", 1, false},
	{"2026-01-31\n", "2026-02-01\n", "", 1, false},
	{"0x7ffe12\n", "0x7ffe34\n", "", 1, false},
	{"id 3fa9\n", "id 4fa9\n", "", 1, false},
	{"1,000\n", "2,000\n", "", 1, false},
	{"usage: st/layouts/1/prog\n", "usage: st/layouts/2/prog\n", "", 1,
	 false},
	{"id 3_\n", "id 4_\n", "", 1, false},
	{"id 3_000\n", "id 4_000\n", "", 1, false},
	{"ver1.5\n", "ver1.6\n", "", 1, false},
	{"", "score 5\n", "", 1, false},
	{"score 5\n", "", "", 1, false},
};

static void numbers_that_change_are_metrics(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		struct rcc_strbuf joined = {0};
		struct rcc_score score;
		const char *text;

		rcc_score_find(row[i].was, row[i].is, &score);
		for (size_t k = 0; k < score.metric.n; k++)
			rcc_strbuf_add_item(&joined, " & ",
					    score.metric.item[k]);
		text = joined.text != NULL ? joined.text : "";
		if (strcmp(text, row[i].metric) != 0 ||
		    score.n_iterations != row[i].n_iterations ||
		    score.is_all != row[i].is_all)
			fail_msg("%s%s\"%s\", %zu iterations, %s", row[i].was,
				 row[i].is, text, score.n_iterations,
				 score.is_all ? "all" : "not all");
		assert_true(score.was != NULL || score.is != NULL);
		rcc_score_release(&score);
		rcc_strbuf_release(&joined);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_that_change_are_metrics),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
