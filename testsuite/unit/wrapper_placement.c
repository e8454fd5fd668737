/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of wrapper/link/placement: which links each linker can lay out,
 * and how. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <elf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/rank.h"
#include "wrapper/link/layout_parts.h"
#include "wrapper/link/placement.h"

static struct rcc_settings settings;
static struct rcc_ldargs args;
static struct rcc_ld_word word[2];
static char path[] = "/usr/bin/ld.any";
static struct rcc_linker linker = {.path = path};
static struct rcc_script script;
static struct rcc_input input[1];
static struct rcc_inputs inputs;
static const struct rcc_request request = {&settings, &args, &linker};
static struct rcc_placement placement;
static struct rcc_refusal why;

/* Set up the link of one object by GNU ld, with the default factors and without
 * a linker script. */
static int set_up(void **state)
{
	(void)state;
	settings = (struct rcc_settings){.factors = RCC_FACTORS_DEFAULT};
	args = (struct rcc_ldargs){.word = word, .n_words = 1};
	word[0] = (struct rcc_ld_word){.kind = RCC_LD_FILE, .text = "a.o"};
	word[1] = (struct rcc_ld_word){.kind = RCC_LD_OPTION};
	linker.kind = RCC_LINKER_BFD;
	input[0] = (struct rcc_input){.is_open = true};
	inputs = (struct rcc_inputs){.item = input, .n = 1};
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	rcc_refusal_release(&why);
	return 0;
}

static void use_script(enum rcc_script_code code)
{
	args.script = "script";
	script = (struct rcc_script){.code = code};
	inputs.main_script = &script;
}

static void accepts(enum rcc_placement_method method)
{
	assert_int_equal(
		rcc_placement_choose(&placement, &request, &inputs, &why), 0);
	assert_null(why.problem);
	assert_int_equal(placement.method, method);
}

static void refuses(const char *problem, const char *remedy)
{
	assert_int_equal(
		rcc_placement_choose(&placement, &request, &inputs, &why),
		RCC_EUNSUP);
	if (strstr(why.problem, problem) == NULL)
		fail_msg("not \"%s\" but: %s", problem, why.problem);
	if (strstr(why.remedy, remedy) == NULL)
		fail_msg("not \"%s\" but: %s", remedy, why.remedy);
}

static void each_linker_has_its_own_method(void **state)
{
	static const enum rcc_placement_method method[] = {
		[RCC_LINKER_BFD] = RCC_PLACE_BY_NAME,
		[RCC_LINKER_GOLD] = RCC_PLACE_BY_NAME,
		[RCC_LINKER_LLD] = RCC_PLACE_BY_NAME,
		[RCC_LINKER_MOLD] = RCC_PLACE_BY_HEADER};

	(void)state;
	for (linker.kind = RCC_LINKER_BFD; linker.kind <= RCC_LINKER_MOLD;
	     linker.kind++) {
		accepts(method[linker.kind]);
		assert_int_equal(placement.has_groups,
				 linker.kind <= RCC_LINKER_GOLD);
		assert_int_equal(placement.gains_by_tuning,
				 linker.kind == RCC_LINKER_BFD);
		assert_int_equal(placement.moves_members,
				 linker.kind == RCC_LINKER_MOLD);
	}
}

static void an_unknown_linker_places_the_original_layout_alone(void **state)
{
	(void)state;
	linker.kind = RCC_LINKER_UNKNOWN;
	refuses("unknown linker \"/usr/bin/ld.any\"", "use GNU ld");
	rcc_refusal_release(&why);
	settings.is_original = true;
	accepts(RCC_PLACE_NOT);
}

static void the_script_decides_on_the_method(void **state)
{
	(void)state;
	use_script(RCC_SCRIPT_ADDS);
	accepts(RCC_PLACE_BY_NAME);
	assert_false(placement.script_sorts);
	use_script(RCC_SCRIPT_SORTS);
	accepts(RCC_PLACE_BY_NAME);
	assert_true(placement.script_sorts);
	use_script(RCC_SCRIPT_KEEPS_ORDER);
	accepts(RCC_PLACE_BY_HEADER);
	use_script(RCC_SCRIPT_OTHER);
	refuses("does not sort .text.sorted.*", "SORT(.text.sorted.*)");
}

static void a_script_that_was_not_found_is_the_linkers_to_report(void **state)
{
	(void)state;
	args.script = "script";
	accepts(RCC_PLACE_BY_NAME);
}

static void a_script_that_names_functions_spoils_the_original_too(void **state)
{
	(void)state;
	settings.is_original = true;
	use_script(RCC_SCRIPT_OTHER);
	accepts(RCC_PLACE_BY_NAME);
	use_script(RCC_SCRIPT_NAMES);
	refuses("by the names of their sections", "remove the patterns");
}

static void options_that_order_sections_are_refused(void **state)
{
	(void)state;
	args.n_words = 2;
	word[1].name = "sort-section";
	word[1].text = "alignment";
	accepts(RCC_PLACE_BY_NAME);
	word[1].text = "name";
	refuses("the option \"--sort-section=name\" orders sections",
		"remove that option");
	linker.kind = RCC_LINKER_MOLD;
	rcc_refusal_release(&why);
	accepts(RCC_PLACE_BY_HEADER);
	word[1].name = "C";
	refuses("\"-C\" changes where the linker finds its inputs", "remove");
}

static void missing_factors_are_named(void **state)
{
	(void)state;
	settings.factors |= RCC_FACTOR_DATA | RCC_FACTOR_PADDING;
	accepts(RCC_PLACE_BY_NAME);
	linker.kind = RCC_LINKER_LLD;
	refuses("lld does not support the factor data",
		"use GNU ld (-fuse-ld=bfd), or leave data out");
	linker.kind = RCC_LINKER_MOLD;
	refuses("mold does not support the factor padding,data", "leave");
	linker.kind = RCC_LINKER_BFD;
	use_script(RCC_SCRIPT_KEEPS_ORDER);
	refuses("GNU ld does not support the factor padding,data under a "
		"linker "
		"script",
		"add *(SORT(.text.sorted.*))");
	rcc_refusal_release(&why);
	settings.is_original = true;
	accepts(RCC_PLACE_BY_HEADER);
}

static void single_functions_move_where_names_are_sorted(void **state)
{
	static const struct rcc_elf_flavour x86_64 = {.elf_class = ELFCLASS64,
						      .machine = EM_X86_64};

	(void)state;
	inputs.flavour = x86_64;
	settings.moves = "f@48/64";
	accepts(RCC_PLACE_BY_NAME);
	settings.is_original = true;
	refuses("in the original layout", "set a seed");
	rcc_refusal_release(&why);
	/* randld cannot move a function with a linker that it does not know,
	 * not even in the original layout. */
	linker.kind = RCC_LINKER_UNKNOWN;
	refuses("unknown linker", "use GNU ld");
	rcc_refusal_release(&why);
	settings.is_original = false;
	linker.kind = RCC_LINKER_MOLD;
	refuses("mold cannot move single functions", "use GNU ld");
	rcc_refusal_release(&why);
	linker.kind = RCC_LINKER_GOLD;
	accepts(RCC_PLACE_BY_NAME);
	args.is_shared = true;
	refuses("a library without a soname", "-Wl,-soname=NAME");
	rcc_refusal_release(&why);
	linker.kind = RCC_LINKER_BFD;
	accepts(RCC_PLACE_BY_NAME);
	settings.factors = RCC_FACTOR_DATA;
	refuses("without a factor that ranks", "add \"functions\"");
	rcc_refusal_release(&why);
	settings.factors = RCC_FACTORS_DEFAULT;
	inputs.flavour.machine = EM_RISCV;
	refuses("moving single functions needs", "unset RANDCC_MOVE");
	rcc_refusal_release(&why);
	inputs.flavour = x86_64;
	use_script(RCC_SCRIPT_SORTS);
	accepts(RCC_PLACE_BY_NAME);
	use_script(RCC_SCRIPT_KEEPS_ORDER);
	refuses("GNU ld cannot move single functions under a linker script",
		"SORT(.text.sorted.*)");
}

static void filler_needs_instructions_that_trap(void **state)
{
	char object[] = "/tmp/randcc-test-XXXXXX";
	const struct rcc_filler filler = {.n_bytes = 16};
	const struct rcc_stack_factor no_stack = {0};
	struct rcc_layout_parts parts = {.note = "",
					 .stack = &no_stack,
					 .filler = &filler,
					 .n_fillers = 1};
	const int fd = mkstemp(object);

	(void)state;
	assert_true(fd >= 0);
	close(fd);
	settings.factors |= RCC_FACTOR_PADDING;
	settings.padding_max = 1;
	inputs.flavour = (struct rcc_elf_flavour){.elf_class = ELFCLASS64,
						  .data = ELFDATA2LSB,
						  .machine = EM_X86_64};
	accepts(RCC_PLACE_BY_NAME);
	inputs.flavour.machine = EM_AARCH64;
	accepts(RCC_PLACE_BY_NAME);
	inputs.flavour.machine = EM_RISCV;
	refuses("the factor padding needs x86-64, i386 or aarch64",
		"take \"padding\" out of RANDCC_FACTORS");
	rcc_refusal_release(&why);
	parts.flavour = inputs.flavour;
	assert_int_equal(rcc_layout_parts_write(object, &parts, &why),
			 RCC_EUNSUP);
	assert_string_equal(why.remedy, "take \"offset\" and \"padding\" "
					"out of RANDCC_FACTORS");
	rcc_refusal_release(&why);
	settings.padding_max = 0;
	accepts(RCC_PLACE_BY_NAME);
	settings.factors |= RCC_FACTOR_OFFSET;
	refuses("the factors offset and padding need x86-64, i386 or aarch64",
		"take \"offset\" and \"padding\" out of RANDCC_FACTORS");
	rcc_refusal_release(&why);
	settings.factors &= ~(unsigned)RCC_FACTOR_OFFSET;
	settings.padding_max = 1;
	settings.is_original = true;
	accepts(RCC_PLACE_BY_NAME);
	unlink(object);
}

static void lto_needs_a_linker_that_orders_what_it_makes(void **state)
{
	(void)state;
	inputs.has_ir = true;
	linker.kind = RCC_LINKER_LLD;
	/* Without gcc's LTO plugin the linker uses the machine code of fat
	 * objects. */
	accepts(RCC_PLACE_BY_NAME);
	args.has_plugin = true;
	refuses("lld cannot link gcc's LTO objects", "-flto");
	settings.is_original = true;
	refuses("lld cannot link gcc's LTO objects", "-flto");
	linker.kind = RCC_LINKER_MOLD;
	rcc_refusal_release(&why);
	accepts(RCC_PLACE_BY_HEADER);
	settings.is_original = false;
	refuses("mold cannot order functions across the parts", "-flto");
	linker.kind = RCC_LINKER_GOLD;
	rcc_refusal_release(&why);
	accepts(RCC_PLACE_BY_NAME);
	use_script(RCC_SCRIPT_KEEPS_ORDER);
	refuses("an LTO program needs", "SORT(.text.sorted.*)");
}

static void an_archive_of_units_needs_ranks_or_its_index(void **state)
{
	static unsigned char bytes[] = "!<arch>\n";
	struct rcc_object object[2] = {{.n_functions = 1}, {.n_functions = 1}};

	(void)state;
	word[0].text = "lib/liba.a";
	input[0].file = (struct rcc_object_file){.map = {bytes, 8},
						 .kind = RCC_FILE_ARCHIVE,
						 .object = object,
						 .n_objects = 2};
	accepts(RCC_PLACE_BY_NAME);
	linker.kind = RCC_LINKER_MOLD;
	refuses("mold cannot move the units of the archive \"liba.a\"",
		"or leave units out of RANDCC_FACTORS");
	/* No member of an archive has to move if only one has functions, or if
	 * the factor `units` is off. */
	rcc_refusal_release(&why);
	object[1].n_functions = 0;
	accepts(RCC_PLACE_BY_HEADER);
	object[1].n_functions = 1;
	settings.factors = RCC_FACTOR_FUNCTIONS;
	accepts(RCC_PLACE_BY_HEADER);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(each_linker_has_its_own_method),
		TEST(an_unknown_linker_places_the_original_layout_alone),
		TEST(the_script_decides_on_the_method),
		TEST(a_script_that_was_not_found_is_the_linkers_to_report),
		TEST(a_script_that_names_functions_spoils_the_original_too),
		TEST(options_that_order_sections_are_refused),
		TEST(missing_factors_are_named),
		TEST(single_functions_move_where_names_are_sorted),
		TEST(filler_needs_instructions_that_trap),
		TEST(lto_needs_a_linker_that_orders_what_it_makes),
		TEST(an_archive_of_units_needs_ranks_or_its_index),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
