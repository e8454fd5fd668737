/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of build/build_command: the command that builds a system. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "harness/build/build_command.h"

static void a_directory_is_found_with_any_quotes(void **state)
{
	static const char tree[] = "/src/it's \"a\\b\" place";
	static const char *const build[] = {
		"cd '/src/it'\\''s \"a\\b\" place' && make",
		"cd \"/src/it's \\\"a\\\\b\\\" place\" && make",
		"cd /src/it\\'s\\ \\\"a\\\\b\\\"\\ place && make",
		"make CFLAGS=-I/src/it\\'s' \"a\\b\" 'place/include",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(build) / sizeof(build[0]); i++)
		assert_true(rcc_build_command_names(build[i], tree));
	assert_true(rcc_build_command_names("make -C /src/prog", "/src/prog"));
	assert_false(rcc_build_command_names("make", "/src/prog"));
	assert_false(rcc_build_command_names("make -C src/prog", "/src/prog"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_directory_is_found_with_any_quotes),
	};

	return cmocka_run_group_tests_name("build_command", tests, NULL, NULL);
}
