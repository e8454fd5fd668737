/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of harness/report: numbers and sentences of reports, durations,
 * and the line that shows the progress of a study. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/diag.h"
#include "common/progress.h"
#include "harness/document/render_text.h"
#include "harness/findings/comparison.h"
#include "harness/report/comparison_json.h"
#include "harness/report/effect_questions.h"
#include "harness/report/format.h"
#include "harness/report/ratio_sentence.h"
#include "harness/study/metric.h"

static struct rcc_arm default_arm = {"random", "functions,units", true};

static const char *seconds(double value, double uncertainty)
{
	static char out[64];

	rcc_format_value(rcc_format_scale(rcc_metric_find("wall"), value),
			 value, uncertainty, out, sizeof(out));
	return out;
}

static void values_have_as_many_digits_as_they_are_worth(void **state)
{
	(void)state;
	assert_string_equal(seconds(1.03213, 0.0032), "1.0321 s");
	assert_string_equal(seconds(1.03213, 0.32), "1.03 s");
	assert_string_equal(seconds(0.0123456, 0.00012), "12.35 ms");
	assert_string_equal(seconds(0.0000123, 0.0000011), "12.3 us");
	assert_string_equal(seconds(1.5e-8, 1e-9), "15.0 ns");
	assert_string_equal(seconds(3600, 60), "3600 s");
	assert_string_equal(seconds(2, 0), "2.000 s");
	assert_string_equal(seconds(0, 0), "0.000 ns");
	assert_string_equal(seconds(NAN, 1), "n/a");
	assert_string_equal(seconds(INFINITY, 1), "unbounded");
}

static const char *percent(double value)
{
	static char out[64];

	rcc_format_percent(value, out, sizeof(out));
	return out;
}

static void percents_have_two_digits(void **state)
{
	(void)state;
	assert_string_equal(percent(0.83), "0.83 %");
	assert_string_equal(percent(12.4), "12 %");
	assert_string_equal(percent(0), "0.0 %");
	assert_string_equal(percent(0.00012), "0.000 %");
	assert_string_equal(percent(1e-10), "0.0 %");
	assert_string_equal(percent(-1.26), "-1.3 %");
	assert_string_equal(percent(NAN), "n/a");
}

static const char *change(double ratio, double half)
{
	static char out[64];

	rcc_format_change(ratio, half, out, sizeof(out));
	return out;
}

static void changes_have_a_sign_and_the_digits_of_their_interval(void **state)
{
	(void)state;
	assert_string_equal(change(1.019532, 0.0032), "+1.95");
	assert_string_equal(change(0.981, 0.02), "-1.9");
	/* a change has all digits that its interval supports, and no others */
	assert_string_equal(change(1.41, 0.5), "+41");
	assert_string_equal(change(1.00104, 0.00004), "+0.104");
	assert_string_equal(change(1.0001, 0.02), "0.0");
	assert_string_equal(change(1, 0), "0.00");
}

static const char *digits(double value, int n)
{
	static char out[64];

	rcc_format_digits(value, n, out, sizeof(out));
	return out;
}

static void numbers_before_the_point_have_no_exponent(void **state)
{
	(void)state;
	assert_string_equal(digits(100.4, 2), "100");
	assert_string_equal(digits(99.6, 2), "100");
	assert_string_equal(digits(99.4, 2), "99");
	assert_string_equal(digits(452.1, 3), "452");
	assert_string_equal(digits(12345.6, 3), "12346");
	assert_string_equal(digits(1.84, 2), "1.8");
	assert_string_equal(digits(NAN, 2), "n/a");
	assert_string_equal(digits(INFINITY, 2), "unbounded");
}

static void an_interval_gives_its_estimate_the_digits(void **state)
{
	const struct rcc_interval percent = {
		.estimate = 1.234, .lo = 0, .hi = 12.4};
	struct rcc_interval_text text;

	(void)state;
	rcc_format_ratio(1.019532, 1.0163, 1.0228, &text);
	assert_string_equal(text.estimate, "1.0195");
	assert_string_equal(text.lo, "1.0163");
	assert_string_equal(text.hi, "1.0228");
	rcc_format_percent_interval(&percent, &text);
	assert_string_equal(text.estimate, "1.2");
	assert_string_equal(text.lo, "0.0");
	assert_string_equal(text.hi, "12");
}

/* ---- Sentences about an effect ----------------------------------------- */

/* Return the text of a document without line breaks; caller frees. */
static char *words_of(struct rcc_document *d)
{
	char *text = NULL;
	size_t n = 0;
	FILE *out = open_memstream(&text, &n);
	char *to;

	assert_non_null(out);
	rcc_render_text(d, out);
	assert_int_equal(fclose(out), 0);
	rcc_document_release(d);
	to = text;
	for (const char *at = text; *at != '\0'; at++)
		if (*at != '\n' && *at != ' ')
			*to++ = *at;
		else if (to > text && to[-1] != ' ')
			*to++ = ' ';
	*to = '\0';
	return text;
}

static struct rcc_effect effect(bool has_shift, bool has_variation)
{
	return (struct rcc_effect){
		.random = 0,
		.fixed = 1,
		.effect = {.method = RCC_LAYOUT_TWO_ARMS,
			   .percent = {.estimate = 3, .lo = 2, .hi = 4.3},
			   .variance = {.estimate = 1e-4},
			   .share = {.estimate = 0.74, .lo = 0.45, .hi = 0.88},
			   .ratio = {.estimate = 3.85, .lo = 1.8, .hi = 8.1},
			   .shift = {.estimate = 1.02,
				     .lo = 1.01,
				     .hi = 1.03,
				     .level = 0.95},
			   .random_half_width = 0.02,
			   .fixed_half_width = 0.01,
			   .noise_seen = has_variation,
			   .shift_seen = has_shift},
		.spread = {.p = NAN},
		.variation_p = NAN,
		.variation_holds = has_variation,
		.alpha = 0.05,
		.joint_layouts_p = has_variation ? 0.001 : 0.8,
		.joint_shift_p = has_shift ? 0.001 : 0.8,
	};
}

/* Return the section of a report that answers questions about the effect `e` on
 * wall time; caller frees. */
static char *answers(struct rcc_effect e)
{
	struct rcc_cell cell[2] = {{0}, {.is_original = true}};
	struct rcc_findings f = {
		.stored.study.arm = &default_arm, .cell = cell, .n_cells = 2};
	struct rcc_document d = {0};

	f.asked.metric = *rcc_metric_find("wall");
	f.asked.level = 0.95;
	rcc_compose_effect_verdict(&d, &f, &e);
	rcc_compose_effect(&d, &f, &e);
	return words_of(&d);
}

static void assert_answer(struct rcc_effect e, const char *expected)
{
	char *words = answers(e);

	if (strstr(words, expected) == NULL)
		fail_msg("no \"%s\" in: %s", expected, words);
	free(words);
}

static void each_finding_has_its_verdict(void **state)
{
	(void)state;
	assert_answer(effect(true, true),
		      "Both a shift and variation: random layouts "
		      "take 2.0 % more time than the original on average, and "
		      "differ");
	assert_answer(effect(false, true),
		      "Variation: layouts differ with a standard "
		      "deviation of 3.0 %. A shift against the original layout "
		      "was not detected.");
	assert_answer(effect(true, false),
		      "A shift: random layouts take 2.0 % more time than "
		      "the original on average. Variation among layouts was "
		      "not detected (a standard deviation of up to 4.3 % is "
		      "possible).");
	assert_answer(effect(false, false),
		      "Neither a shift nor variation was detected.");
}

/* One of ten random layouts is slower than the original layout.  The report
 * says how many standard deviations the original layout is away from the mean
 * of the random layouts. */
static void the_original_layout_has_a_position(void **state)
{
	double mean[10] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1.5};
	struct rcc_effect e = effect(true, true);
	struct rcc_cell cell[2] = {{.layout_mean = mean, .n_layouts = 10},
				   {.is_original = true}};
	struct rcc_findings f = {
		.stored.study.arm = &default_arm, .cell = cell, .n_cells = 2};
	struct rcc_document d = {0};
	char *words;

	(void)state;
	e.effect.fixed_mean.estimate = 1.25;
	e.effect.variance.estimate = 0.01;
	f.asked.metric = *rcc_metric_find("wall");
	f.asked.level = 0.95;
	rcc_compose_effect(&d, &f, &e);
	words = words_of(&d);
	assert_non_null(strstr(
		words, "Is the original layout typical? The mean of the "
		       "original layout is above those of 9 of 10 random "
		       "layouts (percentile 90). Its distance from the mean "
		       "of random layouts is 2.00 times the standard "
		       "deviation from layout to layout"));
	free(words);
	e.effect.noise_seen = false;
	e.joint_layouts_p = 0.8;
	rcc_compose_effect(&d, &f, &e);
	words = words_of(&d);
	assert_non_null(strstr(words, "9 of 10 random layouts, but the random "
				      "layouts were not seen to differ by more "
				      "than noise."));
	assert_null(strstr(words, "percentile"));
	free(words);
}

static void one_layout_is_worth_its_standard_deviation(void **state)
{
	struct rcc_effect e = effect(true, true);

	(void)state;
	assert_answer(e, "a mean within +-5.9 % of the mean over all layouts "
			 "(3.9 to 8.4 %; 1.96 standard deviations).");
	assert_answer(effect(true, false),
		      "A claim about the program from one layout may have an "
		      "error of +-8.4 %, however often the layout is run. ");
	/* after one round of blocks, the standard deviation over layouts has
	 * only an upper limit */
	e.by_blocks = true;
	e.layouts_p = NAN;
	e.rounds_error = RCC_EDOM;
	e.sd_most = 10;
	e.blocks.ratio = e.effect.shift;
	assert_answer(e,
		      "are not valid; intervals for ratios within blocks "
		      "are. A claim about the program from one layout may have "
		      "an error of +-20 %, ");
}

/* The tests of layouts are undefined for two reasons: each layout was run once,
 * or too few layouts have runs in every round. */
static void a_report_says_why_layouts_are_not_tested(void **state)
{
	struct rcc_effect e = effect(true, false);
	struct rcc_cell cell[2] = {{0}, {.is_original = true}};
	struct rcc_findings f = {
		.stored.study.arm = &default_arm, .cell = cell, .n_cells = 2};
	static const struct {
		size_t n_rounds;
		const char *verdict, *answer;
	} row[] = {
		{1, "One round cannot show variation among layouts (",
		 "each layout was run once, on a machine"},
		{2, "So few layouts cannot show variation among layouts (",
		 "too few layouts have good runs in every round. "},
	};

	(void)state;
	f.asked.metric = *rcc_metric_find("wall");
	f.asked.level = 0.95;
	e.by_blocks = true;
	e.layouts_p = NAN;
	e.joint_layouts_p = NAN;
	e.rounds_error = RCC_EDOM;
	e.sd_most = 10;
	e.blocks.ratio = e.effect.shift;
	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		struct rcc_document d = {0};
		char *words;

		f.blocks.n_rounds = row[i].n_rounds;
		rcc_compose_effect_verdict(&d, &f, &e);
		rcc_compose_effect(&d, &f, &e);
		words = words_of(&d);
		assert_non_null(strstr(words, row[i].verdict));
		assert_non_null(strstr(words, row[i].answer));
		free(words);
	}
}

/* If blocks are used, p-values of tests answer whether there is a shift and
 * whether layouts vary.  The intervals do not. */
static void within_blocks_tests_decide(void **state)
{
	struct rcc_effect e = effect(true, true);

	(void)state;
	e.by_blocks = true;
	e.blocks.ratio = e.effect.shift;
	e.blocks.hodges_lehmann.lo = NAN;
	e.rounds.variance = (struct rcc_interval){
		.estimate = 9e-4, .lo = 4e-4, .hi = 25e-4};
	e.layouts_p = 0.002;
	e.joint_layouts_p = 0.008;
	e.shift_p = e.joint_shift_p = 0.01;
	e.alpha = 0.05;
	assert_answer(e, "Yes: the rounds agree on which layouts take more (p "
			 "= 0.008, adjusted for both questions). The standard "
			 "deviation from layout to layout is 3.0 % of the mean "
			 "(2.0 to 5.0 %).");
	assert_answer(e, "Yes: random layouts take 2.0 % more time on average "
			 "(randomisation test on the signs of the layouts' "
			 "log ratios, and Hall's test for skewed ones: p = "
			 "0.01, adjusted for both questions).");
	e.joint_shift_p = 0.07;
	e.joint_layouts_p = 0.06;
	/* The variances show a variation that the test does not confirm. */
	assert_true(rcc_effect_is_undecided(&e));
	assert_answer(e, "Undecided. The variances of the rounds show a "
			 "standard deviation from layout to layout of 3.0 % of "
			 "the mean (2.0 to 5.0 %), if the noise is normally "
			 "distributed.");
	assert_answer(e, "does not confirm it (p = 0.06, adjusted for both "
			 "questions). More layouts may decide.");
	assert_answer(e, "No shift was detected, and variation among layouts "
			 "is undecided.");
	e.rounds.variance.lo = 0;
	assert_false(rcc_effect_is_undecided(&e));
	assert_answer(e, "Not detected: the rounds do not agree");
	assert_answer(e, "No difference between the mean of random layouts and "
			 "that of the original layout was detected "
			 "(randomisation test");
	assert_answer(e, "The interval does not contain 1, but it is for this "
			 "question alone and assumes normal data; the tests "
			 "do not confirm the difference.");
	assert_answer(e, "Neither a shift nor variation was detected.");
}

static void a_larger_negative_mean_is_lower(void **state)
{
	struct rcc_effect e = effect(true, false);
	struct rcc_cell cell[2] = {{0}, {.is_original = true}};
	struct rcc_findings f = {
		.stored.study.arm = &default_arm, .cell = cell, .n_cells = 2};
	struct rcc_document d = {0};
	char *words;

	(void)state;
	e.effect.fixed_mean.estimate = -10;
	f.asked.metric = *rcc_metric_find("faults");
	rcc_compose_effect_verdict(&d, &f, &e);
	rcc_compose_effect(&d, &f, &e);
	words = words_of(&d);
	assert_non_null(strstr(words, "random layouts are 2.0 % lower"));
	free(words);
}

static void what_is_not_detected_is_not_called_absent(void **state)
{
	static const char *const absent[] = {"no effect", "equal", "identical",
					     "the same layout", "no variation"};
	char *words = answers(effect(false, false));

	(void)state;
	for (size_t i = 0; i < sizeof(absent) / sizeof(absent[0]); i++)
		assert_null(strstr(words, absent[i]));
	assert_non_null(strstr(words, "Not detected above the noise from run "
				      "to run. That does not mean there is "
				      "none: "));
	assert_non_null(strstr(words, "No difference between the mean of "
				      "random layouts and that of the original "
				      "layout was detected; the interval shows "
				      "how large a difference is possible."));
	free(words);
}

static void a_doubtful_variation_is_called_so(void **state)
{
	struct rcc_effect e = effect(false, false);

	(void)state;
	e.effect.noise_seen = true;
	e.effect.ratio_p = 0.001;
	e.spread.p = e.variation_p = 0.2;
	assert_true(rcc_effect_is_doubtful(&e));
	assert_answer(e, "Not detected above the noise from run to run.");
	assert_answer(e, "Only F detects variation (one-sided p = 0.001). It "
			 "may rest on a few runs: ");
	assert_answer(e, "does not detect that random layouts spread more (p = "
			 "0.2).");
	assert_answer(e, "Neither a shift nor variation was detected.");
	assert_answer(e, "F alone detects variation, which may rest on a few "
			 "runs.");
	e = effect(false, false);
	e.effect.ratio_p = e.variation_p = 0.3;
	e.spread.p = 0.01;
	assert_answer(e, "Only the test of Brown and Forsythe detects that "
			 "random layouts spread more (one-sided p = 0.01); F "
			 "does not (p = 0.3).");
	assert_answer(e, "The test of Brown and Forsythe alone detects "
			 "variation.");
}

/* A negative estimate of the variance over layouts is reported as 0.  ratio_p
 * is the upper p-value of the F test.  If it is near 1, random layouts varied
 * much less than the original layout's runs, and the report says so. */
static void a_negative_variance_has_one_limit(void **state)
{
	struct rcc_effect e = effect(false, false);

	(void)state;
	e.effect.variance.estimate = -1e-4;
	e.effect.percent.estimate = e.effect.percent.lo = 0;
	e.sd_most = e.effect.percent.hi;
	e.effect.ratio_p = 0.7;
	assert_answer(e, "random layouts varied no more than the original "
			 "layout's runs, so the variance from layout to layout "
			 "was estimated as 0. These runs are compatible with a "
			 "standard deviation from layout to layout of up to "
			 "4.3 % of the mean. Do random layouts");
	assert_answer(e, "may have an error of +-8.4 %");
	e.effect.ratio_p = 0.99;
	assert_answer(e, "of up to 4.3 % of the mean. They varied by so much "
			 "less that their noise must have been smaller; this "
			 "limit may then be too low.");
}

static void an_unbounded_ratio_has_no_number(void **state)
{
	const struct rcc_ratio ratio = {.set = RCC_RATIO_LINE,
					.estimate = 1.5,
					.lo = NAN,
					.hi = NAN,
					.level = 0.95};
	struct rcc_document d = {0};
	char *words;

	(void)state;
	rcc_compose_ratio(&d, &ratio, "new / old");
	words = words_of(&d);
	assert_string_equal(words, "new / old: these runs cannot determine it; "
				   "its confidence set is unbounded "
				   "(Fieller). ");
	free(words);
}

static void an_unbounded_ratio_names_its_set_to_programs(void **state)
{
	const struct rcc_findings f = {
		.asked = {.metric = *rcc_metric_find("wall"), .level = 0.95}};
	const struct rcc_cell cell = {.n_layouts = 2};
	const struct rcc_comparison_side side = {
		.f = &f, .name = "st", .random = &cell};
	const struct rcc_ratio outside = {.set = RCC_RATIO_OUTSIDE,
					  .estimate = 1.5,
					  .lo = -INFINITY,
					  .hi = INFINITY,
					  .gap_lo = -2,
					  .gap_hi = 0.25,
					  .level = 0.95};
	const struct rcc_comparison c = {.old = side,
					 .now = side,
					 .blocks_error = RCC_EDOM,
					 .naive_error = 0,
					 .ratio = outside,
					 .naive = outside,
					 .means_verdict = RCC_VERDICT_UNDECIDED,
					 .naive_means_verdict =
						 RCC_VERDICT_UNDECIDED};
	json_t *json = rcc_comparison_json(&c);

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		const char *const key[] = {"ratio", "original-layouts-alone"};
		const json_t *ratio = json_object_get(json, key[i]);

		assert_string_equal(
			json_string_value(json_object_get(ratio, "set")),
			"outside");
		assert_float_equal(
			json_real_value(json_object_get(ratio, "gap-low")), -2,
			0);
		assert_float_equal(
			json_real_value(json_object_get(ratio, "gap-high")),
			0.25, 0);
		assert_string_equal(
			json_string_value(json_object_get(ratio, "verdict")),
			"undecided");
	}
	json_decref(json);
}

/* ---- Durations and progress -------------------------------------------- */

static const char *duration(double value)
{
	static char out[32];

	rcc_progress_duration(value, out, sizeof(out));
	return out;
}

static void durations_are_for_people(void **state)
{
	(void)state;
	assert_string_equal(duration(0.346), "0.35 s");
	assert_string_equal(duration(9.94), "9.9 s");
	assert_string_equal(duration(59.4), "59 s");
	assert_string_equal(duration(59.6), "1 min 00 s");
	assert_string_equal(duration(3599.6), "1 h 00 min");
	assert_string_equal(duration(7500), "2 h 05 min");
}

static void the_time_left_counts_this_call_alone(void **state)
{
	struct rcc_progress p;
	char text[160];

	(void)state;
	rcc_progress_begin(&p, stderr, "run", 60, 40, 1000);
	rcc_progress_text(&p, 40, 0, 1000, text, sizeof(text));
	assert_string_equal(text, "run 40 of 60");
	/* 5 runs took 10 s, so 15 more take 30 s */
	rcc_progress_text(&p, 45, 2, 1000 + INT64_C(10000000000), text,
			  sizeof(text));
	assert_string_equal(text, "run 45 of 60, 2 failed, about 30 s left");
	rcc_progress_text(&p, 60, 0, 5, text, sizeof(text));
	assert_string_equal(text, "run 60 of 60");
}

static char *progress_log(bool is_terminal)
{
	struct rcc_progress p;
	char *text = NULL;
	size_t n = 0;
	FILE *out = open_memstream(&text, &n);

	rcc_progress_begin(&p, stderr, "run", 100, 0, 0);
	p.out = out;
	p.is_terminal = is_terminal;
	/* one run ends each second */
	for (size_t i = 1; i <= 100; i++)
		rcc_progress_step(&p, i, 0, (int64_t)i * 1000000000);
	rcc_progress_clear(&p);
	fclose(out);
	return text;
}

static size_t count(const char *text, char c)
{
	size_t n = 0;

	for (; *text != '\0'; text++)
		n += *text == c;
	return n;
}

static void a_log_gets_few_lines_a_terminal_one(void **state)
{
	char *log = progress_log(false);
	char *terminal = progress_log(true);

	(void)state;
	/* a line is written after 30, 60 and 90 seconds, and at the end */
	assert_int_equal(count(log, '\n'), 4);
	assert_int_equal(count(log, '\r'), 0);
	assert_int_equal(count(terminal, '\n'), 0);
	assert_int_equal(count(terminal, '\r'), 101);
	free(log);
	free(terminal);
}

int main(void)
{
	const struct CMUnitTest test[] = {
		cmocka_unit_test(values_have_as_many_digits_as_they_are_worth),
		cmocka_unit_test(percents_have_two_digits),
		cmocka_unit_test(
			changes_have_a_sign_and_the_digits_of_their_interval),
		cmocka_unit_test(numbers_before_the_point_have_no_exponent),
		cmocka_unit_test(an_interval_gives_its_estimate_the_digits),
		cmocka_unit_test(each_finding_has_its_verdict),
		cmocka_unit_test(the_original_layout_has_a_position),
		cmocka_unit_test(one_layout_is_worth_its_standard_deviation),
		cmocka_unit_test(a_report_says_why_layouts_are_not_tested),
		cmocka_unit_test(within_blocks_tests_decide),
		cmocka_unit_test(a_larger_negative_mean_is_lower),
		cmocka_unit_test(what_is_not_detected_is_not_called_absent),
		cmocka_unit_test(a_doubtful_variation_is_called_so),
		cmocka_unit_test(a_negative_variance_has_one_limit),
		cmocka_unit_test(an_unbounded_ratio_has_no_number),
		cmocka_unit_test(an_unbounded_ratio_names_its_set_to_programs),
		cmocka_unit_test(durations_are_for_people),
		cmocka_unit_test(the_time_left_counts_this_call_alone),
		cmocka_unit_test(a_log_gets_few_lines_a_terminal_one),
	};

	return cmocka_run_group_tests(test, NULL, NULL);
}
