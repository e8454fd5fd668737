/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of run/call_order, which orders functions by their calls.  A
 * function is given as {samples, bytes}, a call as {caller, callee, weight}. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "harness/run/call_order.h"

#define MOST 8

/* Check the order of n functions.  Each digit of `expected` is the number of a
 * function. */
static void check(const struct rcc_called_function *f, size_t n,
		  const struct rcc_call *call, size_t n_calls,
		  const char *expected)
{
	size_t order[MOST];
	char text[MOST + 1] = "";

	rcc_call_order(f, n, call, n_calls, order);
	for (size_t i = 0; i < n; i++)
		text[i] = (char)('0' + order[i]);
	assert_string_equal(text, expected);
}

static void functions_that_call_nobody_are_sorted_by_density(void **state)
{
	const struct rcc_called_function f[] = {
		{100, 1000}, {50, 100}, {300, 1000}, {0, 10}};

	(void)state;
	check(f, 4, NULL, 0, "1203");
}

static void a_function_follows_its_likeliest_caller(void **state)
{
	const struct rcc_called_function f[] = {
		{10, 100}, {100, 100}, {20, 100}, {1, 100}};
	const struct rcc_call call[] = {{0, 1, 5}, {2, 1, 6}, {3, 1, 1}};

	(void)state;
	/* Function 1 joins the cluster of 2, which then has 120 samples in 200
	 * bytes.  No other cluster is as dense, so this cluster comes first. */
	check(f, 4, call, 3, "2103");
}

static void clusters_are_appended_whole(void **state)
{
	const struct rcc_called_function f[] = {
		{1, 10}, {40, 10}, {30, 10}, {20, 10}};
	/* Function 1 has the most samples, so it is taken first.  It joins the
	 * cluster of its caller 0.  Then 2 and 3 join this cluster. */
	const struct rcc_call call[] = {{0, 1, 1}, {1, 2, 1}, {0, 3, 1}};

	(void)state;
	check(f, 4, call, 3, "0123");
}

static void calls_in_a_circle_and_of_itself_end(void **state)
{
	const struct rcc_called_function f[] = {{3, 10}, {2, 10}, {1, 10}};
	const struct rcc_call call[] = {
		{0, 0, 9}, {2, 0, 1}, {0, 1, 1}, {1, 2, 1}};

	(void)state;
	check(f, 3, call, 4, "201");
}

static void clusters_do_not_exceed_a_page(void **state)
{
	const struct rcc_called_function f[] = {
		{100, 4000}, {90, 96}, {80, 97}};
	const struct rcc_call call[] = {{0, 1, 1}, {0, 2, 1}};

	(void)state;
	/* Functions 0 and 1 form a cluster that fills a page, with 190 samples
	 * in 4096 bytes.  Function 2 has more samples per byte, so it comes
	 * first. */
	check(f, 3, call, 2, "201");
}

static void no_functions_have_no_order(void **state)
{
	(void)state;
	check(NULL, 0, NULL, 0, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			functions_that_call_nobody_are_sorted_by_density),
		cmocka_unit_test(a_function_follows_its_likeliest_caller),
		cmocka_unit_test(clusters_are_appended_whole),
		cmocka_unit_test(calls_in_a_circle_and_of_itself_end),
		cmocka_unit_test(clusters_do_not_exceed_a_page),
		cmocka_unit_test(no_functions_have_no_order),
	};

	return cmocka_run_group_tests_name("call order", tests, NULL, NULL);
}
