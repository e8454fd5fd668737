/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of wrapper/line/script: reading linker scripts. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "wrapper/line/script.h"

static struct rcc_script read_text(const char *text, bool is_mri)
{
	struct rcc_file_map map = {.data = (unsigned char *)(uintptr_t)text,
				   .n = strlen(text)};
	struct rcc_script s;

	rcc_script_read(&s, &map, is_mri);
	return s;
}

static void check_code(const char *text, enum rcc_script_code want)
{
	struct rcc_script s = read_text(text, false);

	if (s.code != want)
		fail_msg("code %d instead of %d: %s", (int)s.code, (int)want,
			 text);
	rcc_script_release(&s);
}

static void placement_of_code_is_recognised(void **state)
{
	(void)state;
	check_code("SECTIONS { .x : { *(.x) } } INSERT AFTER .data;",
		   RCC_SCRIPT_ADDS);
	check_code(
		"SECTIONS { .text : { *(SORT(.text.sorted.*)) *(.text.*) } }",
		RCC_SCRIPT_SORTS);
	check_code("SECTIONS { .text : { *(SORT_BY_NAME(.text.sorted.*)) } }",
		   RCC_SCRIPT_SORTS);
	check_code("SECTIONS { .text : { *(.text .text.*) } }",
		   RCC_SCRIPT_KEEPS_ORDER);
	check_code("SECTIONS { .text : { *(.text*) } }",
		   RCC_SCRIPT_KEEPS_ORDER);
	check_code("SECTIONS { .text : { *(.text.main) *(.text.*) } }",
		   RCC_SCRIPT_NAMES);
	check_code("SECTIONS { .data : { *(.data) } }", RCC_SCRIPT_OTHER);
	check_code("", RCC_SCRIPT_OTHER);
}

static void sorting_counts_only_before_other_patterns(void **state)
{
	(void)state;
	check_code(
		"SECTIONS { .text : { *(.text.*) *(SORT(.text.sorted.*)) } }",
		RCC_SCRIPT_KEEPS_ORDER);
	check_code("SECTIONS { .text : { *(SORT(.text.*)) } }",
		   RCC_SCRIPT_OTHER);
	check_code("SECTIONS { .text : { *(.text.sorted.*) *(.text.*) } }",
		   RCC_SCRIPT_KEEPS_ORDER);
	check_code("SECTIONS { .text : { *(SORT(.data.*) .text.sorted.*) "
		   "*(.text.*) } }",
		   RCC_SCRIPT_KEEPS_ORDER);
}

static void groups_of_gcc_name_no_function(void **state)
{
	(void)state;
	check_code("SECTIONS { .text : { *(.text.unlikely .text.*_unlikely "
		   ".text.unlikely.*) *(.text.hot .text.hot.*) *(.text.*) } }",
		   RCC_SCRIPT_KEEPS_ORDER);
	check_code("SECTIONS { .text : { *(.text.hotel) *(.text.*) } }",
		   RCC_SCRIPT_NAMES);
}

static void comments_and_quotes_say_nothing(void **state)
{
	struct rcc_script s = read_text("/* ENTRY(go) INSERT INPUT(a.o) */\n"
					"ASSERT(1, \"ENTRY(go) INSERT\")\n"
					"SECTIONS { .text : { *(.text.*) } }",
					false);

	(void)state;
	assert_false(s.sets_entry);
	assert_false(s.inserts);
	assert_int_equal(s.file.n, 0);
	rcc_script_release(&s);
	s = read_text("/* never closed: INSERT", false);
	assert_false(s.inserts);
	rcc_script_release(&s);
}

static void entry_and_insert_are_found(void **state)
{
	struct rcc_script s = read_text("ENTRY ( go ) SECTIONS { .x : {} } "
					"INSERT BEFORE .text",
					false);

	(void)state;
	assert_true(s.sets_entry);
	assert_true(s.inserts);
	rcc_script_release(&s);
	/* In a version script ENTRY is a symbol, not a command. */
	s = read_text("{ global: ENTRY; INSERTED; };", false);
	assert_false(s.sets_entry);
	assert_false(s.inserts);
	rcc_script_release(&s);
}

static void check_files(const char *text, bool is_mri, const char *want)
{
	struct rcc_script s = read_text(text, is_mri);
	char *all = rcc_mem_strdup("");

	for (size_t i = 0; i < s.file.n; i++) {
		char *longer = rcc_mem_printf("%s[%s]", all, s.file.item[i]);

		free(all);
		all = longer;
	}
	assert_string_equal(all, want);
	free(all);
	rcc_script_release(&s);
}

static void named_files_are_listed(void **state)
{
	(void)state;
	check_files("INPUT(a.o, libb.a)", false, "[a.o][libb.a]");
	check_files("GROUP ( /lib/libc.so.6 libc_n.a AS_NEEDED ( -lm ) )",
		    false, "[/lib/libc.so.6][libc_n.a][-lm]");
	check_files("INCLUDE more.ld STARTUP(\"my crt.o\")", false,
		    "[more.ld][my crt.o]");
	check_files("SECTIONS { .text : { a.o(.text) } }", false, "");
	check_files("INPUT(a.o", false, "[a.o]");
}

static void files_of_mri_scripts_are_listed(void **state)
{
	static const char text[] = "* LOAD not.o\nload a.o, b.o ; c.o\n"
				   "INCLUDE more.mri\nNAME out\n";

	(void)state;
	check_files(text, false, "[more.mri]");
	check_files(text, true, "[more.mri][a.o][b.o][more.mri]");
}

static void bytes_that_are_not_text_have_no_facts(void **state)
{
	static const char bytes[] = "INPUT(a.o) ENTRY(go)\0INSERT";
	struct rcc_file_map map = {.data = (unsigned char *)(uintptr_t)bytes,
				   .n = sizeof(bytes)};
	struct rcc_script s;

	(void)state;
	rcc_script_read(&s, &map, false);
	assert_int_equal(s.code, RCC_SCRIPT_OTHER);
	assert_int_equal(s.file.n, 0);
	assert_false(s.sets_entry);
	rcc_script_release(&s);
}

static char *rename_b(void *self, const char *name)
{
	(void)self;
	return strcmp(name, "b.o") == 0 ? rcc_mem_strdup("/t/new b.o") : NULL;
}

static void renaming_changes_the_named_files_alone(void **state)
{
	char *text = rcc_script_rename(
		"/* b.o */ INPUT(a.o b.o) b.o : { b.o(.text) } GROUP(b.o)\n",
		rename_b, NULL);

	(void)state;
	assert_string_equal(text, "/* b.o */ INPUT(a.o \"/t/new b.o\") b.o : { "
				  "b.o(.text) } GROUP(\"/t/new b.o\")\n");
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(placement_of_code_is_recognised),
		cmocka_unit_test(sorting_counts_only_before_other_patterns),
		cmocka_unit_test(groups_of_gcc_name_no_function),
		cmocka_unit_test(comments_and_quotes_say_nothing),
		cmocka_unit_test(entry_and_insert_are_found),
		cmocka_unit_test(named_files_are_listed),
		cmocka_unit_test(files_of_mri_scripts_are_listed),
		cmocka_unit_test(bytes_that_are_not_text_have_no_facts),
		cmocka_unit_test(renaming_changes_the_named_files_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
