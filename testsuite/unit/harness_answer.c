/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of report/answer: the headline at the beginning of a report, and
 * the picture that shows the values of layouts. */
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
#include "harness/report/comparison_headline.h"
#include "harness/report/forest_text.h"
#include "harness/report/scatter.h"
#include "harness/report/scatter_text.h"
#include "harness/study/metric.h"

/* ---- Headlines --------------------------------------------------------- */

static struct rcc_findings findings;
static const struct rcc_cell cell[] = {{.n_layouts = 22}, {.n_layouts = 20}};

/* Make a comparison of the systems "old" and "new".  `estimate`, `lo` and `hi`
 * are their ratio and its interval over layouts. */
static struct rcc_comparison comparison(const char *metric, double estimate,
					double lo, double hi,
					enum rcc_verdict verdict)
{
	findings.asked.metric = *rcc_metric_find(metric);
	findings.asked.level = 0.95;
	return (struct rcc_comparison){
		.old = {.f = &findings, .name = "old", .random = &cell[0]},
		.now = {.f = &findings, .name = "new", .random = &cell[0]},
		.delta = 0.01,
		.better = findings.asked.metric.better,
		.ratio = {.estimate = estimate,
			  .lo = lo,
			  .hi = hi,
			  .level = 0.95,
			  .set = RCC_RATIO_BOUNDED},
		.limits = {.inner_lo = lo, .inner_hi = hi},
		.verdict = verdict,
		.naive_error = RCC_EDOM,
	};
}

static void add_naive_interval(struct rcc_comparison *c, double estimate,
			       double lo, double hi)
{
	c->naive_error = 0;
	c->naive = (struct rcc_ratio){.estimate = estimate,
				      .lo = lo,
				      .hi = hi,
				      .set = RCC_RATIO_BOUNDED};
}

static void add_naive(struct rcc_comparison *c, double estimate)
{
	add_naive_interval(c, estimate, estimate, estimate);
}

static void assert_headline(const struct rcc_comparison *c,
			    const char *expected)
{
	char *headline = rcc_comparison_headline(c);

	assert_string_equal(headline, expected);
	free(headline);
}

static void a_decided_difference_leads_with_its_size(void **state)
{
	struct rcc_comparison c =
		comparison("wall", 0.981, 0.974, 0.988, RCC_VERDICT_SMALLER);

	(void)state;
	assert_headline(&c, "new takes 1.9 % less time than old (1.2 to "
			    "2.6 %, 22 layouts each).");
	add_naive(&c, 0.959);
	assert_headline(&c, "new takes 1.9 % less time than old (1.2 to "
			    "2.6 %, 22 layouts each). One build of each, "
			    "run as often, would have said 4.1 %.");
	add_naive(&c, 1.041);
	c.now.random = &cell[1];
	assert_headline(&c, "new takes 1.9 % less time than old (1.2 to "
			    "2.6 %, 22 and 20 layouts). One build of each, "
			    "run as often, would have said 4.1 % more.");
}

static void an_amount_is_needed_and_any_other_value_is_larger(void **state)
{
	struct rcc_comparison c =
		comparison("memory", 1.3, 1.1, 1.5, RCC_VERDICT_LARGER);

	(void)state;
	assert_headline(&c, "new needs 30 % more peak memory than old (10 "
			    "to 50 %, 22 layouts each).");
	findings.asked.metric.text = "score";
	c.better = RCC_BETTER_UNKNOWN;
	assert_headline(&c, "the value of score of new is 30 % larger than "
			    "that of old (10 to 50 %, 22 layouts each).");
	c.better = RCC_BETTER_HIGHER;
	assert_headline(&c, "new is better: its value of score is 30 % "
			    "larger than that of old (10 to 50 %, 22 layouts "
			    "each).");
}

static void an_undecided_difference_is_given_as_a_range(void **state)
{
	struct rcc_comparison c =
		comparison("wall", 1.012, 0.994, 1.031, RCC_VERDICT_UNDECIDED);

	(void)state;
	add_naive(&c, 0.933);
	assert_headline(&c, "Undecided (threshold 1.0 %): new takes 0.6 % less "
			    "to 3.1 % more time than old (95 % interval, 22 "
			    "layouts each). One build of each, run as "
			    "often, would have said 6.7 % less.");
	/* The decimals of the wide interval would print 0.0. */
	add_naive_interval(&c, 0.9998, 0.9996, 1.0000);
	assert_headline(&c, "Undecided (threshold 1.0 %): new takes 0.6 % less "
			    "to 3.1 % more time than old (95 % interval, 22 "
			    "layouts each). One build of each, run as "
			    "often, would have said 0.020 % less.");
	c.ratio.lo = 1.002;
	c.naive_error = RCC_EDOM;
	assert_headline(&c, "Undecided (threshold 1.0 %): new takes 0.2 to "
			    "3.1 % more time than old (95 % interval, 22 "
			    "layouts each).");
	c.ratio.set = RCC_RATIO_LINE;
	assert_headline(&c, "Undecided: these runs cannot determine the "
			    "difference of new and old (22 layouts each).");
}

/* In the first headline the interval of the ratio is wider than the estimated
 * ratio.  In the others the interval contains all numbers (RCC_RATIO_LINE). */
static void a_ratio_that_is_hardly_known_is_given_in_words(void **state)
{
	struct rcc_comparison c =
		comparison("wall", 1.2, -0.4, 3.1, RCC_VERDICT_UNDECIDED);

	(void)state;
	assert_headline(&c, "Undecided: these runs cannot determine the "
			    "difference of new and old: the interval of their "
			    "ratio, 0.0 to 3.1, is wider than the ratio itself "
			    "(22 layouts each).");
	c.ratio.set = RCC_RATIO_LINE;
	c.ratio.lo = c.ratio.hi = NAN;
	add_naive(&c, -18.91196);
	assert_headline(&c, "Undecided: these runs cannot determine the "
			    "difference of new and old (22 layouts each).");
	add_naive_interval(&c, 1.04123456, 1.02, 1.06);
	assert_headline(&c, "Undecided: these runs cannot determine the "
			    "difference of new and old (22 layouts each). One "
			    "build of each, run as often, would have said "
			    "4.1 % more.");
}

static void a_verdict_holds_for_all_pairs_of_systems(void **state)
{
	struct rcc_comparison c =
		comparison("wall", 0.981, 0.974, 0.988, RCC_VERDICT_UNDECIDED);

	(void)state;
	c.alone = RCC_VERDICT_SMALLER;
	c.n_family = 3;
	assert_headline(&c, "Undecided when judged with the other 2 pairs of "
			    "systems (threshold 1.0 %): new takes 1.2 to 2.6 % "
			    "less time than old (95 % interval, 22 layouts "
			    "each).");
}

static void an_unfinished_study_has_no_answer(void **state)
{
	struct rcc_comparison c =
		comparison("wall", 0.981, 0.974, 0.988, RCC_VERDICT_SMALLER);

	(void)state;
	c.is_unfinished = true;
	assert_headline(&c, "No answer on new against old yet: the study is "
			    "not finished.");
}

static void no_difference_has_its_limit(void **state)
{
	const struct rcc_comparison c = comparison("wall", 1.001, 0.997, 1.005,
						   RCC_VERDICT_NO_DIFFERENCE);

	(void)state;
	assert_headline(&c, "new and old differ by no more than 1.0 % (-0.3 to "
			    "+0.5 %, 90 % interval, 22 layouts each).");
}

static void an_undefined_comparison_has_no_number(void **state)
{
	struct rcc_comparison c =
		comparison("wall", NAN, NAN, NAN, RCC_VERDICT_UNDECIDED);

	(void)state;
	c.error = RCC_EDOM;
	assert_headline(&c, "No comparison of new with old: at least two good "
			    "layouts of each are needed.");
	c.error = 0;
	c.obstacle = RCC_OBSTACLE_CONSTANT;
	add_naive(&c, 1);
	assert_headline(&c, "No verdict on new against old: all values of a "
			    "system are equal.");
}

/* ---- The picture of values --------------------------------------------- */

static double layout_mean[] = {0.98, 1.00, 1.02};
static double original_mean[] = {1.00, 1.01, 1.00};

static void assert_percents(const struct rcc_scatter_row *row,
			    const double *percent, size_t n)
{
	assert_int_equal(row->n, n);
	for (size_t i = 0; i < n; i++)
		assert_float_equal(row->value[i], percent[i], 1e-9);
}

/* The picture has a row of dots for the random layouts and a row for the
 * original layout.  A dot is the mean of the same number of runs in both rows,
 * so the rows can be compared. */
static void layouts_are_drawn_beside_means_of_the_original(void **state)
{
	const double random[] = {-2, 0, 2};
	const double original[] = {0, 1, 0};
	struct rcc_cell arm[] = {
		{.n_layouts = 3,
		 .layout_mean = layout_mean,
		 .interval = {.estimate = 1, .lo = 0.95, .hi = 1.05}},
		{.n_layouts = 3,
		 .is_original = true,
		 .layout_mean = original_mean},
	};
	struct rcc_findings f = {.cell = arm, .n_cells = 2};
	const struct rcc_effect e = {.random = 0, .fixed = 1};
	struct rcc_scatter s;

	(void)state;
	f.asked.metric = *rcc_metric_find("wall");
	assert_true(rcc_scatter_of_effect(&f, &e, &s));
	assert_int_equal(s.n_rows, 2);
	assert_percents(&s.row[0], random, 3);
	assert_percents(&s.row[1], original, 3);
	assert_string_equal(s.reference, "the mean of random layouts, 1.000 s");
	rcc_scatter_release(&s);
}

/* Three layouts are run in two rounds, in blocks with the original layout.  The
 * row of layouts shows the mean log ratio of each layout to the original one.
 * The row of noise shows how the two rounds differ. */
static void within_blocks_the_rounds_show_the_noise(void **state)
{
	const double log_ratio[] = {0.01, 0.03, 0.00, 0.00, -0.02, -0.02};
	const double mean = 0;
	double value[12];
	size_t layout[12];
	size_t round[6];
	bool is_original[] = {false, true};
	struct rcc_findings f = {.blocks = {.n = 6,
					    .n_cells = 2,
					    .n_rounds = 2,
					    .value = value,
					    .layout = layout,
					    .round = round,
					    .n_layouts = 3,
					    .is_original = is_original}};
	const struct rcc_effect e = {
		.random = 0, .fixed = 1, .by_blocks = true};
	struct rcc_scatter s;

	(void)state;
	for (size_t i = 0; i < 6; i++) {
		value[2 * i] = exp(log_ratio[i]);
		value[2 * i + 1] = 1;
		layout[2 * i] = layout[2 * i + 1] = i / 2;
		round[i] = i % 2;
	}
	assert_true(rcc_scatter_of_effect(&f, &e, &s));
	assert_float_equal(s.row[0].value[0], 100 * (exp(0.02 - mean) - 1),
			   1e-9);
	assert_float_equal(s.row[0].value[2], 100 * (exp(-0.02 - mean) - 1),
			   1e-9);
	/* A dot of noise is half the difference of a layout's log ratios in the
	 * two rounds.  Here these halves are -0.01, 0 and 0.  The picture
	 * subtracts their mean from each of them. */
	assert_float_equal(s.row[1].value[0], 100 * (exp(-0.01 + 0.01 / 3) - 1),
			   1e-9);
	assert_float_equal(s.row[1].value[1], 100 * (exp(0.01 / 3) - 1), 1e-9);
	assert_float_equal(s.row[1].mean, 0, 1e-9);
	/* The reference is the geometric mean of the random layouts. */
	assert_float_equal(s.row[0].mean, 0, 1e-9);
	rcc_scatter_release(&s);
}

/* The picture has four rows: for each system, a row of its random layouts and a
 * row of its original layout.  A dot is the mean of the same number of runs in
 * each row. */
static void a_comparison_shows_the_noise_of_both_systems(void **state)
{
	static double new_mean[] = {1.08, 1.10, 1.12};
	static double new_original[] = {1.10, 1.11};
	const double old[] = {-2, 0, 2};
	const double old_noise[] = {0, 1, 0};
	const double now[] = {8, 10, 12};
	const double now_noise[] = {10, 11};
	struct rcc_cell arm[] = {
		{.n_layouts = 3,
		 .layout_mean = layout_mean,
		 .interval = {.estimate = 1, .lo = 0.95, .hi = 1.05}},
		{.n_layouts = 3, .layout_mean = original_mean},
		{.n_layouts = 3, .layout_mean = new_mean},
		{.n_layouts = 2, .layout_mean = new_original},
	};
	struct rcc_comparison c =
		comparison("wall", 1.1, 1, 1.2, RCC_VERDICT_UNDECIDED);
	struct rcc_scatter s;

	(void)state;
	c.old.random = &arm[0];
	c.old.original = &arm[1];
	c.now.random = &arm[2];
	c.now.original = &arm[3];
	assert_true(rcc_scatter_of_comparison(&c, &s));
	assert_int_equal(s.n_rows, 4);
	assert_percents(&s.row[0], old, 3);
	assert_percents(&s.row[1], old_noise, 3);
	assert_percents(&s.row[2], now, 3);
	assert_percents(&s.row[3], now_noise, 2);
	assert_string_equal(s.row[2].name, "new");
	assert_false(s.row[2].is_below);
	assert_true(s.row[3].is_original && s.row[3].is_below);
	assert_float_equal(s.lo, -2, 1e-9);
	rcc_scatter_release(&s);
}

#define N_PAIR_BLOCKS 3

/* Two systems are run in blocks, and the machine's speed differs from block to
 * block.  The layouts of "old" differ by `layout_log`.  The layouts of "new"
 * all take e^0.1 times the mean of "old".  An original layout takes as long as
 * the mean of its system's layouts, times e^noise for "old" and e^-noise for
 * "new". */
static void within_blocks_the_originals_show_the_noise(void **state)
{
	const double speed[N_PAIR_BLOCKS] = {1, 5, 0.3};
	const double layout_log[N_PAIR_BLOCKS] = {-0.02, 0, 0.02};
	const double noise[N_PAIR_BLOCKS] = {0.004, -0.005, 0.001};
	double value[4 * N_PAIR_BLOCKS];
	size_t layout[4 * N_PAIR_BLOCKS];
	bool is_original[] = {false, true, false, true};
	struct rcc_cell arm[4] = {{.interval = {.estimate = 1}}};
	struct rcc_findings f = {.cell = arm,
				 .n_cells = 4,
				 .blocks = {.n = N_PAIR_BLOCKS,
					    .n_cells = 4,
					    .n_rounds = 1,
					    .value = value,
					    .layout = layout,
					    .n_layouts = N_PAIR_BLOCKS,
					    .is_original = is_original}};
	struct rcc_comparison c =
		comparison("wall", 1.1, 1, 1.2, RCC_VERDICT_UNDECIDED);
	struct rcc_scatter s;

	(void)state;
	for (size_t i = 0; i < N_PAIR_BLOCKS; i++) {
		value[4 * i] = speed[i] * exp(layout_log[i]);
		value[4 * i + 1] = speed[i] * exp(noise[i]);
		value[4 * i + 2] = speed[i] * exp(0.1);
		value[4 * i + 3] = speed[i] * exp(0.1 - noise[i]);
		for (size_t k = 0; k < 4; k++)
			layout[4 * i + k] = i;
	}
	c.by_blocks = true;
	c.old = (struct rcc_comparison_side){&f, "old", 0, &arm[0], &arm[1]};
	c.now = (struct rcc_comparison_side){&f, "new", 1, &arm[2], &arm[3]};
	assert_true(rcc_scatter_of_comparison(&c, &s));
	assert_int_equal(s.n_rows, 4);
	assert_float_equal(s.row[0].mean, 0, 1e-9);
	assert_float_equal(s.row[2].mean, 100 * (exp(0.1) - 1), 1e-9);
	for (size_t i = 0; i < N_PAIR_BLOCKS; i++) {
		assert_float_equal(s.row[0].value[i],
				   100 * (exp(layout_log[i]) - 1), 1e-9);
		/* A dot is the log ratio of a layout to the mean of the two
		 * original layouts.  If the logarithm of a run's time has the
		 * variance v, a dot varies by noise with the variance v / 2
		 * for an original layout, and 3 v / 2 for a random layout.  So
		 * the dots of original layouts are drawn sqrt(3) times as far
		 * from their mean. */
		assert_float_equal(s.row[1].value[i],
				   100 * (exp(sqrt(3) * noise[i]) - 1), 1e-9);
		assert_float_equal(s.row[2].value[i], 100 * (exp(0.1) - 1),
				   1e-9);
		assert_float_equal(s.row[3].value[i],
				   100 * (exp(0.1 - sqrt(3) * noise[i]) - 1),
				   1e-9);
	}
	rcc_scatter_release(&s);
}

static void nothing_is_drawn_of_an_effect_that_is_undefined(void **state)
{
	const struct rcc_effect e = {.error = RCC_EDOM};
	struct rcc_scatter s;

	(void)state;
	assert_false(rcc_scatter_of_effect(&findings, &e, &s));
	rcc_scatter_release(&s);
}

static void numbers_of_an_axis_do_not_touch(void **state)
{
	static double value[] = {-3e-5, 0, 5e-5};
	const struct rcc_scatter s = {
		.row = {{.name = "x", .value = value, .n = 3}},
		.n_rows = 1,
		.lo = -3e-5,
		.hi = 5e-5,
	};
	char *text = rcc_scatter_text(&s);
	const char *numbers = strchr(strchr(text, '\n') + 1, '\n');

	(void)state;
	assert_non_null(strstr(numbers, "  -0.00004 %       0.00000 %    "));
	assert_null(strstr(numbers, "%-"));
	assert_null(strstr(numbers, "%+"));
	free(text);
}

static void a_terminal_has_the_picture_in_characters(void **state)
{
	static double random[] = {-4, -2, -2, 0, 0, 0, 2, 2, 2, 2};
	const struct rcc_scatter s = {
		.row = {{.name = "random layouts",
			 .value = random,
			 .n = 10,
			 .mean = 0},
			{.name = "a name that is far too long", .mean = 4}},
		.n_rows = 2,
		.lo = -4,
		.hi = 4,
	};
	char *text = rcc_scatter_text(&s);

	(void)state;
	assert_string_equal(
		text, "  random layouts      .            :            +      "
		      "      #\n"
		      "  a name that is far                                   "
		      "                   O\n"
		      "                      +------------+------------+------"
		      "------+------------+\n"
		      "                      -4 %       -2 %          0 %     "
		      "    +2 %         +4 %\n");
	free(text);
}

/* Each line has a name, an interval drawn with characters, and the estimate.
 * An interval that contains 0 % is drawn across the column of "|".  The longest
 * lines have 80 columns. */
static void ratios_are_drawn_in_characters(void **state)
{
	const struct rcc_plot_ratio ratio[] = {
		{"sort", 0.98, 0.97, 0.99, false},
		{"a benchmark whose name is long", 1.004, 0.99, 1.018, false},
		{"tiny", 1.03, NAN, NAN, false},
		{"geometric mean", 0.992, 0.986, 0.998, true},
	};
	char *text = rcc_forest_text(ratio, 4);

	(void)state;
	assert_string_equal(
		text,
		"  sort                             <------o------>      |"
		"                -2.0 %\n"
		"  a benchmark whose name i                       <------|"
		"--o--------->   +0.4 %\n"
		"  tiny                      no bounded interval\n"
		"  geometric mean                              <===O====>|"
		"                -0.80 %\n"
		"                            +-------------+-------------+"
		"-------------+\n"
		"                            -4 %        -2 %           0 %"
		"          +2 %\n");
	free(text);
}

/* Names of a plot's rows often differ only at their end. */
static void a_long_name_of_a_plot_keeps_its_end(void **state)
{
	const struct rcc_plot_ratio ratio[] = {
		{"gzip-compress-level9 old", 1, 0.9, 1.1, false},
		{"gzip-compress-level9 new", 1, 0.9, 1.1, false},
		{"fifteen letters", 1, 0.9, 1.1, false},
	};
	char *svg = NULL;
	size_t n = 0;
	FILE *out = open_memstream(&svg, &n);

	(void)state;
	rcc_plot_forest(out, "id", "title", ratio, 3);
	fclose(out);
	assert_non_null(strstr(svg, ">gzip-com\xe2\x80\xa6l9 old</text>"));
	assert_non_null(strstr(svg, ">gzip-com\xe2\x80\xa6l9 new</text>"));
	assert_non_null(strstr(svg, ">fifteen letters</text>"));
	/* the description (<desc>) of the plot has the whole name and the
	 * numbers */
	assert_non_null(strstr(svg, " gzip-compress-level9 new: 0 % (-10 to "
				    "+10 %)"));
	free(svg);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_decided_difference_leads_with_its_size),
		cmocka_unit_test(
			an_amount_is_needed_and_any_other_value_is_larger),
		cmocka_unit_test(an_undecided_difference_is_given_as_a_range),
		cmocka_unit_test(
			a_ratio_that_is_hardly_known_is_given_in_words),
		cmocka_unit_test(a_verdict_holds_for_all_pairs_of_systems),
		cmocka_unit_test(an_unfinished_study_has_no_answer),
		cmocka_unit_test(no_difference_has_its_limit),
		cmocka_unit_test(an_undefined_comparison_has_no_number),
		cmocka_unit_test(
			layouts_are_drawn_beside_means_of_the_original),
		cmocka_unit_test(within_blocks_the_rounds_show_the_noise),
		cmocka_unit_test(a_comparison_shows_the_noise_of_both_systems),
		cmocka_unit_test(within_blocks_the_originals_show_the_noise),
		cmocka_unit_test(
			nothing_is_drawn_of_an_effect_that_is_undefined),
		cmocka_unit_test(numbers_of_an_axis_do_not_touch),
		cmocka_unit_test(a_terminal_has_the_picture_in_characters),
		cmocka_unit_test(ratios_are_drawn_in_characters),
		cmocka_unit_test(a_long_name_of_a_plot_keeps_its_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
