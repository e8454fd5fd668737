/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of harness/run/extract: numbers in the output of a program. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "harness/run/extract.h"
#include "harness/study/metric_spec.h"

#define ROOM 4

static int file_with(const char *text, size_t n)
{
	int fd = memfd_create("text", MFD_CLOEXEC);

	assert_int_equal(rcc_file_write_fd(fd, text, n), 0);
	return fd;
}

static int extract(const char *text, size_t len, const char *pattern,
		   double *value, size_t *n, struct rcc_extract_bad *bad)
{
	int fd = file_with(text, len);
	regex_t re;
	int result;

	assert_int_equal(regcomp(&re, pattern, REG_EXTENDED), 0);
	result = rcc_extract_numbers(fd, &re, value, ROOM, n, bad);
	/* rcc_extract_numbers() does not move the file's offset. */
	assert_int_equal(lseek(fd, 0, SEEK_CUR), (off_t)len);
	regfree(&re);
	close(fd);
	return result;
}

static void numbers_are_found_anywhere_in_a_line(void **state)
{
	static const struct {
		const char *text;
		size_t len;
		const char *pattern;
		size_t n;
		double first;
	} row[] = {
		{"", 0, "(x)", 0, 0},
		{"t 1.5\n", 6, "t ([0-9.]+)", 1, 1.5},
		{"t 1.5", 5, "t ([0-9.]+)", 1, 1.5},
		{"t 1.5\r\n", 7, "t (.*)", 1, 1.5},
		{"a 1 a 2 a 3\na 4\na 5", 19, "a ([0-9])", 5, 1},
		{"a 1 a 2", 7, "^a ([0-9])", 1, 1},
		{"\0\0t 7\0t 8\n", 10, "t ([0-9])", 2, 7},
		{"t 5\n", 4, "([0-9]*)$", 1, 5},
		{"-1e-3\n+2\n0x10\n", 14, "^(.+)$", 3, -1e-3},
		/* the first line matches the alternative "x", which has no
		 * group, so it gives no number */
		{"x\ny 2\n", 6, "x|y ([0-9])", 1, 2},
		{"bbb\n", 4, "(a*)c", 0, 0},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		struct rcc_extract_bad bad;
		double value[ROOM] = {0};
		size_t n = 0;

		assert_int_equal(extract(row[i].text, row[i].len,
					 row[i].pattern, value, &n, &bad),
				 0);
		assert_int_equal(n, row[i].n);
		assert_true(value[0] == row[i].first);
	}
}

static void a_match_that_is_not_a_number_is_reported_with_its_line(void **state)
{
	static const char *const text[] = {"1,5", "inf", "nan",	  "1 ",
					   "",	  "x",	 "1e999", "12abc"};

	(void)state;
	for (size_t i = 0; i < sizeof(text) / sizeof(text[0]); i++) {
		struct rcc_extract_bad bad;
		double value[ROOM];
		char lines[64];
		size_t n = 0;

		snprintf(lines, sizeof(lines), "v=1;\nv=%s;\n", text[i]);
		assert_int_equal(extract(lines, strlen(lines), "v=([^;]*);",
					 value, &n, &bad),
				 RCC_EFORMAT);
		assert_int_equal(bad.line, 2);
		assert_string_equal(bad.text, text[i]);
	}
}

static void a_match_that_is_part_of_a_number_is_reported(void **state)
{
	static const struct {
		const char *text, *pattern;
		const char *whole; /* "": the match is a whole number */
	} row[] = {
		{"t 1.2e-05 s", "([0-9.]+) s", "1.2e-05"},
		{"t 1.2e05 s", "([0-9.]+) s", "1.2e05"},
		{"t 1e5 s", "([0-9]+) s", "1e5"},
		{"1,234,567 cycles", "([0-9]+) cycles", "1,234,567"},
		{"1,234 cycles", "([0-9]+) cycles", "1,234"},
		{"loss -0.5 points", "([0-9.]+) points", "-0.5"},
		{"-5 points", "([0-9.]+) points", "-5"},
		{"x=-5 points", "([0-9.]+) points", "-5"},
		{"1.25 s", "([0-9]+) s", "1.25"},
		{".25 s", "([0-9]+) s", ".25"},
		{"0x100 bytes", "([0-9]+) bytes", "0x100"},
		{"t 1.2e-05 s", "([0-9.]+)", "1.2e-05"},
		{"10-20 ms", "([0-9]+) ms", ""},
		{"step-5 ms", "([0-9]+) ms", ""},
		{"12,34 ms", "([0-9]+) ms", ""},
		{"a,345 ms", "([0-9]+) ms", ""},
		{"1920x1080 pixels", "([0-9]+) pixels", ""},
		{"p.99 12 ms", "([0-9]+) ms", ""},
		{"+5 ms", "([0-9]+) ms", ""},
		{"loss -0.5 points", "-([0-9.]+) points", ""},
		{"1,234 ms", ",([0-9]+) ms", ""},
		{"loss -0.5 points", "(-[0-9.]+) points", ""},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		struct rcc_extract_bad bad = {0};
		double value[ROOM];
		size_t n = 0;
		const int result = extract(row[i].text, strlen(row[i].text),
					   row[i].pattern, value, &n, &bad);

		assert_string_equal(bad.whole, row[i].whole);
		assert_int_equal(result,
				 row[i].whole[0] != '\0' ? RCC_EFORMAT : 0);
	}
}

static int64_t compare(const char *a, const char *b, const char *pattern)
{
	const char path[] = "/proc/self/fd/%d";
	const int fd_a = file_with(a, strlen(a));
	const int fd_b = file_with(b, strlen(b));
	const regex_t *list[1];
	char name[64];
	int64_t at = 0;
	regex_t re;

	snprintf(name, sizeof(name), path, fd_b);
	assert_int_equal(regcomp(&re, pattern, REG_EXTENDED), 0);
	list[0] = &re;
	assert_int_equal(rcc_extract_compare(fd_a, name, list, 1, &at), 0);
	regfree(&re);
	close(fd_a);
	close(fd_b);
	return at;
}

static void outputs_are_compared_without_their_numbers(void **state)
{
	static const char re[] = "t=([0-9.]+)";

	(void)state;
	assert_int_equal(compare("a\nt=1\n", "a\nt=22.5\n", re), -1);
	assert_int_equal(compare("a\nt=1 t=2", "a\nt=3 t=4", re), -1);
	assert_int_equal(compare("a\nt=1\n", "b\nt=1\n", re), 0);
	assert_int_equal(compare("a\nt=1\n", "a\nu=1\n", re), 2);
	assert_int_equal(compare("a\nt=1\n", "a\nt=1", re), 2);
	assert_int_equal(compare("a\n", "a\nt=1\n", re), 2);
	assert_int_equal(compare("a\nt=1\n", "a\n", re), 2);
	assert_int_equal(compare("a\nt=1 2\n", "a\nt=1 3\n", re), 2);
	assert_int_equal(compare("", "", re), -1);
}

static void a_metric_specification_is_parsed(void **state)
{
	static const struct {
		const char *text, *name, *unit, *what, *path;
		enum rcc_source_kind kind;
		bool is_per_run;
	} row[] = {
		{"stdout:a=(.)", "stdout", NULL, "a=(.)", NULL,
		 RCC_SOURCE_STDOUT, false},
		{"t/ms=stderr:(.)", "t", "ms", "(.)", NULL, RCC_SOURCE_STDERR,
		 false},
		{"r/ops/s=once:file:a/b:c:(.)", "r", "ops/s", "c:(.)", "a/b",
		 RCC_SOURCE_FILE, true},
		{"perf:L1-icache-load-misses", "L1-icache-load-misses", NULL,
		 "L1-icache-load-misses", NULL, RCC_SOURCE_PERF, false},
		{"cachegrind:I1mr", "I1mr", NULL, "I1mr", NULL,
		 RCC_SOURCE_CACHEGRIND, false},
		{"wall", "wall", NULL, "wall", NULL, RCC_SOURCE_BUILTIN, false},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		struct rcc_metric_spec w;
		char *problem = NULL;
		json_t *json = rcc_metric_spec_parse(row[i].text, &problem);

		assert_non_null(json);
		assert_int_equal(rcc_metric_spec_read(json, &w, &problem), 0);
		assert_string_equal(w.name, row[i].name);
		assert_string_equal(w.selector, row[i].what);
		assert_string_equal(w.unit != NULL ? w.unit : "none",
				    row[i].unit != NULL ? row[i].unit : "none");
		assert_string_equal(w.path != NULL ? w.path : "none",
				    row[i].path != NULL ? row[i].path : "none");
		assert_int_equal(w.kind, row[i].kind);
		assert_int_equal(w.is_per_run, row[i].is_per_run);
		rcc_metric_spec_release(&w);
		json_decref(json);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_are_found_anywhere_in_a_line),
		cmocka_unit_test(
			a_match_that_is_not_a_number_is_reported_with_its_line),
		cmocka_unit_test(a_match_that_is_part_of_a_number_is_reported),
		cmocka_unit_test(outputs_are_compared_without_their_numbers),
		cmocka_unit_test(a_metric_specification_is_parsed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
