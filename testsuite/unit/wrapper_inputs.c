/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of wrapper/link/inputs and script_files: finding and reading the
 * files that a linker's command line names. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/rank.h"
#include "wrapper/link/inputs.h"
#include "wrapper/link/script_files.h"

#define MAX_WORDS 8

static char *top; /* the source tree of randcc */
static char *dir; /* the working directory of a test */
static struct rcc_settings settings = {.factors = RCC_FACTORS_DEFAULT};
static struct rcc_ldargs args;
static struct rcc_linker linker;
static const struct rcc_request request = {&settings, &args, &linker};
static struct rcc_inputs inputs;
static struct rcc_script_files files;
static struct rcc_refusal why;

static void put(const char *path, const char *bytes, size_t n)
{
	assert_int_equal(rcc_file_replace(path, bytes, n, 0600), 0);
}

static void put_text(const char *path, const char *text)
{
	put(path, text, strlen(text));
}

static void put_object(const char *path)
{
	char *from = rcc_mem_printf("%s/testsuite/data/hostile.o", top);

	assert_int_equal(rcc_file_copy(from, path, 0600), 0);
	free(from);
}

/* Write the header of a member of n bytes to an archive.  Returns its
 * length. */
static int member(char *to, const char *name, size_t n)
{
	return sprintf(to, "%-16s%-12d%-6d%-6d%-8s%-10zu`\n", name, 0, 0, 0,
		       "644", n);
}

/* Write a thin archive whose member is the object `name` in the same folder. */
static void put_thin(const char *path, const char *name)
{
	struct stat st;
	char bytes[256];
	int n;

	assert_int_equal(stat(name, &st), 0);
	n = sprintf(bytes, "!<thin>\n");
	n += member(bytes + n, "//", strlen(name) + 2);
	n += sprintf(bytes + n, "%s/\n", name);
	if (n % 2 != 0)
		bytes[n++] = '\n';
	n += member(bytes + n, "/0", (size_t)st.st_size);
	put(path, bytes, (size_t)n);
}

static void parse(const char *line)
{
	char *text = rcc_mem_strdup(line);
	char *argv[MAX_WORDS + 1] = {NULL};
	char *rest = text;
	const char *bad;

	for (size_t i = 0; i < MAX_WORDS; i++) {
		argv[i] = strsep(&rest, " ");
		if (argv[i] == NULL)
			break;
	}
	rcc_ldargs_release(&args);
	assert_int_equal(rcc_ldargs_parse(&args, argv, &bad), 0);
	free(text);
}

static int open_line(const char *line)
{
	rcc_inputs_release(&inputs);
	parse(line);
	return rcc_inputs_open(&inputs, &request, NULL, &why);
}

static int set_up_all(void **state)
{
	char here[PATH_MAX];

	(void)state;
	top = rcc_mem_strdup(getcwd(here, sizeof(here)));
	return 0;
}

static int set_up(void **state)
{
	(void)state;
	dir = rcc_file_tmp_dir("inputs");
	return dir != NULL && chdir(dir) == 0 && mkdir("one", 0700) == 0 &&
			       mkdir("two", 0700) == 0
		       ? 0
		       : -1;
}

static int tear_down(void **state)
{
	(void)state;
	rcc_script_files_release(&files);
	rcc_inputs_release(&inputs);
	rcc_ldargs_release(&args);
	rcc_refusal_release(&why);
	assert_int_equal(chdir(top), 0);
	rcc_file_remove_tree(dir);
	free(dir);
	return 0;
}

static int tear_down_all(void **state)
{
	(void)state;
	free(top);
	return 0;
}

static void libraries_are_found_in_the_order_of_the_directories(void **state)
{
	(void)state;
	put_text("two/liba.a", "INPUT()");
	put_text("two/liba.so", "INPUT()");
	assert_int_equal(open_line("-la -Lone -Ltwo"), 0);
	assert_string_equal(inputs.item[0].path, "two/liba.so");
	assert_int_equal(open_line("-Bstatic -la -Lone -Ltwo"), 0);
	assert_string_equal(inputs.item[0].path, "two/liba.a");
	put_text("one/liba.a", "INPUT()");
	assert_int_equal(open_line("-Ltwo -Lone -l:liba.a"), 0);
	assert_string_equal(inputs.item[0].path, "two/liba.a");
	assert_int_equal(open_line("-la -Lone -Ltwo"), 0);
	assert_string_equal(inputs.item[0].path, "one/liba.a");
	assert_int_equal(open_line("-lb -Lone"), 0);
	assert_null(inputs.item[0].path);
}

static void a_directory_can_be_below_the_sysroot(void **state)
{
	(void)state;
	put_text("one/liba.a", "INPUT()");
	assert_int_equal(open_line("--sysroot=one -L=/ -la"), 0);
	assert_string_equal(inputs.item[0].path, "one//liba.a");
	assert_int_equal(open_line("--sysroot=one -L$SYSROOT/. -la"), 0);
	assert_string_equal(inputs.item[0].path, "one/./liba.a");
}

static void libraries_for_another_machine_are_skipped(void **state)
{
	char *bytes;
	size_t n;

	(void)state;
	put_object("a.o");
	bytes = rcc_file_read("a.o", &n);
	bytes[18] = 3; /* e_machine: EM_386 */
	put("one/libb.so", bytes, n);
	put_object("two/libb.so");
	assert_int_equal(open_line("a.o -Lone -Ltwo -lb"), 0);
	assert_string_equal(inputs.item[1].path, "two/libb.so");
	free(bytes);
}

static void a_script_is_found_in_earlier_directories_alone(void **state)
{
	(void)state;
	put_text("two/s.ld", "ENTRY(go)");
	assert_int_equal(open_line("-Lone -Ltwo -T s.ld"), 0);
	assert_string_equal(inputs.item[0].path, "two/s.ld");
	assert_ptr_equal(inputs.main_script, inputs.item[0].script);
	assert_true(inputs.main_script->sets_entry);
	assert_int_equal(open_line("-T s.ld -Ltwo"), 0);
	assert_null(inputs.item[0].path);
	assert_null(inputs.main_script);
	/* -dT names a script that replaces the linker's default script.  The
	 * linker reads it after the whole command line, so it searches the
	 * directories of later -L options too. */
	assert_int_equal(open_line("-dT s.ld -Ltwo"), 0);
	assert_string_equal(inputs.item[0].path, "two/s.ld");
}

static void the_last_of_several_scripts_is_the_main_one(void **state)
{
	(void)state;
	put_text("a.ld", "ENTRY(go)");
	put_text("b.ld", "SECTIONS { .x : { *(.x) } } INSERT AFTER .data;");
	assert_int_equal(open_line("-T a.ld -T b.ld"), 0);
	assert_true(inputs.main_script->inserts);
	assert_false(inputs.main_script->sets_entry);
}

static void a_recorded_file_takes_the_words_place(void **state)
{
	char stored[] = "one/stored";
	char *file[] = {stored};
	struct rcc_recorded recorded = {.file = file};

	(void)state;
	put_text("one/stored", "ENTRY(go)");
	parse("-Tgone.ld");
	assert_int_equal(rcc_inputs_open(&inputs, &request, &recorded, &why),
			 0);
	assert_string_equal(inputs.item[0].path, "one/stored");
	assert_true(inputs.main_script->sets_entry);
}

static void a_thin_archive_is_read_by_its_ordinary_equivalent(void **state)
{
	char *made;

	(void)state;
	put_object("one/m.o");
	assert_int_equal(chdir("one"), 0);
	put_thin("t.a", "m.o");
	assert_int_equal(chdir(".."), 0);
	assert_int_equal(open_line("one/t.a one/t.a"), 0);
	assert_int_equal(inputs.item[0].file.kind, RCC_FILE_ARCHIVE);
	assert_int_equal(inputs.item[0].file.n_objects, 1);
	assert_int_not_equal(inputs.flavour.elf_class, 0);
	/* An archive that is named twice is read once. */
	assert_int_equal(inputs.item[1].same_as, 0);
	assert_false(inputs.item[1].is_open);
	assert_string_equal(inputs.item[1].ordinary, inputs.item[0].ordinary);
	made = rcc_mem_strdup(inputs.item[0].ordinary);
	assert_int_equal(access(made, R_OK), 0);
	rcc_inputs_release(&inputs);
	assert_int_not_equal(access(made, F_OK), 0);
	free(made);
	/* The file that is the member of the thin archive is missing. */
	assert_int_equal(unlink("one/m.o"), 0);
	assert_int_equal(open_line("one/t.a"), RCC_EFORMAT);
	assert_non_null(strstr(why.problem, "cannot read \"one/t.a\""));
	assert_non_null(strstr(why.problem, "m.o"));
}

static void a_malformed_object_is_refused_and_a_missing_one_is_not(void **state)
{
	char *bytes;
	size_t n;

	(void)state;
	assert_int_equal(open_line("missing.o"), 0);
	assert_false(inputs.item[0].is_open);
	put_object("a.o");
	bytes = rcc_file_read("a.o", &n);
	put("cut.o", bytes, n / 2);
	free(bytes);
	assert_int_equal(open_line("a.o cut.o"), RCC_EFORMAT);
	assert_non_null(strstr(why.problem, "cannot read \"cut.o\""));
	assert_non_null(why.remedy);
}

static int find_files(const char *line)
{
	rcc_script_files_release(&files);
	assert_int_equal(open_line(line), 0);
	return rcc_script_files_find(&files, &args, &inputs, NULL, &why);
}

static void files_that_scripts_name_are_followed(void **state)
{
	(void)state;
	put_object("one/with.o");
	put_text("one/inner", "GROUP(with.o missing.o) ENTRY(go)");
	put_text("outer", "INPUT(one/inner)");
	assert_int_equal(find_files("outer outer"), 0);
	assert_int_equal(files.n, 2);
	assert_string_equal(files.item[0].name, "one/inner");
	assert_false(files.item[0].has_functions);
	assert_string_equal(files.item[1].script, "one/inner");
	assert_string_equal(rcc_file_base(files.item[1].path), "with.o");
	assert_true(files.item[1].has_functions);
	assert_true(files.sets_entry);
	assert_true(rcc_script_file_can_be_kept(&files.item[1]));
}

static void scripts_that_lead_back_to_themselves_are_refused(void **state)
{
	(void)state;
	put_text("a", "INPUT(b)");
	put_text("b", "INPUT(c)");
	put_text("c", "INPUT(b)");
	assert_int_equal(find_files("a"), RCC_EFORMAT);
	assert_non_null(
		strstr(why.problem, "\"c\" includes itself through \"b\""));
}

static void system_directories_are_known_on_any_machine(void **state)
{
	static const char *const system[] = {
		"/usr/lib/x86_64-linux-gnu/crt1.o",
		"/usr/lib64/libc.a",
		"/lib/ld-musl-x86_64.so.1",
		"/usr/local/lib/libz.a",
		"/usr/local/lib64/libstdc++.a",
		"/usr/x86_64-linux-gnu/lib/libc.a",
		"/usr/aarch64-linux-gnu/lib/crt1.o",
		"/usr/riscv64-unknown-linux-gnu/lib/crt1.o",
	};
	static const char *const other[] = {
		"/usr/src/linux-source-6.1/a.o",
		"/home/x86_64-linux-gnu/a.o",
		"/usr/x86_64-linux-gnu",
		"/usr/my-project/a.o",
		"/opt/lib/libz.a",
		"lib/libz.a",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(system) / sizeof(system[0]); i++)
		if (!rcc_inputs_is_system_path(system[i]))
			fail_msg("not of the system: %s", system[i]);
	for (size_t i = 0; i < sizeof(other) / sizeof(other[0]); i++)
		if (rcc_inputs_is_system_path(other[i]))
			fail_msg("of the system: %s", other[i]);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(libraries_are_found_in_the_order_of_the_directories),
		TEST(a_directory_can_be_below_the_sysroot),
		TEST(libraries_for_another_machine_are_skipped),
		TEST(a_script_is_found_in_earlier_directories_alone),
		TEST(the_last_of_several_scripts_is_the_main_one),
		TEST(a_recorded_file_takes_the_words_place),
		TEST(a_thin_archive_is_read_by_its_ordinary_equivalent),
		TEST(a_malformed_object_is_refused_and_a_missing_one_is_not),
		TEST(files_that_scripts_name_are_followed),
		TEST(scripts_that_lead_back_to_themselves_are_refused),
		TEST(system_directories_are_known_on_any_machine),
	};

	return cmocka_run_group_tests(tests, set_up_all, tear_down_all);
}
