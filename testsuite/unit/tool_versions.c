/* SPDX-License-Identifier: GPL-3.0-or-later */
/* wrapper/known: a linker that was there when randcc was built is not asked. */
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

static void a_known_linker_says_what_it_would_say_itself(void **state)
{
	char *ld = rcc_file_find_program("ld", getenv("PATH"), NULL);
	char *argv[] = {ld, (char *)(uintptr_t) "--version", NULL};
	char *known = rcc_known_look_up(RCC_KNOWN_LINKERS, ld);
	char *said = NULL;

	(void)state;
	assert_non_null(known);
	assert_int_equal(rcc_process_capture(argv, &said, NULL), 0);
	assert_true(strlen(known) > 6);
	assert_memory_equal(known, said, strlen(known));
	assert_int_equal(said[strlen(known)], '\n');
	free(known);
	free(said);
	free(ld);
}

static void other_files_are_not_known(void **state)
{
	(void)state;
	assert_null(rcc_known_look_up(RCC_KNOWN_LINKERS, "GNUmakefile"));
	assert_null(rcc_known_look_up(RCC_KNOWN_LINKERS, "no such file"));
	assert_null(rcc_known_look_up("no such list", "GNUmakefile"));
}

int main(void)
{
	const struct CMUnitTest test[] = {
		cmocka_unit_test(a_known_linker_says_what_it_would_say_itself),
		cmocka_unit_test(other_files_are_not_known),
	};

	return cmocka_run_group_tests(test, NULL, NULL);
}
