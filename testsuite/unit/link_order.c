/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of wrapper/order/link_order: which objects of a link move, and
 * where.  An item is an input of the link.  Items move only within their span,
 * a part of the command line.  Chained items keep their order. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <string.h>

#include "wrapper/elf/object.h"
#include "wrapper/order/link_order.h"

#define N 8
static const struct rcc_object plain;

static void all_movable(struct rcc_link_item *item)
{
	for (size_t i = 0; i < N; i++)
		item[i] = (struct rcc_link_item){.object = &plain};
}

static void every_item_stays_once(void **state)
{
	struct rcc_link_item item[N];
	size_t place[N];

	(void)state;
	all_movable(item);
	for (uint64_t seed = 0; seed < 200; seed++) {
		unsigned seen = 0;

		rcc_link_order_shuffle(item, N, seed, place);
		for (size_t i = 0; i < N; i++)
			seen |= 1u << place[i];
		assert_int_equal(seen, (1u << N) - 1);
	}
	assert_int_equal(rcc_link_order_shuffle(item, 0, 1, place), 0);
}

/* Each of 12,000 seeds gives one of 24 orders of four objects.  49.728 is the
 * 0.999 quantile of chi-square with 23 degrees of freedom (R: qchisq(0.999,
 * 23)). */
static void all_orders_are_equally_likely(void **state)
{
	struct rcc_link_item item[N];
	unsigned count[256] = {0};
	double sum = 0;
	size_t n_orders = 0;

	(void)state;
	all_movable(item);
	for (uint64_t seed = 0; seed < 12000; seed++) {
		size_t place[4];

		rcc_link_order_shuffle(item, 4, seed, place);
		count[place[0] << 6 | place[1] << 4 | place[2] << 2 |
		      place[3]]++;
	}
	for (size_t i = 0; i < 256; i++) {
		double off = (double)count[i] - 500;

		n_orders += count[i] != 0;
		if (count[i] != 0)
			sum += off * off / 500;
	}
	assert_int_equal(n_orders, 24);
	assert_true(sum < 49.728);
}

static void fixed_items_stay_and_divide(void **state)
{
	struct rcc_link_item item[N];
	size_t place[N];
	size_t n_moved = 0;

	(void)state;
	all_movable(item);
	item[0].is_pinned = item[4].is_pinned = true;
	item[6].span = item[7].span = 1;
	for (uint64_t seed = 0; seed < 100; seed++) {
		n_moved += rcc_link_order_shuffle(item, N, seed, place);
		assert_int_equal(place[0], 0);
		assert_int_equal(place[4], 4);
		for (size_t i = 1; i < 4; i++)
			assert_in_range(place[i], 1, 3);
		/* item 5 is alone between the pinned item 4 and the next
		 * span */
		assert_int_equal(place[5], 5);
		for (size_t i = 6; i < 8; i++)
			assert_in_range(place[i], 6, 7);
	}
	assert_true(n_moved > 0);
	/* 1, 2, 3, 6 and 7 */
	assert_int_equal(rcc_link_order_n_movable(item, N), 5);
}

static void chained_items_keep_their_order(void **state)
{
	struct rcc_link_item item[N];
	size_t place[N];
	unsigned places_seen = 0;

	(void)state;
	all_movable(item);
	item[1].is_chained = item[3].is_chained = item[6].is_chained = true;
	for (uint64_t seed = 0; seed < 200; seed++) {
		size_t last = 0;

		rcc_link_order_shuffle(item, N, seed, place);
		for (size_t i = 0; i < N; i++) {
			if (!item[place[i]].is_chained)
				continue;
			assert_true(place[i] > last);
			last = place[i];
			places_seen |= 1u << i;
		}
	}
	/* Chained items keep their order, but not their places: each place held
	 * a chained item for some seed. */
	assert_int_equal(places_seen, (1u << N) - 1);
}

static void what_objects_hold_chains_them(void **state)
{
	const char *weak_a[] = {"hook"};
	const char *weak_b[] = {"other"};
	struct rcc_comdat one[] = {{"group", 1}, {"same", 9}};
	struct rcc_comdat two[] = {{"group", 2}};
	struct rcc_comdat equal[] = {{"same", 9}};
	const struct rcc_object object[N] = {
		[0] = {.traits = RCC_OBJECT_CONSTRUCTS},
		[1] = {.traits = RCC_OBJECT_HAS_INIT},
		[2] = {.weak = weak_a, .n_weak = 1},
		[3] = {.weak = weak_b, .n_weak = 1},
		[4] = {.weak = weak_a, .n_weak = 1},
		[5] = {.comdat = one, .n_comdats = 2},
		[6] = {.comdat = two, .n_comdats = 1},
		[7] = {.comdat = equal, .n_comdats = 1},
	};
	const bool want[N] = {true, false, true, false,
			      true, true,  true, false};
	struct rcc_link_item item[N];

	(void)state;
	all_movable(item);
	for (size_t i = 0; i < N; i++)
		item[i].object = &object[i];
	rcc_link_order_chain(item, N);
	for (size_t i = 0; i < N; i++)
		assert_int_equal(item[i].is_chained, want[i]);
}

static void start_files_are_known_by_name(void **state)
{
	static const char *const yes[] = {
		"/usr/lib/crt1.o", "Scrt1.o",	 "rcrt1.o",
		"gcrt1.o",	   "Mcrt1.o",	 "crti.o",
		"crtn.o",	   "crtbegin.o", "crtbeginS.o",
		"crtbeginT.o",	   "crtendS.o",	 "crtfastmath.o",
		"crtprec64.o",	   "grcrt1.o",	 "d/libasan_preinit.o"};
	static const char *const no[] = {"main.o",   "crt.o",	   "crt1.c",
					 "mycrt1.o", "concrete.o", "crtools.o"};

	(void)state;
	for (size_t i = 0; i < sizeof(yes) / sizeof(yes[0]); i++)
		if (!rcc_link_order_is_start_file(yes[i]))
			fail_msg("%s", yes[i]);
	for (size_t i = 0; i < sizeof(no) / sizeof(no[0]); i++)
		if (rcc_link_order_is_start_file(no[i]))
			fail_msg("%s", no[i]);
}

int main(void)
{
	const struct CMUnitTest test[] = {
		cmocka_unit_test(every_item_stays_once),
		cmocka_unit_test(all_orders_are_equally_likely),
		cmocka_unit_test(fixed_items_stay_and_divide),
		cmocka_unit_test(chained_items_keep_their_order),
		cmocka_unit_test(what_objects_hold_chains_them),
		cmocka_unit_test(start_files_are_known_by_name),
	};

	return cmocka_run_group_tests(test, NULL, NULL);
}
