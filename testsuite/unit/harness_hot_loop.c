/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of run/hot_loop: finding the hottest loop in the disassembly of a
 * function. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>

#include "common/mem.h"
#include "common/strbuf.h"
#include "harness/run/hot_loop.h"

static const char text[] =
	"\n"
	"prog:     file format elf64-x86-64\n"
	"\n"
	"Disassembly of section .text:\n"
	"\n"
	"0000000000001170 <hot>:\n"
	"    1170:\tmov    %rdi,%rax\n"
	"    1173:\ttest   %rsi,%rsi\n"
	"    1176:\tjle    11a1 <hot+0x31>\n"
	"    1178:\tcall   1100 <other>\n"
	"    1182:\txor    %edx,%edx\n"
	"    1188:\tmov    %rax,%rcx\n"
	"    118b:\tlea    0x2e(%rip),%rax        # 1188 <hot+0x18>\n"
	"    1193:\timul   %rdi,%rcx\n"
	"    119c:\tcmp    %rdx,%rsi\n"
	"    119f:\tjne    1188 <hot+0x18>\n"
	"    11a1:\tjmp    1182 <hot+0x12>\n"
	"    11a3:\tret\n";

static void the_lines_are_parsed(void **state)
{
	struct rcc_hot_loop loop = {0};

	(void)state;
	rcc_hot_loop_parse(&loop, text);
	assert_int_equal(loop.n, 12);
	assert_int_equal(loop.item[0].address, 0x1170);
	assert_string_equal(loop.item[0].text, "mov %rdi,%rax");
	assert_int_equal(loop.item[2].target, 0x11a1);
	/* neither a call nor an address in a comment is a target of a jump */
	assert_int_equal(loop.item[3].target, 0);
	assert_int_equal(loop.item[6].target, 0);
	assert_int_equal(loop.item[9].target, 0x1188);
	assert_string_equal(loop.item[11].text, "ret");
	rcc_hot_loop_release(&loop);
	rcc_hot_loop_parse(&loop, "");
	rcc_hot_loop_parse(&loop, "garbage\n12\n:\n 5:x\n");
	assert_int_equal(loop.n, 0);
	rcc_hot_loop_release(&loop);
}

static void the_shortest_loop_with_half_of_the_samples_is_hot(void **state)
{
	const uint64_t inner[] = {0x1188, 0x1194, 0x1195, 0x1170, 0x11a1};
	const uint64_t outer[] = {0x1182, 0x1182, 0x1194, 0x1171};
	const uint64_t outside[] = {0x1170, 0x1170, 0x1194, 0x2000, 0x10};
	struct rcc_hot_loop loop = {0};

	(void)state;
	rcc_hot_loop_parse(&loop, text);
	rcc_hot_loop_find(&loop, inner, 5);
	assert_int_equal(loop.first, 5);
	assert_int_equal(loop.n_loop, 5);
	assert_int_equal(loop.item[7].n_samples, 2);
	rcc_hot_loop_release(&loop);

	rcc_hot_loop_parse(&loop, text);
	rcc_hot_loop_find(&loop, outer, 4);
	assert_int_equal(loop.first, 4);
	assert_int_equal(loop.n_loop, 7);
	rcc_hot_loop_release(&loop);

	rcc_hot_loop_parse(&loop, text);
	rcc_hot_loop_find(&loop, outside, 5);
	assert_int_equal(loop.first, 0);
	assert_int_equal(loop.n_loop, 12);
	rcc_hot_loop_release(&loop);

	rcc_hot_loop_parse(&loop, text);
	rcc_hot_loop_find(&loop, NULL, 0);
	assert_int_equal(loop.n_loop, 0);
	rcc_hot_loop_release(&loop);
}

static void a_long_loop_is_cut_around_its_hottest_instruction(void **state)
{
	const uint64_t hottest = 0x1000 + 4 * 190;
	struct rcc_hot_loop loop = {0};
	struct rcc_strbuf long_text = {0};

	(void)state;
	for (int i = 0; i < 200; i++)
		rcc_strbuf_printf(&long_text, "%x:\tnop\n", 0x1000 + 4 * i);
	rcc_hot_loop_parse(&loop, long_text.text);
	rcc_hot_loop_find(&loop, &hottest, 1);
	assert_int_equal(loop.n_loop, RCC_HOT_LOOP_MAX);
	assert_int_equal(loop.first, 200 - RCC_HOT_LOOP_MAX);
	rcc_hot_loop_release(&loop);
	rcc_strbuf_release(&long_text);
}

int main(void)
{
	const struct CMUnitTest test[] = {
		cmocka_unit_test(the_lines_are_parsed),
		cmocka_unit_test(
			the_shortest_loop_with_half_of_the_samples_is_hot),
		cmocka_unit_test(
			a_long_loop_is_cut_around_its_hottest_instruction),
	};

	return cmocka_run_group_tests(test, NULL, NULL);
}
