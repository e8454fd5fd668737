/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of common/number, which reads decimal numbers.  The results must
 * equal those of strtod() bit by bit. */
#include "common/number.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "common/random.h"

static void check(const char *text)
{
	const double expected = strtod(text, NULL);
	double got;

	if (rcc_number_parse(text, &got) != 0)
		fail_msg("\"%s\" is refused", text);
	if (memcmp(&got, &expected, sizeof(got)) != 0)
		fail_msg("\"%s\" is %a, not %a", text, got, expected);
}

static void ends_of_the_short_way(void **state)
{
	static const char *const text[] = {
		"0", "-0", "0.0", "-0.0", "5.", "00012.50", "0.1", "-0.3",
		/* 2^53 and numbers next to it, with and without a point */
		"9007199254740991", "9007199254740992", "9007199254740993",
		"-9007199254740993", "900719925474099.3",
		"0.009007199254740993", "0.9007199254740993",
		/* numbers with too many digits for 64 bits; with unsigned
		 * arithmetic some would wrap around to small numbers */
		"18446744073709551616", "18446744073709551617",
		"184467440737095516.17", "1.8446744073709551617",
		"123456789012345678901234567890", "0.000000000000000001",
		"0.0000000000000000001", "1.0000000000000000000000000000001",
		".5", "+1.5", "1e3", "1.25e-300", "4.9e-324",
		"179769313486231570000000000000000000000000e267"};

	(void)state;
	for (size_t i = 0; i < sizeof(text) / sizeof(text[0]); i++)
		check(text[i]);
}

/* Some random numbers have up to 22 digits, and a point at a random place.
 * Others are doubles that printf() wrote. */
static void random_numbers(void **state)
{
	struct rcc_random random;
	char text[512];

	(void)state;
	rcc_random_seed(&random, 5);
	for (int i = 0; i < 200000; i++) {
		const size_t n = 1 + rcc_random_below(&random, 22);
		const size_t point = 1 + rcc_random_below(&random, n + 4);
		size_t len = 0;

		if (rcc_random_below(&random, 2) == 0)
			text[len++] = '-';
		for (size_t k = 0; k < n; k++) {
			text[len++] =
				(char)('0' + rcc_random_below(&random, 10));
			if (k + 1 == point)
				text[len++] = '.';
		}
		text[len] = '\0';
		check(text);
		snprintf(text, sizeof(text), "%.*g",
			 (int)(1 + rcc_random_below(&random, 20)),
			 rcc_random_unit(&random) * 1e6);
		check(text);
	}
}

static void refused(void **state)
{
	static const char *const text[] = {
		"",    "-",   ".",     "-.",   "+",    "five", "nan", "inf",
		"0x1", "1,5", "1.2.3", " 5",   "5 ",   "--5",  "-+5", "1e999",
		"5e",  "5-",  "1_000", "1e5x", "1.5f", "-nan", "١"};

	(void)state;
	for (size_t i = 0; i < sizeof(text) / sizeof(text[0]); i++) {
		double value = 7;

		if (rcc_number_parse(text[i], &value) == 0)
			fail_msg("\"%s\" is taken for %g", text[i], value);
		assert_true(value == 7);
	}
}

int main(void)
{
	const struct CMUnitTest test[] = {
		cmocka_unit_test(ends_of_the_short_way),
		cmocka_unit_test(random_numbers),
		cmocka_unit_test(refused),
	};

	return cmocka_run_group_tests(test, NULL, NULL);
}
