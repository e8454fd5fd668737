/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Unit tests of findings/suspects and findings/confirmation.  A suspicion
 * states that a program is slower if one or two functions are at certain
 * offsets.  A confirmation tests a suspicion with new runs, in which one of its
 * functions is moved to several offsets (doses).  The tests add known effects
 * to simulated times.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>

#include "common/random.h"
#include "harness/findings/confirmation.h"
#include "harness/findings/suspects.h"

#define N 240
#define N_BLOCK 4
#define N_FUNCTIONS 4
#define NOISE 0.005

static double log_value[N];
static size_t block[N];
static unsigned offset[N * N_FUNCTIONS];
static const unsigned alignment[N_FUNCTIONS] = {16, 16, 32, 64};
static struct rcc_placed placed = {
	.log_value = log_value,
	.block = block,
	.offset = offset,
	.alignment = alignment,
	.n = N,
	.n_functions = N_FUNCTIONS,
};

/* Draw a value with mean 0 and the standard deviation NOISE. */
static double noise(struct rcc_random *r)
{
	double sum = 0;

	for (int i = 0; i < 12; i++)
		sum += rcc_random_unit(r);
	return NOISE * (sum - 6);
}

/* Draw N programs: the offsets of their functions in a page, and the logarithms
 * of their times.  In a quarter of the programs, functions 0 and 1 are in the
 * same cache line of the page.  The programs are measured in blocks of four.
 * The speed of the machine changes from block to block by much more than the
 * noise. */
static void draw(uint64_t seed)
{
	struct rcc_random r;
	double level = 0;

	rcc_random_seed(&r, seed);
	for (size_t i = 0; i < N; i++) {
		block[i] = i / N_BLOCK;
		if (i % N_BLOCK == 0)
			level = 20 * noise(&r);
		log_value[i] = level + noise(&r);
		for (size_t f = 0; f < N_FUNCTIONS; f++)
			offset[i * N_FUNCTIONS + f] =
				alignment[f] *
				(unsigned)rcc_random_below(
					&r, RCC_PLACE_PAGE / alignment[f]);
		if (rcc_random_below(&r, 4) == 0)
			offset[i * N_FUNCTIONS] =
				offset[i * N_FUNCTIONS + 1] / 64 * 64;
	}
}

static size_t find(struct rcc_suspect out[3])
{
	double sd;
	const size_t n = rcc_suspects_find(&placed, 0.05, out, 3, &sd);

	assert_true(sd > NOISE / 2 && sd < 2 * NOISE);
	return n;
}

static void an_offset_in_the_line_is_found(void **state)
{
	struct rcc_suspect s[3];

	(void)state;
	draw(1);
	for (size_t i = 0; i < N; i++)
		if (offset[i * N_FUNCTIONS + 1] % 64 == 48)
			log_value[i] += 0.02;
	assert_int_equal(find(s), 1);
	assert_int_equal(s[0].function, 1);
	assert_int_equal(s[0].modulus, 64);
	assert_int_equal(s[0].first, 48);
	assert_int_equal(s[0].width, 16);
	assert_true(fabs(s[0].effect - 0.02) < 0.003);
}

static void an_offset_is_found_without_noise(void **state)
{
	struct rcc_suspect s[3];
	double sd;

	(void)state;
	draw(1);
	for (size_t i = 0; i < N; i++)
		log_value[i] =
			log(offset[i * N_FUNCTIONS + 1] % 64 == 48 ? 103 : 100);
	assert_int_equal(rcc_suspects_find(&placed, 0.05, s, 3, &sd), 1);
	assert_int_equal(s[0].function, 1);
	assert_int_equal(s[0].modulus, 64);
	assert_int_equal(s[0].first, 48);
	assert_true(fabs(s[0].effect - log(1.03)) < 1e-9);
	assert_true(sd < 1e-9);
	for (size_t i = 0; i < N; i++)
		log_value[i] = log(100);
	assert_int_equal(rcc_suspects_find(&placed, 0.05, s, 3, &sd), 0);
}

static void a_range_in_the_page_is_found(void **state)
{
	struct rcc_suspect s[3];

	(void)state;
	draw(2);
	for (size_t i = 0; i < N; i++)
		if (offset[i * N_FUNCTIONS + 3] / 512 == 5)
			log_value[i] -= 0.02;
	assert_int_equal(find(s), 1);
	assert_int_equal(s[0].function, 3);
	assert_int_equal(s[0].modulus, 4096);
	assert_int_equal(s[0].first, 5 * 512);
	assert_int_equal(s[0].width, 512);
	assert_true(s[0].effect < -0.015);
}

static void two_functions_in_one_set_are_found(void **state)
{
	struct rcc_suspect s[3];

	(void)state;
	draw(3);
	for (size_t i = 0; i < N; i++)
		if (offset[i * N_FUNCTIONS] / 64 ==
		    offset[i * N_FUNCTIONS + 1] / 64)
			log_value[i] += 0.02;
	assert_int_equal(find(s), 1);
	assert_int_equal(s[0].function, 0);
	assert_int_equal(s[0].other, 1);
}

static void a_distance_is_found(void **state)
{
	struct rcc_suspect s[3];

	(void)state;
	draw(4);
	for (size_t i = 0; i < N; i++) {
		const unsigned *at = offset + i * N_FUNCTIONS;

		if ((at[1] - at[2]) % 4096 / 512 == 6)
			log_value[i] += 0.02;
	}
	assert_int_equal(find(s), 1);
	assert_int_equal(rcc_suspect_property(&s[0]), RCC_PROPERTY_DISTANCE);
	assert_int_equal(s[0].function, 1);
	assert_int_equal(s[0].other, 2);
	assert_int_equal(s[0].first, 6 * 512);
	assert_true(fabs(s[0].effect - 0.02) < 0.004);
}

/* rcc_suspects_screen() gives the best range for each of four properties of
 * every function (enum rcc_property).  The effect of function 1 at offset 48
 * modulo 64 is found, and no other range is significant. */
static void the_screen_has_every_function_and_property(void **state)
{
	struct rcc_suspect each[N_FUNCTIONS * RCC_N_PROPERTIES];
	size_t n_tried;

	(void)state;
	draw(1);
	for (size_t i = 0; i < N; i++)
		if (offset[i * N_FUNCTIONS + 1] % 64 == 48)
			log_value[i] += 0.02;
	n_tried = rcc_suspects_screen(&placed, each);
	/* rcc_suspects_screen() tries
	 *  - 8 large and 64 small ranges of the page for each of 4 functions
	 *  - 4, 4 and 2 offsets modulo 64 for functions 0 to 2
	 *  - 8 distances and one common cache set for each of 6 pairs
	 * It leaves out a small range or a cache set that occurs in too few
	 * programs. */
	assert_in_range(n_tried, 4 * 8 + 10 + 6 * 8, 4 * 72 + 10 + 6 * 9);
	for (size_t i = 0; i < N_FUNCTIONS * RCC_N_PROPERTIES; i++) {
		const struct rcc_suspect *s = &each[i];

		/* Function 3 is aligned to 64 bytes, so its offset modulo 64
		 * never changes and cannot be suspected. */
		if (i == 3 * RCC_N_PROPERTIES + RCC_PROPERTY_LINE) {
			assert_true(s->t == 0);
			continue;
		}
		assert_int_equal(rcc_suspect_property(s), i % RCC_N_PROPERTIES);
		assert_true(s->function == i / RCC_N_PROPERTIES ||
			    s->other == i / RCC_N_PROPERTIES);
		if (i == RCC_N_PROPERTIES + RCC_PROPERTY_LINE) {
			assert_int_equal(s->first, 48);
			assert_true(s->p < 1e-6);
			assert_true(fabs(s->effect - 0.02) < 0.003);
		} else {
			assert_true(s->p > 0.01 && s->p <= 1);
		}
	}
}

static void several_causes_are_told_apart(void **state)
{
	struct rcc_suspect s[3];

	(void)state;
	draw(4);
	for (size_t i = 0; i < N; i++) {
		if (offset[i * N_FUNCTIONS + 0] % 64 == 16)
			log_value[i] += 0.03;
		if (offset[i * N_FUNCTIONS + 2] % 64 == 32)
			log_value[i] += 0.02;
	}
	assert_int_equal(find(s), 2);
	assert_int_equal(s[0].function, 0);
	assert_int_equal(s[0].first, 16);
	assert_int_equal(s[1].function, 2);
	/* Function 2 can begin at two offsets in a cache line.  A program is
	 * slow at one offset and fast at the other, so either offset may be
	 * found. */
	assert_int_equal(s[1].modulus, 64);
	assert_int_equal(s[1].width, 32);
}

/* The machine disturbs one run in forty so much that it takes twice as long. */
static void disturbed_runs_hide_no_cause(void **state)
{
	struct rcc_suspect s[3];

	(void)state;
	draw(5);
	for (size_t i = 0; i < N; i++) {
		if (offset[i * N_FUNCTIONS] % 64 == 16)
			log_value[i] += 0.04;
		if (i % 40 == 7)
			log_value[i] += 0.7;
	}
	assert_int_equal(find(s), 1);
	assert_int_equal(s[0].function, 0);
	assert_int_equal(s[0].modulus, 64);
	assert_int_equal(s[0].first, 16);
	assert_true(fabs(s[0].effect - 0.04) < 0.004);
}

/* find() accepts p-values up to 5 %, adjusted for the number of ranges that
 * were tried.  So at most 5 % of the draws without a cause should give a
 * suspicion. */
static void without_a_cause_little_is_suspected(void **state)
{
	size_t n = 0;

	(void)state;
	for (uint64_t seed = 100; seed < 200; seed++) {
		struct rcc_suspect s[3];

		draw(seed);
		n += find(s) != 0;
	}
	/* A seed may give a false suspicion with a probability of 5 %.  The
	 * probability that more than 11 of 100 seeds give one is then 0.4 %. */
	assert_true(n <= 11);
}

/* ---- Doses: the offsets that a function is moved to --------------------- */

static void doses_keep_the_alignment_and_one_is_suspected(void **state)
{
	const unsigned at[N_FUNCTIONS] = {1040, 2064, 96, 128};
	struct rcc_suspect s = {.function = 1,
				.other = RCC_NO_FUNCTION,
				.modulus = 64,
				.first = 48,
				.width = 16};
	struct rcc_dose dose[RCC_DOSES_MAX];

	(void)state;
	assert_int_equal(rcc_doses_of(&s, at, alignment, dose), 4);
	assert_int_equal(dose[0].offset, 48);
	assert_int_equal(dose[1].offset, 0);
	assert_true(dose[0].is_suspect && !dose[1].is_suspect);
	/* In the layout the function is at 2064, which is 16 modulo 64.  So it
	 * does not move at the dose with offset 16. */
	for (size_t i = 0; i < 4; i++)
		assert_int_equal(dose[i].is_unmoved, dose[i].offset == 16);
	s = (struct rcc_suspect){.function = 3,
				 .other = RCC_NO_FUNCTION,
				 .modulus = 4096,
				 .first = 512,
				 .width = 64};
	assert_int_equal(rcc_doses_of(&s, at, alignment, dose), 9);
	for (size_t i = 0; i < 8; i++) {
		assert_int_equal(dose[i].offset, (512 + 512 * i) % 4096);
		assert_int_equal(dose[i].is_suspect, i == 0);
		assert_false(dose[i].is_unmoved);
	}
	/* The last dose is the layout with no function moved. */
	assert_int_equal(dose[8].offset, 128);
	assert_true(dose[8].is_unmoved && !dose[8].is_suspect);
	/* The suspicion may hold at this last dose. */
	s.first = 64;
	s.width = 512;
	assert_int_equal(rcc_doses_of(&s, at, alignment, dose), 9);
	assert_true(dose[8].is_unmoved && dose[8].is_suspect);
	/* One of the first eight doses may be the layout with no function
	 * moved.  Then there is no ninth dose. */
	s.first = 128;
	s.width = 64;
	assert_int_equal(rcc_doses_of(&s, at, alignment, dose), 8);
	assert_true(dose[0].is_unmoved && dose[0].is_suspect);
	/* A function of this alignment can begin at only one offset in a cache
	 * line, so there are no doses to compare. */
	s.modulus = 64;
	assert_int_equal(rcc_doses_of(&s, at, alignment, dose), 0);
}

/* A range of 64 bytes has one place of a function that is aligned to 128 or
 * more. */
static void a_range_narrower_than_the_alignment_has_doses(void **state)
{
	const unsigned at[1] = {0x340};
	const struct rcc_suspect s = {.function = 0,
				      .other = RCC_NO_FUNCTION,
				      .modulus = RCC_PLACE_PAGE,
				      .first = 0x5c0,
				      .width = 64};
	struct rcc_dose d[RCC_DOSES_MAX];

	(void)state;
	for (unsigned align = 128; align <= RCC_PLACE_PAGE; align *= 2) {
		const struct rcc_suspect there = {.function = 0,
						  .other = RCC_NO_FUNCTION,
						  .modulus = RCC_PLACE_PAGE,
						  .first = (at[0] + align) %
							   RCC_PLACE_PAGE,
						  .width = 64};
		const size_t n = rcc_doses_of(&there, at, &align, d);

		if (align == RCC_PLACE_PAGE) {
			assert_int_equal(n, 0);
			continue;
		}
		assert_in_range(n, 2, 9);
		for (size_t i = 0; i < n; i++) {
			assert_int_equal(d[i].offset % align, at[0] % align);
			assert_int_equal(d[i].is_suspect, i == 0);
			assert_int_equal(
				rcc_suspect_holds(&there, &d[i].offset),
				i == 0);
		}
	}
	/* 0x5c0 is 0x340 modulo 128. */
	assert_int_equal(rcc_doses_of(&s, at, &(unsigned){128}, d), 9);
	assert_int_equal(d[0].offset, 0x5c0);
}

static void a_distance_has_eight_doses(void **state)
{
	const unsigned at[2] = {0x318, 0x7e0};
	const unsigned align[2] = {16, 32};
	const struct rcc_suspect s = {.function = 0,
				      .other = 1,
				      .modulus = RCC_PLACE_PAGE,
				      .first = 1024,
				      .width = 512};
	struct rcc_dose d[RCC_DOSES_MAX];

	(void)state;
	assert_int_equal(rcc_doses_of(&s, at, align, d), 9);
	assert_true(d[8].is_unmoved);
	assert_int_equal(d[8].offset, at[0]);
	assert_int_equal(d[8].other, at[1]);
	for (size_t i = 0; i < 8; i++) {
		const unsigned both[2] = {d[i].offset, d[i].other};

		assert_int_equal(d[i].other, at[1]);
		assert_int_equal(d[i].offset % 16, at[0] % 16);
		assert_int_equal(d[i].is_suspect, i == 0);
		assert_int_equal(rcc_suspect_holds(&s, both), i == 0);
	}
}

static void two_functions_are_together_in_two_doses(void **state)
{
	const unsigned at[N_FUNCTIONS] = {1104, 2064, 96, 128};
	const unsigned apart[N_FUNCTIONS] = {1040, 2064, 96, 128};
	const struct rcc_suspect s = {
		.function = 0, .other = 1, .modulus = 4096};
	struct rcc_dose dose[RCC_DOSES_MAX];
	const size_t n = rcc_doses_of(&s, at, alignment, dose);
	size_t n_together = 0;

	(void)state;
	assert_int_equal(n, 7);
	assert_true(dose[6].is_unmoved && dose[6].offset == at[0] &&
		    dose[6].other == at[1]);
	for (size_t i = 0; i < n; i++) {
		const unsigned both[N_FUNCTIONS] = {dose[i].offset,
						    dose[i].other};

		assert_int_equal(dose[i].offset % 16, 0);
		assert_int_equal(dose[i].is_suspect,
				 rcc_suspect_holds(&s, both));
		n_together += dose[i].is_suspect;
	}
	assert_int_equal(n_together, 2);
	/* In this layout the two functions are 1024 bytes apart, as at one of
	 * the six doses.  Then there is no seventh dose. */
	assert_int_equal(rcc_doses_of(&s, apart, alignment, dose), 6);
	assert_true(dose[4].is_unmoved && !dose[4].is_suspect);
}

/* ---- Confirmation of a suspicion ---------------------------------------- */

#define BLOCKS 40

static struct rcc_confirmation test_effect(double effect, uint64_t seed,
					   size_t n_blocks)
{
	const unsigned at[N_FUNCTIONS] = {0};
	struct rcc_confirmation c = {.suspect = {.function = 0,
						 .other = RCC_NO_FUNCTION,
						 .modulus = 64,
						 .first = 16,
						 .width = 16}};
	double value[BLOCKS * 4];
	struct rcc_random r;

	rcc_random_seed(&r, seed);
	c.n_doses = rcc_doses_of(&c.suspect, at, alignment, c.dose);
	assert_int_equal(c.n_doses, 4);
	for (size_t i = 0; i < n_blocks * 4; i++)
		value[i] = exp(noise(&r) +
			       (c.dose[i % 4].is_suspect ? effect : 0));
	rcc_confirmation_compute(&c, value, n_blocks, 3, 0.005);
	return c;
}

static void an_effect_is_confirmed_and_sized(void **state)
{
	struct rcc_confirmation c = test_effect(log(1.03), 7, 20);

	(void)state;
	assert_int_equal(c.verdict, RCC_CONFIRM_YES);
	assert_true(c.is_seen);
	assert_true(c.ratio.lo < 1.03 && c.ratio.hi > 1.03);
	assert_true(c.ratio.hi - c.ratio.lo < 0.02);
	/* the level of the interval is adjusted for three suspicions, and for
	 * the interim analyses of the confirmation */
	assert_true(c.level > 1 - 0.05 / 3);
	assert_true(fabs(c.each[0].estimate - c.ratio.estimate) < 1e-9);
}

static void no_effect_is_said_to_be_none(void **state)
{
	struct rcc_confirmation c = test_effect(0, 8, BLOCKS);

	(void)state;
	assert_int_equal(c.verdict, RCC_CONFIRM_NO);
	assert_false(c.is_seen);
}

/* Confirm a suspicion whose true effect is `effect`, a logarithm.  The machine
 * disturbs one run in 25; a disturbed run takes 1.5 times as long. */
static struct rcc_confirmation test_disturbed(double effect, uint64_t seed)
{
	const unsigned at[N_FUNCTIONS] = {0};
	struct rcc_confirmation c = {.suspect = {.function = 0,
						 .other = RCC_NO_FUNCTION,
						 .modulus = 64,
						 .first = 16,
						 .width = 16}};
	double value[BLOCKS * 4];
	struct rcc_random r;

	rcc_random_seed(&r, seed);
	c.n_doses = rcc_doses_of(&c.suspect, at, alignment, c.dose);
	for (size_t i = 0; i < BLOCKS * 4; i++) {
		value[i] = exp(noise(&r) +
			       (c.dose[i % 4].is_suspect ? effect : 0));
		if (rcc_random_below(&r, 25) == 0)
			value[i] *= 1.5;
	}
	rcc_confirmation_compute(&c, value, BLOCKS, 3, 0.005);
	return c;
}

static void disturbed_runs_hide_no_effect(void **state)
{
	size_t n_seen = 0;

	(void)state;
	for (uint64_t seed = 0; seed < 50; seed++) {
		struct rcc_confirmation c = test_disturbed(log(1.02), seed);

		assert_true(c.is_seen);
		assert_true(fabs(c.ratio.estimate - 1.02) < 0.006);
	}
	for (uint64_t seed = 100; seed < 600; seed++)
		n_seen += test_disturbed(0, seed).is_seen;
	/* A seed gives a false claim with a probability below 0.05 / 3.  Even
	 * at 0.05 / 3, the probability that more than 17 of 500 seeds give a
	 * false claim is 0.2 %. */
	assert_true(n_seen <= 17);
}

/* Confirm a suspicion about a program whose times do not vary.  At the
 * suspected offset a run takes `effect` percent longer. */
static struct rcc_confirmation test_exact(double effect, size_t n_blocks)
{
	struct rcc_confirmation c = {
		.suspect = {.other = RCC_NO_FUNCTION, .modulus = 64},
		.dose = {{.is_suspect = true}, {.offset = 16}, {.offset = 32}},
		.n_doses = 3};
	double value[BLOCKS * 3];

	for (size_t i = 0; i < n_blocks * 3; i++)
		value[i] = i % 3 == 0 ? 100 + effect : 100;
	rcc_confirmation_compute(&c, value, n_blocks, 3, 0.005);
	return c;
}

static void an_effect_is_confirmed_without_noise(void **state)
{
	struct rcc_confirmation c = test_exact(3, 9);

	(void)state;
	assert_int_equal(c.verdict, RCC_CONFIRM_YES);
	assert_true(c.is_seen);
	assert_true(fabs(c.ratio.estimate - 1.03) < 1e-9);
	assert_true(c.ratio.hi - c.ratio.lo < 1e-9);
	c = test_exact(0, 9);
	assert_int_equal(c.verdict, RCC_CONFIRM_NO);
	assert_false(c.is_seen);
	/* an effect of 0.1 % is below the threshold of 0.5 % */
	c = test_exact(0.1, 9);
	assert_int_equal(c.verdict, RCC_CONFIRM_NO);
	/* Five blocks are too few for an interval. */
	c = test_exact(3, 5);
	assert_int_equal(c.verdict, RCC_CONFIRM_OPEN);
	assert_false(c.is_seen);
}

static void few_blocks_leave_it_open(void **state)
{
	struct rcc_confirmation c = test_effect(log(1.004), 9, 6);

	(void)state;
	assert_int_equal(c.verdict, RCC_CONFIRM_OPEN);
	assert_int_equal(c.n_blocks, 6);
	c = test_effect(log(1.03), 9, 0);
	assert_int_equal(c.verdict, RCC_CONFIRM_OPEN);
	assert_false(c.is_seen);
}

static void blocks_after_the_last_look_do_not_count(void **state)
{
	struct rcc_confirmation c = test_effect(log(1.03), 2, 13);
	const struct rcc_confirmation at_look = test_effect(log(1.03), 2, 9);

	(void)state;
	assert_int_equal(c.n_measured, 13);
	assert_int_equal(c.n_blocks, 9);
	assert_true(c.ratio.estimate == at_look.ratio.estimate);
	assert_true(c.ratio.lo == at_look.ratio.lo);
	assert_true(c.level == at_look.level);
	c = test_effect(log(1.03), 2, 5);
	assert_int_equal(c.n_blocks, 0);
	assert_int_equal(c.verdict, RCC_CONFIRM_OPEN);
	assert_false(c.is_seen);
}

int main(void)
{
	const struct CMUnitTest test[] = {
		cmocka_unit_test(an_offset_in_the_line_is_found),
		cmocka_unit_test(an_offset_is_found_without_noise),
		cmocka_unit_test(a_range_in_the_page_is_found),
		cmocka_unit_test(two_functions_in_one_set_are_found),
		cmocka_unit_test(a_distance_is_found),
		cmocka_unit_test(the_screen_has_every_function_and_property),
		cmocka_unit_test(several_causes_are_told_apart),
		cmocka_unit_test(disturbed_runs_hide_no_cause),
		cmocka_unit_test(without_a_cause_little_is_suspected),
		cmocka_unit_test(doses_keep_the_alignment_and_one_is_suspected),
		cmocka_unit_test(a_range_narrower_than_the_alignment_has_doses),
		cmocka_unit_test(a_distance_has_eight_doses),
		cmocka_unit_test(two_functions_are_together_in_two_doses),
		cmocka_unit_test(an_effect_is_confirmed_and_sized),
		cmocka_unit_test(no_effect_is_said_to_be_none),
		cmocka_unit_test(disturbed_runs_hide_no_effect),
		cmocka_unit_test(an_effect_is_confirmed_without_noise),
		cmocka_unit_test(few_blocks_leave_it_open),
		cmocka_unit_test(blocks_after_the_last_look_do_not_count),
	};

	rcc_stats_init();
	return cmocka_run_group_tests(test, NULL, NULL);
}
