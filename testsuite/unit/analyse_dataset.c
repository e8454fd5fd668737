/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of analyse/dataset: the samples made from a CSV file, and the
 * files that are refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analyse/dataset.h"
#include "common/diag.h"

static const struct rcc_row_options all_rows;

/* Write `text` to a temporary file, read this file as a dataset, and remove it.
 * Returns the error of rcc_dataset_read(). */
static int read_text(const char *text, const struct rcc_row_options *options,
		     struct rcc_dataset *data, struct rcc_refusal *why)
{
	char path[] = "/tmp/analyse-dataset-XXXXXX";
	const int fd = mkstemp(path);
	const ssize_t n = (ssize_t)strlen(text);
	int result;

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, (size_t)n), n);
	close(fd);
	memset(why, 0, sizeof(*why));
	result = rcc_dataset_read(path, options, data, why);
	unlink(path);
	return result;
}

static struct rcc_dataset read_all(const char *text)
{
	struct rcc_dataset data;
	struct rcc_refusal why;

	if (read_text(text, &all_rows, &data, &why) != 0)
		fail_msg("%s", why.problem);
	return data;
}

/* Check that the dataset `text` is refused, and that the message consists of
 * the file's name and the words of `problem`. */
static void expect_refusal(const char *text,
			   const struct rcc_row_options *options,
			   const char *problem)
{
	struct rcc_dataset data;
	struct rcc_refusal why;
	const char *after;

	assert_int_equal(read_text(text, options, &data, &why), RCC_EFORMAT);
	after = strstr(why.problem, "\" ");
	assert_non_null(after);
	assert_string_equal(after + 2, problem);
	assert_int_equal(data.n_systems, 0);
	assert_null(data.value);
	rcc_refusal_release(&why);
	rcc_dataset_release(&data);
}

static void expect_values(const struct rcc_sample *sample, const double *value,
			  size_t n)
{
	assert_int_equal(rcc_sample_n_values(sample), n);
	for (size_t i = 0; i < n; i++)
		assert_true(sample->x[i] == value[i]);
}

static void levels_are_named_from_the_lowest(void **state)
{
	struct rcc_dataset data =
		read_all("system,layout,execution,run,value\na,1,1,1,5\n");

	(void)state;
	assert_int_equal(data.n_levels, 3);
	assert_string_equal(data.level_name[0], "run");
	assert_string_equal(data.level_name[2], "layout");
	rcc_dataset_release(&data);
}

static void rows_in_nested_order_stay_in_place(void **state)
{
	static const double value[] = {1, 2, 3, 4, 5, 6};
	struct rcc_dataset data =
		read_all("system,layout,run,value\n"
			 "a,1,1,1\na,1,2,2\na,2,1,3\na,2,2,4\na,3,1,5\na,3,2,"
			 "6\n");

	(void)state;
	assert_int_equal(data.n_systems, 1);
	assert_string_equal(data.system[0].name, "a");
	assert_null(data.system[0].benchmark);
	assert_int_equal(data.system[0].sample.r[1], 3);
	assert_int_equal(data.system[0].sample.r[0], 2);
	assert_null(data.system[0].sample.size[0]);
	expect_values(&data.system[0].sample, value, 6);
	rcc_dataset_release(&data);
}

/* The columns "layout" and "run" divide the values of a system into groups.
 * Groups are in the order of their first rows.  The rows within a group keep
 * their order, whatever numbers their cells contain. */
static void rows_in_any_order_are_nested(void **state)
{
	static const double a[] = {1, 3, 6, 2, 4};
	static const double b[] = {5};
	struct rcc_dataset data = read_all("system,layout,run,value\n"
					   "a,9,2,1\n"
					   "a,4,1,2\n"
					   "a,9,1,3\n"
					   "a,4,2,4\n"
					   "b,9,1,5\n"
					   "a,9,0,6\n");

	(void)state;
	assert_int_equal(data.n_systems, 2);
	expect_values(&data.system[0].sample, a, 5);
	assert_int_equal(data.system[0].sample.r[1], 2);
	assert_int_equal(data.system[0].sample.size[0][0], 3);
	assert_int_equal(data.system[0].sample.size[0][1], 2);
	expect_values(&data.system[1].sample, b, 1);
	assert_string_equal(data.system[1].name, "b");
	rcc_dataset_release(&data);
}

/* The last row belongs to layout 1 again, after the rows of layout 2, and
 * begins a new execution of layout 1. */
static void late_groups_join_their_parent(void **state)
{
	static const double value[] = {1, 4, 2, 3};
	struct rcc_dataset data = read_all("system,layout,execution,run,value\n"
					   "a,1,1,1,1\n"
					   "a,2,1,1,2\n"
					   "a,2,2,1,3\n"
					   "a,1,2,1,4\n");

	(void)state;
	expect_values(&data.system[0].sample, value, 4);
	assert_int_equal(data.system[0].sample.r[2], 2);
	assert_int_equal(data.system[0].sample.r[1], 2);
	assert_int_equal(data.system[0].sample.r[0], 1);
	rcc_dataset_release(&data);
}

/* Cells are text: 1 and 01 are different cells. */
static void cells_are_compared_as_text(void **state)
{
	struct rcc_dataset data =
		read_all("system,run,value\na,7,1\na,07,2\na,7.0,3\na,7 0,4\n");

	(void)state;
	assert_int_equal(data.n_values, 4);
	rcc_dataset_release(&data);
}

static void a_layout_belongs_to_its_system(void **state)
{
	struct rcc_dataset data =
		read_all("system,layout,run,value\n"
			 "a,1,1,1\nb,1,1,2\na,1,2,3\nb,1,2,4\n");

	(void)state;
	assert_int_equal(data.n_systems, 2);
	assert_int_equal(data.system[1].sample.r[1], 1);
	assert_int_equal(data.system[1].sample.r[0], 2);
	rcc_dataset_release(&data);
}

static void benchmarks_have_their_own_systems(void **state)
{
	struct rcc_dataset data = read_all("benchmark,system,run,value\n"
					   "x,a,1,1\ny,a,1,2\nx,b,1,3\nx,a,2,"
					   "4\n");

	(void)state;
	assert_true(data.has_benchmarks);
	assert_int_equal(data.n_systems, 3);
	assert_string_equal(data.system[0].benchmark, "x");
	assert_string_equal(data.system[0].name, "a");
	assert_string_equal(data.system[1].benchmark, "y");
	assert_string_equal(data.system[2].name, "b");
	assert_int_equal(data.system[0].sample.r[0], 2);
	rcc_dataset_release(&data);
}

static void only_takes_the_rows_with_its_cell(void **state)
{
	static const struct rcc_row_options first = {.only = "1"};
	static const double value[] = {1, 3};
	struct rcc_dataset data;
	struct rcc_refusal why;

	(void)state;
	assert_int_equal(read_text("system,execution,iteration,value\n"
				   "a,1,1,1\na,1,2,2\na,2,1,3\n",
				   &first, &data, &why),
			 0);
	assert_int_equal(data.n_levels, 1);
	assert_int_equal(data.n_left_out, 1);
	assert_string_equal(data.only_name, "iteration");
	expect_values(&data.system[0].sample, value, 2);
	rcc_dataset_release(&data);
}

static void together_divides_by_the_lowest_cell(void **state)
{
	static const struct rcc_row_options together = {.is_together = true};
	static const double value[] = {8, 4};
	struct rcc_dataset data;
	struct rcc_refusal why;

	(void)state;
	assert_int_equal(read_text("system,n,value\na,1,8\na,5,20\n", &together,
				   &data, &why),
			 0);
	assert_int_equal(data.most_together, 5);
	expect_values(&data.system[0].sample, value, 2);
	rcc_dataset_release(&data);
	expect_refusal("system,n,value\na,01,8\n", &together,
		       "line 2: \"01\" is not a number of executions: 1, 2, 3 "
		       "...");
}

static void the_first_duplicate_is_named(void **state)
{
	(void)state;
	expect_refusal("system,run,value\na,x,1\na,y,2\nb,x,3\na,y,4\na,x,5\n",
		       &all_rows, "line 5: the same cells as line 3");
	/* The message has line numbers of the file.  Each row takes two lines
	 * here, because its first cell has a line break in quotes. */
	expect_refusal("system,run,value\n\"a\n\",1,1\n\"a\n\",1,2\n",
		       &all_rows, "line 4: the same cells as line 2");
	expect_refusal("benchmark,system,run,value\nx,a,1,1\ny,a,1,2\ny,a,1,"
		       "3\n",
		       &all_rows, "line 4: the same cells as line 3");
}

static void bad_rows_are_named_by_line(void **state)
{
	(void)state;
	expect_refusal("system,run,value\na,1,1\na,2\n", &all_rows,
		       "line 3: 2 columns, but the header has 3");
	expect_refusal("system,run,value\na,,1\n", &all_rows,
		       "line 2: column 2 is empty");
	expect_refusal("system,run,value\na,1,1e\n", &all_rows,
		       "line 2: \"1e\" is not a finite decimal number");
	expect_refusal("system,run,value\na,1,nan\n", &all_rows,
		       "line 2: \"nan\" is not a finite decimal number");
	expect_refusal("system,run,value\n", &all_rows,
		       "has no rows after its header");
	expect_refusal("system,value\na,1\n", &all_rows,
		       "line 1: 2 columns: system, 1 to 8 levels and value are "
		       "needed");
}

static void a_row_left_out_is_checked_too(void **state)
{
	static const struct rcc_row_options first = {.only = "1"};

	(void)state;
	expect_refusal("system,run,k,value\na,1,1,1\na,1,2,x\n", &first,
		       "line 3: \"x\" is not a finite decimal number");
}

static void reduce_leaves_one_value_per_unit(void **state)
{
	static const double min[] = {1, 2};
	struct rcc_dataset data = read_all("system,layout,run,value\n"
					   "a,1,1,5\na,1,2,1\na,2,1,2\n");

	(void)state;
	rcc_dataset_reduce(&data, RCC_STATISTIC_MIN);
	assert_int_equal(data.n_levels, 1);
	assert_string_equal(data.level_name[0], "layout");
	expect_values(&data.system[0].sample, min, 2);
	rcc_dataset_release(&data);
}

int main(void)
{
	const struct CMUnitTest test[] = {
		cmocka_unit_test(levels_are_named_from_the_lowest),
		cmocka_unit_test(rows_in_nested_order_stay_in_place),
		cmocka_unit_test(rows_in_any_order_are_nested),
		cmocka_unit_test(late_groups_join_their_parent),
		cmocka_unit_test(cells_are_compared_as_text),
		cmocka_unit_test(a_layout_belongs_to_its_system),
		cmocka_unit_test(benchmarks_have_their_own_systems),
		cmocka_unit_test(only_takes_the_rows_with_its_cell),
		cmocka_unit_test(together_divides_by_the_lowest_cell),
		cmocka_unit_test(the_first_duplicate_is_named),
		cmocka_unit_test(bad_rows_are_named_by_line),
		cmocka_unit_test(a_row_left_out_is_checked_too),
		cmocka_unit_test(reduce_leaves_one_value_per_unit),
	};

	return cmocka_run_group_tests(test, NULL, NULL);
}
