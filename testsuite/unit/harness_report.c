/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How numbers, durations and progress are shown. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/progress.h"
#include "harness/build/experiment.h"
#include "harness/report/format.h"
#include "harness/run/host.h"

static const char *seconds(double value, double uncertainty)
{
	static char out[64];

	rcc_format_value(rcc_format_scale(rcc_metric_find("wall"), value),
			 value, uncertainty, out, sizeof(out));
	return out;
}

static void values_have_as_many_digits_as_they_are_worth(void **state)
{
	(void)state;
	assert_string_equal(seconds(1.03213, 0.0032), "1.0321 s");
	assert_string_equal(seconds(1.03213, 0.32), "1.03 s");
	assert_string_equal(seconds(0.0123456, 0.00012), "12.35 ms");
	assert_string_equal(seconds(0.0000123, 0.0000011), "12.3 us");
	assert_string_equal(seconds(1.5e-8, 1e-9), "15.0 ns");
	assert_string_equal(seconds(3600, 60), "3600 s");
	assert_string_equal(seconds(2, 0), "2.000 s");
	assert_string_equal(seconds(0, 0), "0.000 ns");
	assert_string_equal(seconds(NAN, 1), "n/a");
	assert_string_equal(seconds(INFINITY, 1), "unbounded");
}

static const char *percent(double value)
{
	static char out[64];

	rcc_format_percent(value, out, sizeof(out));
	return out;
}

static void percents_have_two_digits(void **state)
{
	(void)state;
	assert_string_equal(percent(0.83), "0.83 %");
	assert_string_equal(percent(12.4), "12 %");
	assert_string_equal(percent(0), "0.0 %");
	assert_string_equal(percent(0.00012), "0.000 %");
	assert_string_equal(percent(-1.26), "-1.3 %");
	assert_string_equal(percent(NAN), "n/a");
}

static const char *duration(double value)
{
	static char out[32];

	rcc_progress_duration(value, out, sizeof(out));
	return out;
}

static void durations_are_for_people(void **state)
{
	(void)state;
	assert_string_equal(duration(0.346), "0.35 s");
	assert_string_equal(duration(9.94), "9.9 s");
	assert_string_equal(duration(59.4), "59 s");
	assert_string_equal(duration(59.6), "1 min 00 s");
	assert_string_equal(duration(3599.6), "1 h 00 min");
	assert_string_equal(duration(7500), "2 h 05 min");
}

static void the_time_left_counts_this_call_alone(void **state)
{
	struct rcc_progress p;
	char text[160];

	(void)state;
	rcc_progress_begin(&p, stderr, "run", 60, 40, 1000);
	rcc_progress_text(&p, 40, 0, 1000, text, sizeof(text));
	assert_string_equal(text, "run 40 of 60");
	/* 5 runs in 10 s: 15 more take 30 s */
	rcc_progress_text(&p, 45, 2, 1000 + INT64_C(10000000000), text,
			  sizeof(text));
	assert_string_equal(text, "run 45 of 60, 2 failed, about 30 s left");
	rcc_progress_text(&p, 60, 0, 5, text, sizeof(text));
	assert_string_equal(text, "run 60 of 60");
}

static char *progress_log(bool is_terminal)
{
	struct rcc_progress p;
	char *text = NULL;
	size_t n = 0;
	FILE *out = open_memstream(&text, &n);

	rcc_progress_begin(&p, stderr, "run", 100, 0, 0);
	p.out = out;
	p.is_terminal = is_terminal;
	/* a run each second */
	for (size_t i = 1; i <= 100; i++)
		rcc_progress_step(&p, i, 0, (int64_t)i * 1000000000);
	rcc_progress_clear(&p);
	fclose(out);
	return text;
}

static size_t count(const char *text, char c)
{
	size_t n = 0;

	for (; *text != '\0'; text++)
		n += *text == c;
	return n;
}

static void a_log_gets_few_lines_a_terminal_one(void **state)
{
	char *log = progress_log(false);
	char *terminal = progress_log(true);

	(void)state;
	/* after 30, 60 and 90 seconds, and at the end */
	assert_int_equal(count(log, '\n'), 4);
	assert_int_equal(count(log, '\r'), 0);
	assert_int_equal(count(terminal, '\n'), 0);
	assert_int_equal(count(terminal, '\r'), 101);
	free(log);
	free(terminal);
}

int main(void)
{
	const struct CMUnitTest test[] = {
		cmocka_unit_test(values_have_as_many_digits_as_they_are_worth),
		cmocka_unit_test(percents_have_two_digits),
		cmocka_unit_test(durations_are_for_people),
		cmocka_unit_test(the_time_left_counts_this_call_alone),
		cmocka_unit_test(a_log_gets_few_lines_a_terminal_one),
	};

	return cmocka_run_group_tests(test, NULL, NULL);
}
