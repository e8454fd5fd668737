/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of wrapper/link/stack_factor: by how many bytes a seed lowers the
 * stack, and in which links the stack can be lowered. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <elf.h>
#include <string.h>

#include "common/diag.h"
#include "common/rank.h"
#include "wrapper/elf/object_file.h"
#include "wrapper/link/stack_factor.h"

/* An object with global functions.  ENTRY is the one at which the program
 * begins. */
#define OBJECT "testsuite/data/hostile.o"
#define ENTRY "_Z4makev"

static struct rcc_settings settings;
static struct rcc_ldargs args;
static struct rcc_linker linker;
static const struct rcc_request request = {&settings, &args, &linker};
static struct rcc_input input[1];
static struct rcc_inputs inputs;
static struct rcc_stack_factor stack;
static struct rcc_refusal why;

static int set_up(void **state)
{
	char reason[RCC_WHY_MAX];

	(void)state;
	settings =
		(struct rcc_settings){.seed = 7, .factors = RCC_FACTOR_STACK};
	args = (struct rcc_ldargs){.entry = ENTRY};
	input[0] = (struct rcc_input){.is_open = true};
	assert_int_equal(
		rcc_object_file_open(&input[0].file, OBJECT, 0, reason), 0);
	inputs = (struct rcc_inputs){
		.item = input, .n = 1, .flavour = input[0].file.flavour};
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	rcc_object_file_release(&input[0].file);
	rcc_stack_factor_release(&stack);
	rcc_refusal_release(&why);
	return 0;
}

static int plan(bool script_sets_entry)
{
	rcc_stack_factor_release(&stack);
	return rcc_stack_factor_plan(&stack, &request, &inputs,
				     script_sets_entry, &why);
}

static void refuses(bool script_sets_entry, const char *problem)
{
	assert_int_equal(plan(script_sets_entry), RCC_EUNSUP);
	assert_non_null(strstr(why.problem, problem));
	assert_string_equal(stack.why_not, "not supported");
	assert_false(rcc_stack_factor_moves(&stack));
	rcc_refusal_release(&why);
}

static void stays(const char *why_not)
{
	assert_int_equal(plan(false), 0);
	assert_string_equal(stack.why_not, why_not);
	assert_false(rcc_stack_factor_moves(&stack));
}

static void offsets_cover_a_page_in_steps_of_16(void **state)
{
	bool seen[RCC_STACK_N_STEPS + 1] = {false};
	size_t n_seen = 0;

	(void)state;
	for (uint64_t seed = 0; seed < 4096; seed++) {
		uint32_t offset = rcc_stack_factor_offset(seed);

		assert_int_equal(offset % RCC_STACK_STEP, 0);
		assert_in_range(offset, 0, RCC_STACK_N_STEPS * RCC_STACK_STEP);
		n_seen += !seen[offset / RCC_STACK_STEP];
		seen[offset / RCC_STACK_STEP] = true;
	}
	/* 4096 seeds leave out a given offset with a probability of 1e-7. */
	assert_int_equal(n_seen, RCC_STACK_N_STEPS + 1);
}

static void the_program_must_begin_with_the_code(void **state)
{
	struct rcc_output out = {0};

	(void)state;
	assert_int_equal(plan(false), 0);
	assert_true(rcc_stack_factor_moves(&stack));
	assert_null(stack.why_not);
	assert_string_equal(stack.entry, ENTRY);
	assert_false(rcc_stack_factor_verify(&stack, &out));
	out.entry = stack.section[0].bytes;
	out.n_entry = stack.section[0].n;
	assert_true(rcc_stack_factor_verify(&stack, &out));
	out.n_entry--;
	assert_false(rcc_stack_factor_verify(&stack, &out));
	out.n_entry++;
	stack.section[0].bytes[0] ^= 1;
	out.entry = (const unsigned char *)"another program that begins with "
					   "something else, which is long "
					   "enough to be compared with it";
	assert_false(rcc_stack_factor_verify(&stack, &out));
}

static void only_a_known_entry_point_can_be_replaced(void **state)
{
	(void)state;
	/* The option -e counts, even if the linker script also sets an entry
	 * point. */
	assert_int_equal(plan(true), 0);
	assert_true(rcc_stack_factor_moves(&stack));
	args.entry = "0x401000";
	refuses(false, "entry point is an address");
	args.entry = NULL;
	refuses(true, "the linker script chooses the entry point");
}

static void a_link_without_a_stack_of_its_own_says_so(void **state)
{
	(void)state;
	args.entry = "nobody_defines_this";
	stays("no entry point");
	args.is_shared = true;
	args.entry = "0x401000";
	stays("a shared library");
}

static void other_machines_are_refused(void **state)
{
	(void)state;
	inputs.flavour.machine = EM_RISCV;
	refuses(false, "the factor stack needs x86-64, i386 or aarch64");
	inputs.flavour.machine = EM_AARCH64;
	inputs.flavour.data = ELFDATA2MSB;
	refuses(false, "the factor stack needs x86-64, i386 or aarch64");
	inputs.flavour.data = ELFDATA2LSB;
	assert_int_equal(plan(false), 0);
	assert_true(rcc_stack_factor_moves(&stack));
	rcc_stack_factor_release(&stack);
	inputs.flavour.machine = EM_386;
	inputs.flavour.elf_class = ELFCLASS32;
	assert_int_equal(plan(false), 0);
	assert_true(rcc_stack_factor_moves(&stack));
}

static void nothing_happens_unless_asked_for(void **state)
{
	(void)state;
	settings.is_original = true;
	assert_int_equal(plan(true), 0);
	assert_false(stack.is_asked);
	settings.is_original = false;
	settings.factors = RCC_FACTORS_DEFAULT;
	assert_int_equal(plan(true), 0);
	assert_false(stack.is_asked);
	assert_false(rcc_stack_factor_moves(&stack));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(offsets_cover_a_page_in_steps_of_16),
		TEST(the_program_must_begin_with_the_code),
		TEST(only_a_known_entry_point_can_be_replaced),
		TEST(a_link_without_a_stack_of_its_own_says_so),
		TEST(other_machines_are_refused),
		TEST(nothing_happens_unless_asked_for),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
