/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of wrapper/config/tool_versions, which looks up the versions of
 * compilers and linkers in lists that the build of randcc has written. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/file.h"
#include "common/process.h"
#include "wrapper/config/tool_versions.h"

static void a_listed_version_is_what_the_linker_prints(void **state)
{
	char *ld = rcc_file_find_program("ld", getenv("PATH"), NULL);
	char *argv[] = {ld, (char *)(uintptr_t) "--version", NULL};
	char *listed = rcc_tool_versions_look_up(RCC_LINKER_VERSIONS, ld);
	char *said = NULL;

	(void)state;
	assert_non_null(listed);
	assert_int_equal(rcc_process_capture(argv, &said, NULL), 0);
	assert_true(strlen(listed) > 6);
	assert_memory_equal(listed, said, strlen(listed));
	assert_int_equal(said[strlen(listed)], '\n');
	free(listed);
	free(said);
	free(ld);
}

static void other_files_are_not_listed(void **state)
{
	(void)state;
	assert_null(
		rcc_tool_versions_look_up(RCC_LINKER_VERSIONS, "GNUmakefile"));
	assert_null(
		rcc_tool_versions_look_up(RCC_LINKER_VERSIONS, "no such file"));
	assert_null(rcc_tool_versions_look_up("no such list", "GNUmakefile"));
}

int main(void)
{
	const struct CMUnitTest test[] = {
		cmocka_unit_test(a_listed_version_is_what_the_linker_prints),
		cmocka_unit_test(other_files_are_not_listed),
	};

	return cmocka_run_group_tests(test, NULL, NULL);
}
