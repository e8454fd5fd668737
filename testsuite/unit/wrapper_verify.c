/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of wrapper/link/verify, which checks that the functions of a
 * linked program are in the order of their ranks. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "common/rank.h"
#include "wrapper/elf/output.h"
#include "wrapper/link/verify.h"

#define N_OBJECTS 20
#define N_EACH 3 /* functions in each object */
#define N (N_OBJECTS * N_EACH)

/* The inputs of a link, with N functions, and the symbols of the program that
 * it makes. */
static struct rcc_ranked_section function[N];
static char tail[N][16];
static struct rcc_object object[N_OBJECTS];
static struct rcc_input input[N_OBJECTS];
static struct rcc_inputs inputs = {.item = input, .n = N_OBJECTS};
static size_t position[N_OBJECTS];
static struct rcc_placement placement;
static struct rcc_output_symbol in_program[N + 8];
static struct rcc_output out = {.function = in_program};
static struct rcc_expected expected = {.inputs = &inputs,
				       .position = position,
				       .placement = &placement,
				       .lto_ranked = "/nonexistent/ranked"};

/* Make a link in which function i has rank i, and a program in this order. */
static int set_up(void **state)
{
	(void)state;
	placement = (struct rcc_placement){.method = RCC_PLACE_BY_NAME};
	for (size_t i = 0; i < N; i++) {
		snprintf(tail[i], sizeof(tail[i]), "u.f%02zu", i);
		function[i] = (struct rcc_ranked_section){
			.name = {.cls = RCC_RANK_REST,
				 .rank = (uint64_t)i << 32,
				 .tail = tail[i],
				 .tail_len = strlen(tail[i]),
				 .unit_len = 1},
			.section = (uint32_t)(i % N_EACH)};
		in_program[i].address = 0x1000 + 16 * i;
		in_program[i].name = tail[i] + 2;
	}
	for (size_t i = 0; i < N_OBJECTS; i++) {
		position[i] = i;
		object[i] =
			(struct rcc_object){.function = &function[N_EACH * i],
					    .n_functions = N_EACH};
		input[i].file = (struct rcc_object_file){.object = &object[i],
							 .n_objects = 1,
							 .n_functions = N_EACH};
	}
	out.n_functions = N;
	out.variable = NULL;
	out.n_variables = 0;
	inputs.has_ir = false;
	expected.n_functions = N;
	expected.uses_ir = false;
	return 0;
}

static void swap(size_t i, size_t k)
{
	const char *name = in_program[i].name;

	in_program[i].name = in_program[k].name;
	in_program[k].name = name;
}

static void reverse(size_t first, size_t end)
{
	while (first + 1 < end)
		swap(first++, --end);
}

static bool is_right(void)
{
	return rcc_verify_functions(&expected, &out);
}

static void functions_by_rank_are_right(void **state)
{
	(void)state;
	assert_true(is_right());
	/* A function without a rank may be anywhere in the program. */
	memmove(&in_program[10], &in_program[9], 51 * sizeof(in_program[0]));
	in_program[9].name = "other";
	out.n_functions++;
	assert_true(is_right());
	/* A program may lack functions, since the linker need not take all
	 * members of an archive. */
	out.n_functions = 30;
	assert_true(is_right());
}

static void functions_in_another_order_are_wrong(void **state)
{
	(void)state;
	reverse(0, N);
	assert_false(is_right());
	set_up(state);
	for (size_t i = 0; i < N; i += 2)
		swap(i, i + 1);
	assert_false(is_right());
}

/*
 * In randld's private copies of the objects, the sorted functions are cut into
 * sequences of at most 24, and the sequences are in reverse order
 * (rcc_object_arrange()).  A linker that does not sort by name keeps this
 * order.  Then at least about one function in 24 comes right after a function
 * that should follow it.  randld accepts 1 + n / 32 such functions among n.
 *
 * In this program each sequence is one function, and every 12 functions are in
 * reverse order.
 */
static void the_order_of_the_copies_is_wrong(void **state)
{
	(void)state;
	for (size_t i = 0; i + 12 <= N; i += 12)
		reverse(i, i + 12);
	assert_false(is_right());
	assert_true(rcc_verify_is_order(1, 24));
	assert_false(rcc_verify_is_order(1000 / 24, 1000));
}

static void one_namesake_does_not_spoil_the_order(void **state)
{
	(void)state;
	swap(7, 50);
	assert_true(is_right());
	swap(11, 40);
	swap(12, 39);
	swap(13, 38);
	assert_false(is_right());
}

static void names_that_are_not_unique_are_not_compared(void **state)
{
	(void)state;
	/* Functions i and i + N / 2 have the same name.  One has a low rank,
	 * the other a high rank. */
	for (size_t i = 0; i < N / 2; i++)
		memcpy(tail[i + N / 2], tail[i], sizeof(tail[i]));
	reverse(0, N);
	assert_true(is_right());
}

static void folded_functions_stand_where_the_other_does(void **state)
{
	(void)state;
	for (size_t i = 2; i < N; i += 10) {
		swap(i, i + 1);
		in_program[i + 1].address = in_program[i].address;
	}
	assert_true(is_right());
}

/* Put the objects of the program into reverse order. */
static void reverse_objects(void)
{
	for (size_t i = 0; i < N; i++) {
		size_t from = N_OBJECTS - 1 - i / N_EACH;

		in_program[i].name = tail[from * N_EACH + i % N_EACH] + 2;
	}
}

static void by_header_order_holds_within_an_object(void **state)
{
	(void)state;
	placement.method = RCC_PLACE_BY_HEADER;
	assert_true(is_right());
	reverse_objects();
	assert_true(is_right());
	for (size_t i = 0; i < N; i += N_EACH)
		reverse(i, i + N_EACH);
	assert_false(is_right());
}

static void by_header_objects_can_keep_the_order_of_the_line(void **state)
{
	(void)state;
	placement.method = RCC_PLACE_BY_HEADER;
	placement.keeps_objects_in_order = true;
	assert_true(is_right());
	reverse_objects();
	assert_false(is_right());
	/* If the linker got the objects in reverse order too, the program is
	 * right. */
	for (size_t i = 0; i < N_OBJECTS; i++)
		position[i] = N_OBJECTS - 1 - i;
	assert_true(is_right());
}

static void machine_code_that_lto_drops_is_not_compared(void **state)
{
	(void)state;
	reverse(0, N);
	inputs.has_ir = true;
	expected.uses_ir = true;
	for (size_t i = 0; i < N_OBJECTS; i++)
		object[i].traits = RCC_OBJECT_IS_IR;
	assert_true(is_right());
	expected.uses_ir = false;
	assert_false(is_right());
}

static void variables_are_compared_within_their_section(void **state)
{
	static const enum rcc_rank_class cls[] = {
		RCC_RANK_BSS, RCC_RANK_DATA, RCC_RANK_RELRO, RCC_RANK_TDATA,
		RCC_RANK_RODATA};
	static struct rcc_output_symbol variable[N];

	(void)state;
	for (size_t i = 0; i < N; i++) {
		/* The variables are in five output sections.  In each section
		 * the ranks ascend from 0. */
		function[i].name.cls = cls[i / (N / 5)];
		function[i].name.rank = (uint64_t)(i % (N / 5)) << 32;
		variable[i] = in_program[i];
	}
	out.variable = variable;
	out.n_variables = N;
	assert_true(rcc_verify_variables(&inputs, &out));
	for (size_t i = 0; i < N; i++)
		variable[i].name = in_program[N - 1 - i].name;
	assert_false(rcc_verify_variables(&inputs, &out));
}

#define TEST(name) cmocka_unit_test_setup(name, set_up)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(functions_by_rank_are_right),
		TEST(functions_in_another_order_are_wrong),
		TEST(the_order_of_the_copies_is_wrong),
		TEST(one_namesake_does_not_spoil_the_order),
		TEST(names_that_are_not_unique_are_not_compared),
		TEST(folded_functions_stand_where_the_other_does),
		TEST(by_header_order_holds_within_an_object),
		TEST(by_header_objects_can_keep_the_order_of_the_line),
		TEST(machine_code_that_lto_drops_is_not_compared),
		TEST(variables_are_compared_within_their_section),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
