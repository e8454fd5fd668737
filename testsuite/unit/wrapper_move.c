/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of moving single functions (RANDCC_MOVE): the list of functions
 * and their offsets, the size of the fillers around a function, and the
 * sections that are read from the linkers' maps. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <string.h>

#include "common/diag.h"
#include "wrapper/config/move_list.h"
#include "wrapper/order/link_map.h"
#include "wrapper/order/move_place.h"

static struct rcc_refusal why;

static int tear_down(void **state)
{
	(void)state;
	rcc_refusal_release(&why);
	return 0;
}

/* ---- The list of functions to move -------------------------------------- */

static void a_list_has_functions_units_and_offsets(void **state)
{
	struct rcc_move_list list;

	(void)state;
	assert_int_equal(
		rcc_move_list_parse(&list, "it",
				    "f@48/64,src/a_c:g@0x800/4096,h@same,"
				    "v@@V1@same/8192",
				    &why),
		0);
	assert_int_equal(list.n, 4);
	assert_string_equal(list.item[0].symbol, "f");
	assert_null(list.item[0].unit);
	assert_int_equal(list.item[0].offset, 48);
	assert_int_equal(list.item[0].modulus, 64);
	assert_false(list.item[0].is_same);
	assert_string_equal(list.item[1].name, "src/a_c:g");
	assert_string_equal(list.item[1].unit, "src/a_c");
	assert_string_equal(list.item[1].symbol, "g");
	assert_int_equal(list.item[1].offset, 2048);
	assert_true(list.item[2].is_same);
	assert_int_equal(list.item[2].modulus, 4096);
	assert_string_equal(list.item[3].symbol, "v@@V1");
	assert_int_equal(list.item[3].modulus, 8192);
	rcc_move_list_release(&list);
}

static void a_malformed_list_is_refused(void **state)
{
	static const char *const bad[] = {
		"",	     "f",
		"f@",	     "@1/64",
		"f@1",	     "f@1/",
		"f@/64",     "f@-1/64",
		"f@ 1/64",   "f@1/64,",
		"f@1/64x",   "f@1x/64",
		"f@same/",   "f@samex",
		"a:@1/64",   "f@64/64",
		"f@1/0",     "f@0/1",
		"f@1/48",    "f@1/2097152",
		",f@1/64",   "f@010z/64",
		"f@0x1g/64", "f@same/48",
		"f@1/-64",   "f@99999999999999999999/64"};

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct rcc_move_list list;

		if (rcc_move_list_parse(&list, "VARIABLE", bad[i], &why) !=
		    RCC_EFORMAT)
			fail_msg("accepted \"%s\"", bad[i]);
		assert_non_null(strstr(why.problem, "VARIABLE"));
		assert_non_null(why.remedy);
		rcc_move_list_release(&list);
		rcc_refusal_release(&why);
	}
}

/* ---- The size of the fillers --------------------------------------------- */

static uint64_t round_up(uint64_t address, uint64_t align)
{
	return (address + align - 1) & ~(align - 1);
}

/* Try many values of four numbers: the address where the preceding function
 * ends, and the alignment, modulus and offset of the function.  Lay out filler,
 * function and filler as a linker does.  The function must be at its offset,
 * and the next function must be at the same address for every offset. */
static void the_function_comes_to_its_offset_and_the_rest_stays(void **state)
{
	const uint64_t n_bytes = 37;

	(void)state;
	for (uint64_t end = 0x40101000; end < 0x40101000 + 200; end += 7)
		for (uint64_t align = 1; align <= 256; align *= 2)
			for (uint64_t modulus = 2; modulus <= 8192;
			     modulus *= 2)
				for (uint64_t offset = 0; offset < modulus;
				     offset += 1 + modulus / 64) {
					const uint64_t plain =
						round_up(end, align);
					const uint64_t window =
						rcc_move_window(modulus);
					uint64_t before = UINT64_MAX;
					uint64_t step = rcc_move_before(
						plain, align, offset, modulus,
						&before);
					uint64_t at;

					assert_true(window % 4096 == 0 &&
						    window >= modulus);
					if (step != 0) {
						assert_true(offset % step != 0);
						continue;
					}
					assert_true(before < modulus);
					at = round_up(end + before, align);
					assert_int_equal(at % modulus, offset);
					assert_int_equal(
						round_up(at + n_bytes + window -
								 before,
							 16),
						round_up(plain + n_bytes +
								 window,
							 16));
				}
}

static void an_offset_that_the_alignment_forbids_is_refused(void **state)
{
	uint64_t before;

	(void)state;
	assert_int_equal(rcc_move_before(0x1010, 16, 8, 64, &before), 16);
	assert_int_equal(rcc_move_before(0x1010, 16, 48, 64, &before), 0);
	assert_int_equal(before, 32);
	/* The section of the function is aligned to 128, which is more than the
	 * modulus. */
	assert_int_equal(rcc_move_before(0x1080, 128, 32, 64, &before), 64);
	assert_int_equal(rcc_move_before(0x1080, 128, 0, 64, &before), 0);
	assert_int_equal(before, 0);
	/* The function begins 8 bytes after the start of its section. */
	assert_int_equal(rcc_move_before(0x1018, 16, 16, 64, &before), 16);
	assert_int_equal(rcc_move_before(0x1018, 16, 8, 64, &before), 0);
	assert_int_equal(before, 48);
	assert_int_equal(rcc_move_before(0x1011, 1, 5, 64, &before), 0);
	assert_int_equal(before, 52);
}

/* ---- The linkers' maps -------------------------------------------------- */

#define NAME(rank, tail) ".text.sorted.4." rank "." tail
#define LONG_NAME NAME("00000000000000aa", "src/a_c.f")
#define SHORT_NAME NAME("00000000000000bb", "b.g")

/* Check that a map has the sections LONG_NAME and SHORT_NAME, and no others. */
static void has_two(const char *map)
{
	const char *at = map;
	struct rcc_map_section s;

	assert_true(rcc_link_map_next(map, &at, &s));
	assert_int_equal(s.len, strlen(LONG_NAME));
	assert_memory_equal(s.name, LONG_NAME, s.len);
	assert_int_equal(s.address, 0x1140);
	assert_int_equal(s.size, 0x2d);
	assert_int_equal(s.part.unit_len, strlen("src/a_c"));
	assert_true(rcc_link_map_next(map, &at, &s));
	assert_memory_equal(s.name, SHORT_NAME, s.len);
	assert_int_equal(s.address, 0x1170);
	assert_int_equal(s.size, 0);
	assert_false(rcc_link_map_next(map, &at, &s));
}

static void the_maps_of_the_linkers_are_read(void **state)
{
	(void)state;
	/* GNU ld and gold */
	has_two(" *(SORT(.text.sorted.*))\n"
		" " LONG_NAME "\n"
		"                0x0000000000001140       0x2d a.o\n"
		"                0x0000000000001140                f\n"
		" " SHORT_NAME " 0x0000000000001170        0x0 b.o\n");
	/* lld */
	has_two("             VMA              LMA     Size Align Out In "
		"Symbol\n"
		"            1140             1140       2d    16         "
		"a.o:(" LONG_NAME ")\n"
		"            1140             1140        0     1            "
		"f\n"
		"            1170             1170        0    16         "
		"b.o:(" SHORT_NAME ")\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(
			a_list_has_functions_units_and_offsets, tear_down),
		cmocka_unit_test_teardown(a_malformed_list_is_refused,
					  tear_down),
		cmocka_unit_test(
			the_function_comes_to_its_offset_and_the_rest_stays),
		cmocka_unit_test(
			an_offset_that_the_alignment_forbids_is_refused),
		cmocka_unit_test(the_maps_of_the_linkers_are_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
