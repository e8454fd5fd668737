/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Unit tests of stats/fleet, against lme4 and R.  In a fleet, several machines
 * measure the same layouts.  A cell is a layout on a machine.  The reference is
 * testsuite/data/fleet-reference.tsv, which the R script beside it has written.
 * $STATS_REFERENCE can name another file.
 */
#include "stats/rcc_fleet.h"

#include "testsuite/unit/stats_oracle.h"

#include "common/error.h"
#include "common/random.h"

#define N_SETS 24
#define N_BALANCED 12
#define MOST_MACHINES 12
#define MOST_LAYOUTS 12
#define MOST_RUNS 3
#define MOST_VALUES (MOST_MACHINES * MOST_LAYOUTS * MOST_RUNS)

/* A data set, which R's script makes too.  `data` points to the arrays
 * below. */
struct set {
	struct rcc_fleet_data data;
	size_t n_runs;
	double x[MOST_VALUES];
	size_t machine[MOST_VALUES], layout[MOST_VALUES];
	size_t kind[MOST_MACHINES];
};

static double draw_effect(double size)
{
	double sum = oracle_draw(1000);

	sum += oracle_draw(1000);
	sum += oracle_draw(1000);
	return size * (sum - 1498.5);
}

static void add(struct set *set, size_t m, size_t l, double x)
{
	const size_t i = set->data.n++;

	set->x[i] = x;
	set->machine[i] = m;
	set->layout[i] = l;
}

static void describe(struct set *set, size_t n_machines, size_t n_layouts)
{
	memset(&set->data, 0, sizeof(set->data));
	set->data.x = set->x;
	set->data.machine = set->machine;
	set->data.layout = set->layout;
	set->data.n_machines = n_machines;
	set->data.n_layouts = n_layouts;
	set->data.n_kinds = 1;
}

static void make_set(int number, struct set *set)
{
	double size[] = {5, 4, 3, 2};
	double machine[MOST_MACHINES];
	double layout[MOST_LAYOUTS];
	const double lost = number <= 12 ? 0 : number <= 18 ? 100 : 450;
	size_t n_machines;
	size_t n_layouts;

	oracle_seed(number);
	n_machines = 4 + (size_t)oracle_draw(9);
	n_layouts = 3 + (size_t)oracle_draw(10);
	set->n_runs = 2 + (size_t)oracle_draw(2);
	describe(set, n_machines, n_layouts);
	if (number % 4 == 3) {
		set->data.n_kinds = 2;
		set->data.kind = set->kind;
	}
	if (number % 6 == 1)
		size[0] = 0;
	if (number % 6 == 2)
		size[1] = 0;
	if (number % 6 == 4)
		size[2] = 0;
	for (size_t m = 0; m < n_machines; m++) {
		set->kind[m] = m % set->data.n_kinds;
		machine[m] = draw_effect(size[0]);
	}
	for (size_t l = 0; l < n_layouts; l++)
		layout[l] = draw_effect(size[1]);
	for (size_t m = 0; m < n_machines; m++) {
		for (size_t l = 0; l < n_layouts; l++) {
			const double cell = draw_effect(size[2]);

			for (size_t k = 0; k < set->n_runs; k++) {
				const double x = (1000 * (double)set->kind[m] +
						  machine[m] + layout[l] +
						  cell + draw_effect(size[3])) /
						 65536;

				if (oracle_draw(1000) >= lost ||
				    (k == 0 && (m == 0 || l == 0 || m == l)))
					add(set, m, l, x);
			}
		}
	}
}

static struct rcc_fleet_machine machine[MOST_MACHINES];
static struct rcc_fleet_kind kind[2];

static int compute(const struct rcc_fleet_data *data, struct rcc_fleet *out)
{
	const size_t n_machines = data->n_machines > 0 ? data->n_machines : 1;
	void *scratch = malloc(
		rcc_fleet_scratch(n_machines, data->n_layouts, data->n_kinds));
	int result;

	assert_non_null(scratch);
	result = rcc_fleet_compute(data, 0.95, scratch, out,
				   data->n_machines <= MOST_MACHINES ? machine
								     : NULL,
				   data->n_kinds <= 2 ? kind : NULL);
	free(scratch);
	return result;
}

/* Check that a number differs from R's result by at most a millionth of
 * `scale`. */
static void check(int set, const char *name, double got, double scale)
{
	const double *expected = oracle_find(set, name);

	if (expected == NULL)
		fail_msg("no %s of set %d", name, set);
	else if (!(fabs(got - *expected) <= 1e-6 * scale))
		fail_msg("set %d: %s is %.17g, not %.17g", set, name, got,
			 *expected);
}

static double total(const struct rcc_fleet *f)
{
	double sum = 0;

	for (int i = 0; i < RCC_N_FLEET_COMPONENTS; i++)
		sum += f->component[i].estimate;
	return sum;
}

static void components_are_lme4s(void **state)
{
	static struct set set;

	(void)state;
	for (int number = 1; number <= N_SETS; number++) {
		struct rcc_fleet f;
		double sum = 0;
		double all;

		make_set(number, &set);
		for (size_t i = 0; i < set.data.n; i++)
			sum += set.x[i];
		oracle_check(number, "n", (double)set.data.n, 0);
		oracle_check(number, "sum", sum, 1e-12);
		assert_int_equal(compute(&set.data, &f), 0);
		assert_int_equal(f.balanced, number <= N_BALANCED);
		assert_true(f.has_runs);
		all = total(&f);
		check(number, "machines", f.component[0].estimate, all);
		check(number, "layouts", f.component[1].estimate, all);
		check(number, "cells", f.component[2].estimate, all);
		check(number, "runs", f.component[3].estimate, all);
		check(number, "criterion", f.reml_criterion, 1);
	}
}

static void means_and_machines_are_lme4s(void **state)
{
	static struct set set;

	(void)state;
	for (int number = 1; number <= N_SETS; number++) {
		struct rcc_fleet f;
		double scale;

		make_set(number, &set);
		assert_int_equal(compute(&set.data, &f), 0);
		scale = sqrt(total(&f));
		check(number, "mean", f.mean.estimate, scale);
		check(number, "mean_se", f.mean_se, scale);
		check(number, "shrunken1", machine[0].shrunken, scale);
		check(number, "shrunken2", machine[1].shrunken, scale);
		check(number, "shrunken3", machine[2].shrunken, scale);
		if (set.data.n_kinds < 2)
			continue;
		check(number, "kind", kind[1].difference.estimate, scale);
		check(number, "kind_se", kind[1].difference_se, scale);
		/* The overall mean weights the mean of each kind of machine by
		 * the number of machines of that kind. */
		assert_near((double)kind[0].n_machines * kind[0].mean.estimate +
				    (double)kind[1].n_machines *
					    kind[1].mean.estimate,
			    (double)set.data.n_machines * f.mean.estimate,
			    1e-9);
	}
}

static void mean_squares_are_rs(void **state)
{
	static struct set set;

	(void)state;
	for (int number = 1; number <= N_SETS; number++) {
		const struct rcc_fleet_square *square;
		struct rcc_fleet f;

		make_set(number, &set);
		assert_int_equal(compute(&set.data, &f), 0);
		square = f.square;
		oracle_check(number, "ms_machines", square[0].value, 1e-9);
		oracle_check(number, "ms_layouts", square[1].value, 1e-9);
		oracle_check(number, "ms_cells", square[2].value, 1e-9);
		oracle_check(number, "ms_runs", square[3].value, 1e-9);
		oracle_check(number, "machines_own", square[0].own, 1e-9);
		oracle_check(number, "machines_runs", square[0].runs, 1e-9);
		oracle_check(number, "layouts_own", square[1].own, 1e-9);
		oracle_check(number, "layouts_runs", square[1].runs, 1e-9);
		oracle_check(number, "cells_runs", square[2].runs, 1e-9);
		if (set.data.n_kinds > 1) {
			oracle_check(number, "ms_kinds",
				     f.kinds_differ.f * square[0].value, 1e-9);
			continue;
		}
		oracle_check(number, "effect2", machine[1].effect, 1e-9);
		oracle_check(number, "se2", machine[1].se, 1e-9);
		oracle_check(number, "effect3", machine[2].effect, 1e-9);
		oracle_check(number, "se3", machine[2].se, 1e-9);
		if (f.balanced)
			oracle_check(number, "p3", machine[2].p, 1e-9);
	}
}

static void limits_are_rs(void **state)
{
	static struct set set;

	(void)state;
	for (int number = 1; number <= N_BALANCED; number++) {
		struct rcc_fleet f;
		double scale;

		make_set(number, &set);
		assert_int_equal(compute(&set.data, &f), 0);
		oracle_check(number, "df_machines", f.square[0].tails_df, 1e-9);
		oracle_check(number, "df_layouts", f.square[1].tails_df, 1e-9);
		oracle_check(number, "df_cells", f.square[2].tails_df, 1e-9);
		oracle_check(number, "df_runs", f.square[3].tails_df, 1e-9);
		/* A limit may be the difference of two much larger numbers.  So
		 * its error is compared with the total variance. */
		scale = 1e-3 * total(&f);
		check(number, "lo1", f.component[0].lo, scale);
		check(number, "hi1", f.component[0].hi, scale);
		check(number, "lo2", f.component[1].lo, scale);
		check(number, "hi2", f.component[1].hi, scale);
		check(number, "lo3", f.component[2].lo, scale);
		check(number, "hi3", f.component[2].hi, scale);
		check(number, "lo4", f.component[3].lo, scale);
		check(number, "hi4", f.component[3].hi, scale);
		check(number, "share_lo", f.share.lo, 1e-3);
		check(number, "share_hi", f.share.hi, 1e-3);
	}
}

/* The likelihood of this table has two maxima.  lme4 usually ends at the lower
 * one, with criterion 167.2225.  From another start it ends at the higher one,
 * with 167.1686. */
static void the_higher_of_two_maxima_is_found(void **state)
{
	static const struct {
		size_t machine, layout;
		double x;
	} row[] = {{0, 0, -4.999},  {0, 1, -0.152}, {0, 2, 0.193},
		   {1, 0, -3.966},  {1, 2, -1.459}, {1, 2, 0.473},
		   {2, 0, 1.788},   {2, 1, 2.150},  {2, 2, 0.358},
		   {2, 2, -2.058},  {3, 0, -4.872}, {3, 1, 2.661},
		   {4, 0, 5.021},   {4, 1, -3.603}, {4, 2, 0.973},
		   {4, 2, -1.299},  {5, 0, -5.919}, {5, 1, 2.164},
		   {6, 0, 1.137},   {6, 1, 2.082},  {6, 2, 1.389},
		   {7, 0, -2.384},  {7, 2, 0.644},  {7, 2, -2.130},
		   {8, 1, 0.407},   {8, 1, 0.377},  {8, 2, 2.026},
		   {9, 0, -2.867},  {9, 1, 2.098},  {9, 1, 0.640},
		   {9, 2, -1.975},  {9, 2, 0.288},  {10, 1, 2.514},
		   {10, 2, -2.700}, {11, 1, 4.452}, {11, 2, -2.388}};
	static struct set set;
	struct rcc_fleet f;

	(void)state;
	describe(&set, 12, 3);
	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++)
		add(&set, row[i].machine, row[i].layout, row[i].x);
	assert_int_equal(compute(&set.data, &f), 0);
	assert_near(f.reml_criterion, 167.1686200184, 1e-9);
	assert_near(f.component[RCC_FLEET_LAYOUT_MACHINE].estimate, 0, 0);
}

/* ---- Balanced data ----------------------------------------------------- */

/* Results of the two-way analysis of variance, computed by its formulas for
 * balanced data. */
struct closed_form {
	double variance[RCC_N_FLEET_COMPONENTS];
	/* mean squares of the runs' values, not of the means of cells */
	double square[RCC_N_FLEET_COMPONENTS];
	double mean;
};

static struct closed_form closed_form_of(const struct set *set)
{
	const size_t n_m = set->data.n_machines;
	const size_t n_l = set->data.n_layouts;
	const double m = (double)n_m;
	const double l = (double)n_l;
	const double e = (double)set->data.n / (m * l);
	double by_machine[MOST_MACHINES] = {0};
	double by_layout[MOST_LAYOUTS] = {0};
	double by_cell[MOST_MACHINES * MOST_LAYOUTS] = {0};
	struct closed_form c = {{0}, {0}, 0};

	for (size_t i = 0; i < set->data.n; i++) {
		by_machine[set->machine[i]] += set->x[i] / (l * e);
		by_layout[set->layout[i]] += set->x[i] / (m * e);
		by_cell[set->machine[i] * n_l + set->layout[i]] +=
			set->x[i] / e;
		c.mean += set->x[i] / (m * l * e);
	}
	for (size_t i = 0; i < n_m; i++)
		c.square[0] += l * e * pow(by_machine[i] - c.mean, 2) / (m - 1);
	for (size_t k = 0; k < n_l; k++)
		c.square[1] += m * e * pow(by_layout[k] - c.mean, 2) / (l - 1);
	for (size_t i = 0; i < n_m; i++)
		for (size_t k = 0; k < n_l; k++)
			c.square[2] +=
				e *
				pow(by_cell[i * n_l + k] - by_machine[i] -
					    by_layout[k] + c.mean,
				    2) /
				((m - 1) * (l - 1));
	for (size_t i = 0; i < set->data.n; i++)
		c.square[3] += pow(set->x[i] - by_cell[set->machine[i] * n_l +
						       set->layout[i]],
				   2) /
			       (m * l * (e - 1));
	c.variance[0] = (c.square[0] - c.square[2]) / (l * e);
	c.variance[1] = (c.square[1] - c.square[2]) / (m * e);
	c.variance[2] = (c.square[2] - c.square[3]) / e;
	c.variance[3] = c.square[3];
	return c;
}

static void balanced_data_gives_the_closed_form(void **state)
{
	static struct set set;
	int n_inside = 0;

	(void)state;
	for (int number = 1; number <= N_BALANCED; number++) {
		struct closed_form c;
		struct rcc_fleet f;
		double v;
		double half;

		make_set(number, &set);
		if (set.data.n_kinds > 1)
			continue;
		c = closed_form_of(&set);
		if (c.variance[0] <= 0 || c.variance[1] <= 0 ||
		    c.variance[2] <= 0)
			continue;
		n_inside++;
		assert_int_equal(compute(&set.data, &f), 0);
		for (int i = 0; i < RCC_N_FLEET_COMPONENTS; i++)
			assert_near(f.component[i].estimate, c.variance[i],
				    1e-9);
		assert_near(f.share.estimate,
			    c.variance[1] / (c.variance[1] + c.variance[2]),
			    1e-9);
		/* The degrees of freedom of the mean are by Satterthwaite's
		 * formula. */
		v = c.square[0] + c.square[1] - c.square[2];
		assert_near(f.mean.estimate, c.mean, 1e-9);
		assert_near(f.mean.df,
			    v * v /
				    (pow(c.square[0], 2) / f.square[0].df +
				     pow(c.square[1], 2) / f.square[1].df +
				     pow(c.square[2], 2) / f.square[2].df),
			    1e-9);
		half = (f.mean.hi - f.mean.lo) / 2;
		assert_true(half > 1.96 * sqrt(v / (double)set.data.n));
		assert_near(f.machines_differ.f, c.square[0] / c.square[2],
			    1e-9);
		assert_near(f.layouts_differ.f, c.square[1] / c.square[2],
			    1e-9);
		assert_near(f.layouts_depend.f, c.square[2] / c.square[3],
			    1e-9);
	}
	assert_true(n_inside >= 4);
}

/* Analyse a table by hand: 2 machines × 2 layouts × 2 runs. */
static void a_small_table_by_hand(void **state)
{
	/* The means of machines are 3 and 9, of layouts 5 and 7, and of cells
	 * 1, 5, 9 and 9.  Each run differs from the mean of its cell by 1. */
	static const double mean[] = {1, 5, 9, 9};
	static struct set set;
	struct rcc_fleet f;

	(void)state;
	describe(&set, 2, 2);
	for (size_t c = 0; c < 4; c++) {
		add(&set, c / 2, c % 2, mean[c] - 1);
		add(&set, c / 2, c % 2, mean[c] + 1);
	}
	assert_int_equal(compute(&set.data, &f), 0);
	assert_near(f.mean.estimate, 6, 1e-12);
	assert_near(f.square[RCC_FLEET_RUNS].value, 2, 1e-12);
	/* The mean squares below are computed from the means of cells. */
	assert_near(f.square[RCC_FLEET_LAYOUT_MACHINE].value, 4, 1e-12);
	assert_near(f.square[RCC_FLEET_LAYOUTS].value, 4, 1e-12);
	assert_near(f.square[RCC_FLEET_MACHINES].value, 36, 1e-12);
	assert_near(f.component[RCC_FLEET_MACHINES].estimate, 16, 1e-9);
	assert_near(f.component[RCC_FLEET_LAYOUTS].estimate, 0, 1e-9);
	assert_near(f.component[RCC_FLEET_LAYOUT_MACHINE].estimate, 3, 1e-9);
	assert_near(f.component[RCC_FLEET_RUNS].estimate, 2, 1e-9);
	assert_near(f.share.estimate, 0, 1e-9);
	/* The variance due to layouts is 0 and left out, so the degrees of
	 * freedom are those of two machines. */
	assert_near(f.mean.df, 1, 1e-9);
}

/* ---- Properties -------------------------------------------------------- */

static void intervals_contain_their_estimates(void **state)
{
	static struct set set;

	(void)state;
	for (int number = 1; number <= N_SETS; number++) {
		struct rcc_fleet f;

		make_set(number, &set);
		assert_int_equal(compute(&set.data, &f), 0);
		for (int i = 0; i < RCC_N_FLEET_COMPONENTS; i++) {
			assert_true(f.component[i].lo >= 0);
			assert_true(f.component[i].lo <=
				    f.component[i].estimate);
			assert_true(f.component[i].hi >
				    f.component[i].estimate);
		}
		assert_true(f.share.lo >= 0 && f.share.hi <= 1);
		assert_true(f.share.lo <= f.share.estimate &&
			    f.share.hi >= f.share.estimate);
	}
}

/* The interval of a variance excludes 0 if and only if the one-sided F test
 * rejects. */
static void limits_agree_with_tests(void **state)
{
	static struct set set;
	int n_out = 0;

	(void)state;
	for (int number = 1; number <= N_BALANCED; number++) {
		struct rcc_fleet f;

		make_set(number, &set);
		assert_int_equal(compute(&set.data, &f), 0);
		/* If values have heavy tails, the interval has fewer degrees of
		 * freedom than the test, and may disagree with it. */
		if (f.square[1].tails_df < f.square[1].df ||
		    f.square[2].tails_df < f.square[2].df)
			continue;
		assert_int_equal(f.component[1].lo > 0,
				 f.layouts_differ.p <= 0.05);
		n_out += f.component[1].lo > 0;
	}
	assert_true(n_out > 0);
}

/* Make the data set with this number, multiply its values by `factor`, add
 * `shift` to them, and analyze the set. */
static void compute_changed(int number, double factor, double shift,
			    struct rcc_fleet *out)
{
	static struct set set;

	make_set(number, &set);
	for (size_t i = 0; i < set.data.n; i++)
		set.x[i] = set.x[i] * factor + shift;
	assert_int_equal(compute(&set.data, out), 0);
}

static void scale_and_shift_do_not_matter(void **state)
{
	(void)state;
	for (int number = 1; number <= N_SETS; number += 5) {
		struct rcc_fleet plain;
		struct rcc_fleet other;

		compute_changed(number, 1, 0, &plain);
		compute_changed(number, 1048576, 1e9, &other);
		for (int i = 0; i < RCC_N_FLEET_COMPONENTS; i++)
			assert_near(other.component[i].hi,
				    plain.component[i].hi * pow(2, 40), 1e-6);
		assert_near(other.mean.estimate - 1e9,
			    plain.mean.estimate * 1048576, 1e-6);
		compute_changed(number, 1e-60, 0, &other);
		assert_near(other.share.lo, plain.share.lo, 1e-8);
		assert_near(other.component[3].lo,
			    plain.component[3].lo * 1e-120, 1e-8);
	}
}

static void order_of_rows_does_not_matter(void **state)
{
	static struct set set;
	struct rcc_fleet forward;
	struct rcc_fleet backward;

	(void)state;
	make_set(20, &set);
	assert_int_equal(compute(&set.data, &forward), 0);
	for (size_t i = 0, k = set.data.n - 1; i < k; i++, k--) {
		const double x = set.x[i];
		const size_t m = set.machine[i];
		const size_t l = set.layout[i];

		set.x[i] = set.x[k];
		set.machine[i] = set.machine[k];
		set.layout[i] = set.layout[k];
		set.x[k] = x;
		set.machine[k] = m;
		set.layout[k] = l;
	}
	assert_int_equal(compute(&set.data, &backward), 0);
	assert_near(backward.component[0].hi, forward.component[0].hi, 1e-9);
	assert_near(backward.share.lo, forward.share.lo, 1e-9);
}

static void one_run_in_each_cell_hides_the_share(void **state)
{
	static struct set set;
	struct rcc_fleet f;
	size_t n = 0;

	(void)state;
	make_set(6, &set);
	for (size_t i = 0; i < set.data.n; i += set.n_runs, n++) {
		set.x[n] = set.x[i];
		set.machine[n] = set.machine[i];
		set.layout[n] = set.layout[i];
	}
	set.data.n = n;
	assert_int_equal(compute(&set.data, &f), 0);
	assert_false(f.has_runs);
	assert_nan(f.share.estimate);
	assert_nan(f.share.lo);
	assert_nan(f.component[RCC_FLEET_LAYOUT_MACHINE].estimate);
	assert_nan(f.component[RCC_FLEET_LAYOUT_MACHINE].hi);
	assert_nan(f.layouts_depend.p);
	assert_near(f.component[RCC_FLEET_RUNS].estimate,
		    f.square[RCC_FLEET_LAYOUT_MACHINE].value, 1e-9);
	assert_true(f.component[RCC_FLEET_LAYOUTS].estimate > 0);
	assert_true(f.mean.lo < f.mean.hi);
}

/* All runs of a cell have the same value, like counts of instructions. */
static void runs_that_do_not_vary(void **state)
{
	static struct set set;
	static struct set single;
	struct rcc_fleet f;
	struct rcc_fleet one;

	(void)state;
	make_set(6, &set);
	single = set;
	describe(&single, set.data.n_machines, set.data.n_layouts);
	for (size_t i = 0; i < set.data.n; i++) {
		set.x[i] = set.x[i - i % set.n_runs];
		if (i % set.n_runs == 0)
			add(&single, set.machine[i], set.layout[i], set.x[i]);
	}
	assert_int_equal(compute(&set.data, &f), 0);
	assert_int_equal(compute(&single.data, &one), 0);
	assert_near(f.component[RCC_FLEET_RUNS].estimate, 0, 0);
	assert_near(f.component[RCC_FLEET_LAYOUT_MACHINE].estimate,
		    one.component[RCC_FLEET_RUNS].estimate, 1e-9);
	assert_near(f.component[RCC_FLEET_LAYOUTS].estimate,
		    one.component[RCC_FLEET_LAYOUTS].estimate, 1e-9);
	assert_near(f.mean.lo, one.mean.lo, 1e-9);
	assert_true(f.share.lo < f.share.estimate &&
		    f.share.estimate < f.share.hi);
}

/* One machine of ten is slow, and the analysis says which one. */
static void the_machine_that_differs_is_named(void **state)
{
	static struct set set;
	struct rcc_random random;
	struct rcc_fleet f;

	(void)state;
	rcc_random_stream(&random, 1, "fleet");
	describe(&set, 10, 12);
	for (size_t m = 0; m < 10; m++)
		for (size_t l = 0; l < 12; l++)
			for (size_t k = 0; k < 2; k++)
				add(&set, m, l,
				    (m == 7 ? 0.05 : 0) + 0.02 * (double)l +
					    0.01 * (rcc_random_unit(&random) -
						    0.5));
	assert_int_equal(compute(&set.data, &f), 0);
	assert_true(f.machines_differ.p < 1e-6);
	for (size_t m = 0; m < 10; m++) {
		if (m == 7) {
			assert_true(machine[m].p_holm < 1e-6);
			assert_near(machine[m].effect, 0.045, 0.05);
			assert_true(machine[m].shrunken <= 0.05);
			assert_true(machine[m].shrunken > 0.04);
		}
		assert_true(machine[m].p_holm >= machine[m].p);
		assert_true(machine[m].shrunken_sd > 0);
		assert_int_equal(machine[m].n_runs, 24);
	}
}

static void a_thousand_machines(void **state)
{
	enum { N_RUNS = 1000 * 20 * 3 };
	static double x[N_RUNS];
	static size_t of_machine[N_RUNS];
	static size_t layout[N_RUNS];
	struct rcc_fleet_data data = {
		.n = N_RUNS, .n_machines = 1000, .n_layouts = 20, .n_kinds = 1};
	struct rcc_random random;
	struct rcc_fleet f;

	(void)state;
	/* The scratch memory has no matrix over the 20,000 cells, which would
	 * need 20,000² doubles. */
	assert_true(rcc_fleet_scratch(1000, 20, 1) < 10000000);
	assert_true(rcc_fleet_scratch(SIZE_MAX / 2, SIZE_MAX / 2, 1) ==
		    SIZE_MAX);
	rcc_random_stream(&random, 1, "fleet");
	for (size_t i = 0; i < N_RUNS; i++) {
		of_machine[i] = i / 60;
		layout[i] = i / 3 % 20;
		x[i] = 0.01 * (double)(i / 60 * 7919 % 101) +
		       0.02 * (double)(i / 3 % 20 * 31 % 17) +
		       0.1 * rcc_random_unit(&random);
	}
	data.x = x;
	data.machine = of_machine;
	data.layout = layout;
	assert_int_equal(compute(&data, &f), 0);
	assert_near(f.component[RCC_FLEET_RUNS].estimate, 0.01 / 12, 0.05);
	assert_near(f.component[RCC_FLEET_MACHINES].estimate, 0.085, 0.01);
	/* A layout has the same effect on all machines, so the portable share,
	 * the part of the layouts' variance that all machines have in common,
	 * is 1. */
	assert_true(f.share.lo > 0.99);
}

/* ---- Errors ------------------------------------------------------------ */

static void undefined_data_is_refused(void **state)
{
	static struct set set;
	struct rcc_fleet f;

	(void)state;
	make_set(6, &set);
	set.x[3] = NAN;
	assert_int_equal(compute(&set.data, &f), RCC_EDOM);
	assert_nan(f.mean.estimate);
	assert_nan(f.component[0].lo);
	assert_nan(machine[0].p);
	make_set(6, &set);
	set.machine[0] = set.data.n_machines;
	assert_int_equal(compute(&set.data, &f), RCC_EFORMAT);
	/* The last machine has no run. */
	make_set(6, &set);
	set.data.n_machines++;
	assert_int_equal(compute(&set.data, &f), RCC_EFORMAT);
	make_set(6, &set);
	set.data.n = 0;
	assert_int_equal(compute(&set.data, &f), RCC_EFORMAT);
	/* In the first data set all values are equal.  The second has only one
	 * value. */
	make_set(6, &set);
	for (size_t i = 0; i < set.data.n; i++)
		set.x[i] = 0.1;
	assert_int_equal(compute(&set.data, &f), RCC_EDOM);
	describe(&set, 1, 1);
	add(&set, 0, 0, 1);
	assert_int_equal(compute(&set.data, &f), RCC_EDOM);
	/* Three values of four cells leave no degree of freedom for
	 * residuals. */
	describe(&set, 2, 2);
	add(&set, 0, 0, 1);
	add(&set, 0, 1, 2);
	add(&set, 1, 0, 4);
	assert_int_equal(compute(&set.data, &f), RCC_EDOM);
	/* Each value is the sum of an effect of its machine and an effect of
	 * its layout, so all residuals are 0. */
	describe(&set, 3, 3);
	for (size_t c = 0; c < 9; c++)
		add(&set, c / 3, c % 3,
		    (double)(c / 3) + 0.5 * (double)(c % 3));
	assert_int_equal(compute(&set.data, &f), RCC_EDOM);
}

static void groups_without_a_common_layout_are_refused(void **state)
{
	static struct set set;
	struct rcc_fleet f;

	(void)state;
	describe(&set, 6, 6);
	for (size_t m = 0; m < 6; m++)
		for (size_t l = 0; l < 6; l++)
			if (m / 3 == l / 3) {
				add(&set, m, l, (double)(m * l % 5));
				add(&set, m, l, (double)(m * l % 4));
			}
	assert_int_equal(compute(&set.data, &f), RCC_EDOM);
	add(&set, 0, 5, 1);
	assert_int_equal(compute(&set.data, &f), 0);
}

/* ---- Planning a fleet --------------------------------------------------- */

static double cost_of(const struct rcc_fleet_costs *costs, size_t machines,
		      size_t layouts, size_t rounds)
{
	return costs->machine * (double)machines +
	       costs->layout * (double)layouts +
	       costs->run * (double)(machines * layouts * rounds);
}

/* Try all plans within the limits.  Returns the cost of the cheapest one whose
 * half-width is at most `wanted`. */
static double cheapest(const double *variance,
		       const struct rcc_fleet_costs *costs,
		       const struct rcc_fleet_limits *limits, double wanted)
{
	double best = INFINITY;

	for (size_t m = 2; m <= limits->n_machines; m++) {
		for (size_t l = 2; l <= limits->n_layouts; l++) {
			for (size_t e = 1; e <= limits->n_rounds; e++) {
				const double cost = cost_of(costs, m, l, e);

				if (rcc_fleet_half_width(variance, m, l, e,
							 0.95, NULL) <= wanted)
					best = fmin(best, cost);
			}
		}
	}
	return best;
}

/* Try all plans within the limits that cost at most `most`.  Returns the
 * smallest half-width. */
static double most_precise(const double *variance,
			   const struct rcc_fleet_costs *costs,
			   const struct rcc_fleet_limits *limits, double most)
{
	double best = INFINITY;

	for (size_t m = 2; m <= limits->n_machines; m++) {
		for (size_t l = 2; l <= limits->n_layouts; l++) {
			for (size_t e = 1; e <= limits->n_rounds; e++) {
				const double cost = cost_of(costs, m, l, e);

				if (cost <= most)
					best = fmin(best,
						    rcc_fleet_half_width(
							    variance, m, l, e,
							    0.95, NULL));
			}
		}
	}
	return best;
}

/* Machines differ more than layouts, or layouts so much more that further ones
 * bring fewer degrees of freedom.  Then more layouts may give a wider interval. */
static const double steep[][RCC_N_FLEET_COMPONENTS] = {
	{9e-6, 4e-4, 0, 4e-6},
	{2.5e-5, 1e-4, 0, 1e-6},
	{1e-4, 1e-4, 1e-5, 1e-5},
};

static void more_layouts_can_be_worse(void **state)
{
	static const struct rcc_fleet_costs costs = {1000, 1, 1};
	static const struct rcc_fleet_limits limits = {3, 600, 2};
	static const double wanted[] = {0.01, 0.015, 0.03, 0.1};
	static const double most[] = {2040, 2520, 4000, 1e9};

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		assert_true(
			rcc_fleet_half_width(steep[i], 2, 24, 1, 0.95, NULL) <
			rcc_fleet_half_width(steep[i], 2, 600, 1, 0.95, NULL));
		for (size_t k = 0; k < 4; k++) {
			const double least =
				cheapest(steep[i], &costs, &limits, wanted[k]);
			struct rcc_fleet_plan plan;
			const int result =
				rcc_fleet_plan(steep[i], &costs, &limits,
					       wanted[k], 0.95, &plan);

			assert_int_equal(result, isinf(least) ? RCC_EDOM : 0);
			if (result == 0)
				assert_near(plan.cost, least, 0);
			assert_int_equal(rcc_fleet_plan_for_cost(
						 steep[i], &costs, &limits,
						 most[k], 0.95, &plan),
					 0);
			assert_near(plan.half_width,
				    most_precise(steep[i], &costs, &limits,
						 most[k]),
				    0);
		}
	}
}

static void the_cheapest_plan_is_found(void **state)
{
	static const double variance[] = {1e-4, 4e-4, 2e-4, 9e-4};
	static const struct rcc_fleet_costs costs[] = {
		{100, 10, 1}, {1, 50, 1}, {0, 0, 1}, {1000, 1, 5}};
	static const struct rcc_fleet_limits limits = {25, 40, 4};
	static const double wanted[] = {0.0141, 0.02, 0.03, 0.5};

	(void)state;
	for (size_t i = 0; i < 16; i++) {
		const double half = wanted[i / 4];
		struct rcc_fleet_plan plan;

		assert_int_equal(rcc_fleet_plan(variance, &costs[i % 4],
						&limits, half, 0.95, &plan),
				 0);
		assert_near(plan.cost,
			    cheapest(variance, &costs[i % 4], &limits, half),
			    0);
		assert_true(plan.half_width <= half);
		assert_near(plan.half_width,
			    rcc_fleet_half_width(variance, plan.n_machines,
						 plan.n_layouts, plan.n_rounds,
						 0.95, NULL),
			    0);
	}
}

static void the_most_precise_plan_is_found(void **state)
{
	static const double variance[] = {1e-4, 4e-4, 2e-4, 9e-4};
	static const struct rcc_fleet_costs costs[] = {
		{100, 10, 1}, {1, 50, 1}, {0, 0, 1}, {300, 1, 5}};
	static const struct rcc_fleet_limits limits = {25, 40, 4};
	static const double most[] = {630, 1000, 3000, 1e9};

	(void)state;
	for (size_t i = 0; i < 16; i++) {
		struct rcc_fleet_plan plan;

		assert_int_equal(rcc_fleet_plan_for_cost(
					 variance, &costs[i % 4], &limits,
					 most[i / 4], 0.95, &plan),
				 0);
		assert_true(plan.cost <= most[i / 4]);
		assert_near(plan.half_width,
			    most_precise(variance, &costs[i % 4], &limits,
					 most[i / 4]),
			    0);
	}
}

static void an_impossible_plan_is_refused(void **state)
{
	static const double variance[] = {1e-4, 4e-4, 2e-4, 9e-4};
	static const double wrong[] = {1e-4, -1, 2e-4, 9e-4};
	static const struct rcc_fleet_costs costs = {1, 1, 1};
	static const struct rcc_fleet_limits limits = {5, 1000, 100};
	struct rcc_fleet_plan plan;

	(void)state;
	/* Five machines are too few: the half-width is above 1.2 %, however
	 * many layouts there are. */
	assert_int_equal(
		rcc_fleet_plan(variance, &costs, &limits, 0.01, 0.95, &plan),
		RCC_EDOM);
	assert_int_equal(plan.n_machines, 0);
	assert_int_equal(
		rcc_fleet_plan(wrong, &costs, &limits, 0.01, 0.95, &plan),
		RCC_EFORMAT);
	/* If a machine, a layout and a run cost 1 each, the smallest plan costs
	 * 8: it has two machines, two layouts and four runs. */
	assert_int_equal(rcc_fleet_plan_for_cost(variance, &costs, &limits, 8,
						 0.95, &plan),
			 0);
	assert_int_equal(rcc_fleet_plan_for_cost(variance, &costs, &limits, 7.9,
						 0.95, &plan),
			 RCC_EDOM);
	assert_int_equal(plan.n_machines, 0);
	assert_int_equal(
		rcc_fleet_plan_for_cost(wrong, &costs, &limits, 8, 0.95, &plan),
		RCC_EFORMAT);
	assert_nan(rcc_fleet_half_width(variance, 1, 5, 1, 0.95, NULL));
	assert_nan(rcc_fleet_half_width(wrong, 5, 5, 1, 0.95, NULL));
}

/* Plan a fleet with the variances that were estimated from some data, and with
 * the data's numbers of machines, layouts and runs.  The planned half-width is
 * then equal to the half-width of the interval from the data. */
static void the_expected_half_width_is_that_of_the_data(void **state)
{
	static struct set set;

	(void)state;
	for (int number = 1; number <= N_BALANCED; number++) {
		double variance[RCC_N_FLEET_COMPONENTS];
		struct rcc_fleet f;
		double df;
		double half;

		make_set(number, &set);
		if (set.data.n_kinds > 1)
			continue;
		assert_int_equal(compute(&set.data, &f), 0);
		for (int i = 0; i < RCC_N_FLEET_COMPONENTS; i++)
			variance[i] = f.component[i].estimate;
		/* If an estimate is 0, rcc_fleet_half_width() and the interval
		 * of the data have different degrees of freedom. */
		if (!(variance[0] > 0 && variance[1] > 0 && variance[2] > 0))
			continue;
		half = rcc_fleet_half_width(variance, set.data.n_machines,
					    set.data.n_layouts, set.n_runs,
					    0.95, &df);
		assert_near(half, (f.mean.hi - f.mean.lo) / 2, 1e-8);
		assert_near(df, f.mean.df, 1e-8);
	}
}

/* ---- Simulation -------------------------------------------------------- */

static void simulated_intervals_cover(void **state)
{
	const struct rcc_fleet_simulation s = {.n_machines = 8,
					       .n_layouts = 10,
					       .n_runs = 2,
					       .mean = 1,
					       .machine_sd = 0.01,
					       .layout_sd = 0.02,
					       .portable = 0.5,
					       .run_sd = 0.015,
					       .lost = 0.1,
					       .level = 0.95};
	void *scratch = malloc(rcc_simulate_fleet_scratch(&s));
	struct rcc_fleet_simulated out;
	struct rcc_random random;

	(void)state;
	assert_non_null(scratch);
	rcc_random_stream(&random, 1, "fleet");
	assert_int_equal(rcc_simulate_fleet(&s, 400, &random, scratch, &out),
			 0);
	assert_int_equal(out.n, 400);
	/* 380 of 400 intervals should cover (95 %); 22 is five standard
	 * errors. */
	for (int t = 0; t <= RCC_FLEET_TRIAL_SHARE; t++) {
		assert_int_equal(out.undefined[t], 0);
		assert_true(out.covered[t] >= 400 * 0.95 - 22);
	}
	assert_true(out.covered[RCC_FLEET_TRIAL_FLAT] < 300);
	assert_true(out.half_width > 0 && out.n_share == 400);
	free(scratch);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(components_are_lme4s),
		cmocka_unit_test(means_and_machines_are_lme4s),
		cmocka_unit_test(mean_squares_are_rs),
		cmocka_unit_test(limits_are_rs),
		cmocka_unit_test(the_higher_of_two_maxima_is_found),
		cmocka_unit_test(balanced_data_gives_the_closed_form),
		cmocka_unit_test(a_small_table_by_hand),
		cmocka_unit_test(intervals_contain_their_estimates),
		cmocka_unit_test(limits_agree_with_tests),
		cmocka_unit_test(scale_and_shift_do_not_matter),
		cmocka_unit_test(order_of_rows_does_not_matter),
		cmocka_unit_test(one_run_in_each_cell_hides_the_share),
		cmocka_unit_test(runs_that_do_not_vary),
		cmocka_unit_test(the_machine_that_differs_is_named),
		cmocka_unit_test(a_thousand_machines),
		cmocka_unit_test(undefined_data_is_refused),
		cmocka_unit_test(groups_without_a_common_layout_are_refused),
		cmocka_unit_test(the_cheapest_plan_is_found),
		cmocka_unit_test(more_layouts_can_be_worse),
		cmocka_unit_test(the_most_precise_plan_is_found),
		cmocka_unit_test(an_impossible_plan_is_refused),
		cmocka_unit_test(the_expected_half_width_is_that_of_the_data),
		cmocka_unit_test(simulated_intervals_cover),
	};

	rcc_stats_init();
	oracle_read("testsuite/data/fleet-reference.tsv");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
