/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of wrapper/record/seed_list: the list of seeds in an option
 * --seeds. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/strbuf.h"
#include "wrapper/record/seed_list.h"

static char *dir;
static char *file;

static int set_up(void **state)
{
	(void)state;
	dir = rcc_file_tmp_dir("seeds");
	if (dir == NULL)
		return -1;
	file = rcc_mem_printf("%s/list", dir);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	rcc_file_remove_tree(dir);
	free(dir);
	free(file);
	return 0;
}

/* Check that the list `text` has the seeds `want`, which are separated by
 * spaces and written as in RANDCC_SEED. */
static void check_seeds(const char *text, const char *want)
{
	struct rcc_seed_list seeds = {0};
	struct rcc_refusal why = {0};
	struct rcc_strbuf all = {0};

	if (rcc_seed_list_read(&seeds, text, &why) != 0)
		fail_msg("%s: %s", text, why.problem);
	for (size_t i = 0; i < seeds.n; i++) {
		char one[RCC_SEED_TEXT_MAX];

		rcc_strbuf_printf(&all, "%s ",
				  rcc_seed_text(&seeds.item[i], one));
	}
	assert_string_equal(all.text, want);
	rcc_strbuf_release(&all);
	rcc_seed_list_release(&seeds);
}

static void refuses(const char *text, int err, const char *problem)
{
	struct rcc_seed_list seeds = {0};
	struct rcc_refusal why = {0};

	assert_int_equal(rcc_seed_list_read(&seeds, text, &why), err);
	if (strstr(why.problem, problem) == NULL)
		fail_msg("not \"%s\" but: %s", problem, why.problem);
	rcc_refusal_release(&why);
	rcc_seed_list_release(&seeds);
}

static void put(const char *text)
{
	assert_int_equal(rcc_file_replace(file, text, strlen(text), 0600), 0);
}

static void lists_have_seeds_and_ranges(void **state)
{
	(void)state;
	check_seeds("7", "7 ");
	check_seeds("none", "none ");
	check_seeds("3..5,none,0x10", "3 4 5 none 16 ");
	check_seeds("18446744073709551614..18446744073709551615",
		    "18446744073709551614 18446744073709551615 ");
}

static void files_have_a_list_a_line(void **state)
{
	(void)state;
	put("# seeds\n1..2\r\n\n  none\t# the original\n9");
	check_seeds(file, "1 2 none 9 ");
	put("# none\n\n");
	refuses(file, RCC_EFORMAT, "there are no seeds in");
	put("1\nx\n");
	refuses(file, RCC_EFORMAT, "line 2: bad seed \"x\"");
	refuses("/nonexistent/seeds", RCC_ESYS, "cannot read the seeds");
}

static void bad_lists_are_refused(void **state)
{
	(void)state;
	refuses("1,,2", RCC_EFORMAT, "bad seed \"\" in --seeds");
	refuses("5..3", RCC_EFORMAT, "bad range \"5..3\"");
	refuses("none..3", RCC_EFORMAT, "bad range \"none..3\"");
	refuses("1..3,2", RCC_EFORMAT, "the seed 2 twice");
	refuses("none,none", RCC_EFORMAT, "the seed none twice");
	refuses("0..1000000", RCC_EFORMAT, "more than a million seeds");
	refuses("0..18446744073709551615", RCC_EFORMAT,
		"more than a million seeds");
}

static void check_output(const char *pattern, const char *want)
{
	const struct rcc_seed seed = {.value = 42};
	char *path = rcc_seed_output(pattern, &seed);

	if (want == NULL)
		assert_null(path);
	else
		assert_string_equal(path, want);
	free(path);
}

static void a_pattern_needs_a_place_for_the_seed(void **state)
{
	(void)state;
	check_output("d/p.%s", "d/p.42");
	check_output("%s-100%%-%s", "42-100%-42");
	check_output("p", NULL);
	check_output("p%%s", NULL);
	check_output("%s%d", NULL);
	check_output("%s%", NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lists_have_seeds_and_ranges),
		cmocka_unit_test(files_have_a_list_a_line),
		cmocka_unit_test(bad_lists_are_refused),
		cmocka_unit_test(a_pattern_needs_a_place_for_the_seed),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
