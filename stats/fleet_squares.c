/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The mean squares of machines crossed with layouts, from the cells' unweighted
 * means (rcc_fleet.h).
 *
 * The additive fit is
 *	mean of a cell = effect of its machine + effect of its layout + residual
 * The fit eliminates the machines by subtracting each machine's mean.  This
 * leaves the information matrix of the N layouts,
 *	C = diag(r) - sum over machines m of n_m n_m' / k_m
 *	r_l	the number of full cells of layout l
 *	n_m	a vector with a 1 for each layout whose cell on machine m is
 *		full, otherwise 0
 *	k_m	the number of full cells of machine m
 *
 * If every group of machines shares a layout with the other machines, C has
 * rank N - 1.  Then C + J / N is positive definite, where all elements of J are
 * 1.  The inverse of C + J / N serves as C^-, a generalized inverse of C for
 * contrasts of layouts.
 *
 * In unbalanced data a sum of squares is sum λ_i χ²_i, where the χ²_i are
 * chi-square variables with one degree of freedom.  Its degrees of freedom are
 * (Satterthwaite)
 *	df = (sum λ_i)² / sum λ_i²
 * The λ_i are eigenvalues of a matrix.  sum λ_i is its trace, and sum λ_i² the
 * trace of its square, so the eigenvalues are not computed.
 */
#include "stats/fleet.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "common/error.h"
#include "stats/rcc_blocks.h"
#include "stats/tails.h"

#define MACHINES RCC_FLEET_MACHINES
#define LAYOUTS RCC_FLEET_LAYOUTS
#define CELLS RCC_FLEET_LAYOUT_MACHINE
#define RUNS RCC_FLEET_RUNS

void rcc_fleet_squares_take(struct rcc_fleet_squares *s,
			    struct rcc_scratch *space, size_t n_machines,
			    size_t n_layouts, size_t n_kinds)
{
	size_t n_all;
	size_t n_square;

	if (__builtin_mul_overflow(n_machines, n_layouts, &n_all))
		n_all = SIZE_MAX;
	if (__builtin_mul_overflow(n_layouts, n_layouts, &n_square))
		n_square = SIZE_MAX;
	memset(s, 0, sizeof(*s));
	s->layout = rcc_scratch_take(space, n_layouts, sizeof(double));
	s->share = rcc_scratch_take(space, n_layouts, 2 * sizeof(double));
	s->machine = rcc_scratch_take(space, n_machines, sizeof(double));
	s->machine_variance =
		rcc_scratch_take(space, n_machines, sizeof(double));
	s->within = rcc_scratch_take(space, n_machines, sizeof(double));
	s->mean = rcc_scratch_take(space, n_machines, sizeof(double));
	s->residual = rcc_scratch_take(space, n_all, sizeof(double));
	s->leverage = rcc_scratch_take(space, n_all, sizeof(double));
	s->sorted = rcc_scratch_take(space, n_all, sizeof(double));
	s->c = rcc_scratch_take(space, n_square, sizeof(double));
	s->factor = rcc_scratch_take(space, n_square, sizeof(double));
	s->inverse = rcc_scratch_take(space, n_square, sizeof(double));
	s->per_kind = rcc_scratch_take(space, n_kinds, 3 * sizeof(double));
	s->share_kind =
		rcc_scratch_take(space, n_layouts, n_kinds * sizeof(double));
	s->x_mean =
		rcc_scratch_take(space, n_layouts, n_kinds * sizeof(double));
	s->x_sum =
		rcc_scratch_take(space, n_machines, n_kinds * sizeof(double));
	s->g = rcc_scratch_take(space, n_kinds, n_kinds * sizeof(double));
	s->gamma = rcc_scratch_take(space, n_kinds, sizeof(double));
	s->solution = rcc_scratch_take(space, n_kinds, sizeof(double));
}

static bool is_full(const struct rcc_fleet_cells *cells, size_t m, size_t l)
{
	return cells->count[m * cells->n_layouts + l] > 0;
}

static double mean_of(const struct rcc_fleet_cells *cells, size_t m, size_t l)
{
	return cells->mean[m * cells->n_layouts + l];
}

/* ---- Layouts, adjusted for machines ------------------------------------ */

/* Compute s->c, the information matrix C of the layouts after machines are
 * eliminated, and s->inverse, which is C^-.  Returns RCC_EDOM if groups of
 * machines have no layout in common. */
static int layouts_information(struct rcc_fleet_squares *s,
			       const struct rcc_fleet_cells *cells)
{
	const size_t n = cells->n_layouts;

	memset(s->c, 0, n * n * sizeof(*s->c));
	for (size_t m = 0; m < cells->n_machines; m++) {
		for (size_t l = 0; l < n; l++) {
			if (!is_full(cells, m, l))
				continue;
			s->c[l * n + l] += 1;
			for (size_t k = 0; k < n; k++)
				if (is_full(cells, m, k))
					s->c[l * n + k] -=
						1 / cells->per_machine[m];
		}
	}
	for (size_t i = 0; i < n * n; i++)
		s->factor[i] = s->c[i] + 1 / (double)n;
	if (rcc_fleet_factor(s->factor, n) != 0)
		return RCC_EDOM;
	rcc_fleet_invert(s->factor, n, s->inverse);
	return 0;
}

/* Compute the additive fit: s->layout, s->machine and s->residual.  Returns the
 * sum of squares of layouts. */
static double fit(struct rcc_fleet_squares *s,
		  const struct rcc_fleet_cells *cells)
{
	const size_t n = cells->n_layouts;
	double *q = s->share;
	double sum = 0;

	memset(q, 0, n * sizeof(*q));
	for (size_t m = 0; m < cells->n_machines; m++) {
		s->mean[m] = 0;
		for (size_t l = 0; l < n; l++)
			s->mean[m] += mean_of(cells, m, l);
		s->mean[m] /= cells->per_machine[m];
		for (size_t l = 0; l < n; l++)
			if (is_full(cells, m, l))
				q[l] += mean_of(cells, m, l) - s->mean[m];
	}
	memcpy(s->layout, q, n * sizeof(*q));
	rcc_fleet_solve(s->factor, n, s->layout);
	for (size_t l = 0; l < n; l++)
		sum += s->layout[l] * q[l];
	for (size_t m = 0; m < cells->n_machines; m++) {
		double shift = 0;

		for (size_t l = 0; l < n; l++)
			if (is_full(cells, m, l))
				shift += s->layout[l] / cells->per_machine[m];
		s->machine[m] = s->mean[m] - shift;
		for (size_t l = 0; l < n; l++)
			s->residual[m * n + l] =
				is_full(cells, m, l)
					? mean_of(cells, m, l) - s->machine[m] -
						  s->layout[l]
					: 0;
	}
	return fmax(sum, 0);
}

/* Compute share[l] for machine m with k full cells: 1 / k if the cell of layout
 * l is full, otherwise 0.  Also compute product = C^- share.  C^- is
 * s->inverse. */
static void share_of(struct rcc_fleet_squares *s,
		     const struct rcc_fleet_cells *cells, size_t m,
		     double *share, double *product)
{
	const size_t n = cells->n_layouts;

	for (size_t l = 0; l < n; l++)
		share[l] = is_full(cells, m, l) / cells->per_machine[m];
	for (size_t l = 0; l < n; l++) {
		product[l] = 0;
		for (size_t k = 0; k < n; k++)
			product[l] += s->inverse[l * n + k] * share[k];
	}
}

/*
 * Compute s->leverage, the leverage of each full cell in the additive fit.  The
 * leverage of cell c has a part h_c that is due to layouts.  Returns
 *	sum over full cells c of h_c / (number of runs of cell c)
 * which is the coefficient of σ²_E in the expected sum of squares of layouts.
 */
static double leverages(struct rcc_fleet_squares *s,
			const struct rcc_fleet_cells *cells)
{
	const size_t n = cells->n_layouts;
	double *share = s->share;
	double *product = s->share + n;
	double sum = 0;

	for (size_t m = 0; m < cells->n_machines; m++) {
		double own = 0;

		share_of(s, cells, m, share, product);
		for (size_t l = 0; l < n; l++)
			own += share[l] * product[l];
		for (size_t l = 0; l < n; l++) {
			const double layout =
				s->inverse[l * n + l] - 2 * product[l] + own;

			if (!is_full(cells, m, l))
				continue;
			s->leverage[m * n + l] =
				1 / cells->per_machine[m] + layout;
			sum += layout / cells->count[m * n + l];
		}
	}
	return sum;
}

/* ---- Machines, adjusted for layouts, within kinds ---------------------- */

/*
 * Fit the effects of layouts and of kinds of machines to the cells' means.  The
 * matrix x has a row for each full cell, and a column for each kind but the
 * last.  An element is 1 if the cell's machine is of that kind, otherwise 0.
 * Let x_c be the row of cell c, and x_mean[l] the mean of the rows of the cells
 * of layout l.  For each cell c, let
 *	y_c = x_c - x_mean[l], where l is the layout of cell c
 * Compute
 *	x_mean		for each layout
 *	x_sum[m]	the sum of y_c over the cells of machine m
 *	g		the Cholesky factor of G, the sum of y_c' y_c over all
 *			cells
 * G is the information matrix of kinds after the elimination of layouts.
 * Returns RCC_EDOM if G is not positive definite.
 */
static int kinds_fit(struct rcc_fleet_squares *s,
		     const struct rcc_fleet_cells *cells)
{
	const size_t n = cells->n_layouts;
	const size_t p = cells->n_kinds - 1;

	memset(s->x_mean, 0, n * p * sizeof(*s->x_mean));
	memset(s->x_sum, 0, cells->n_machines * p * sizeof(*s->x_sum));
	memset(s->g, 0, p * p * sizeof(*s->g));
	for (size_t m = 0; m < cells->n_machines; m++) {
		const size_t kind = rcc_fleet_kind_of(cells, m);

		for (size_t l = 0; l < n && kind < p; l++)
			if (is_full(cells, m, l))
				s->x_mean[l * p + kind] +=
					1 / cells->per_layout[l];
	}
	for (size_t m = 0; m < cells->n_machines; m++) {
		const size_t kind = rcc_fleet_kind_of(cells, m);

		for (size_t l = 0; l < n; l++) {
			if (!is_full(cells, m, l))
				continue;
			for (size_t j = 0; j < p; j++) {
				const double x =
					(kind == j) - s->x_mean[l * p + j];

				s->x_sum[m * p + j] += x;
				for (size_t i = 0; i < p; i++)
					s->g[i * p + j] +=
						x * ((kind == i) -
						     s->x_mean[l * p + i]);
			}
		}
	}
	return rcc_fleet_factor(s->g, p) != 0 ? RCC_EDOM : 0;
}

/* Let y be the mean of a cell minus the average of the cells' means in its
 * layout.  Set *rest to the sum of y² over all cells.  Set `gamma` to the sum
 * of x y, with the matrix x of kinds_fit().  Set `solution` to the effects of
 * kinds, adjusted for layouts.  Returns the sum of squares of kinds. */
static double kinds_squares(struct rcc_fleet_squares *s,
			    const struct rcc_fleet_cells *cells, double *rest)
{
	const size_t n = cells->n_layouts;
	const size_t p = cells->n_kinds - 1;
	double sum = 0;

	*rest = 0;
	memset(s->gamma, 0, p * sizeof(*s->gamma));
	for (size_t l = 0; l < n; l++) {
		double mean = 0;

		for (size_t m = 0; m < cells->n_machines; m++)
			mean += mean_of(cells, m, l) / cells->per_layout[l];
		for (size_t m = 0; m < cells->n_machines; m++) {
			const double y = mean_of(cells, m, l) - mean;
			const size_t kind = rcc_fleet_kind_of(cells, m);

			if (!is_full(cells, m, l))
				continue;
			*rest += y * y;
			if (kind < p)
				s->gamma[kind] += y;
		}
	}
	memcpy(s->solution, s->gamma, p * sizeof(*s->gamma));
	rcc_fleet_solve(s->g, p, s->solution);
	for (size_t j = 0; j < p; j++)
		sum += s->solution[j] * s->gamma[j];
	return fmax(sum, 0);
}

/* Return x' G^-1 x, where x has a number for each kind but the last.  G is that
 * of kinds_fit(). */
static double kinds_form(struct rcc_fleet_squares *s, size_t p, const double *x)
{
	double sum = 0;

	memcpy(s->solution, x, p * sizeof(*x));
	rcc_fleet_solve(s->g, p, s->solution);
	for (size_t j = 0; j < p; j++)
		sum += s->solution[j] * x[j];
	return sum;
}

/* Compute `own` and `runs` of the machines' mean square (struct
 * rcc_fleet_square).  The results are multiplied by the degrees of freedom of
 * that mean square. */
static void machines_coefficients(struct rcc_fleet_squares *s,
				  const struct rcc_fleet_cells *cells,
				  struct rcc_fleet_square *out)
{
	const size_t n = cells->n_layouts;
	const size_t p = cells->n_kinds - 1;
	double *x = s->per_kind;

	out->own = (double)cells->n_full - (double)n;
	out->runs = 0;
	for (size_t m = 0; m < cells->n_machines; m++) {
		const size_t kind = rcc_fleet_kind_of(cells, m);

		out->own -= kinds_form(s, p, s->x_sum + m * p);
		for (size_t l = 0; l < n; l++) {
			const size_t c = m * n + l;

			if (!is_full(cells, m, l))
				continue;
			for (size_t j = 0; j < p; j++)
				x[j] = (kind == j) - s->x_mean[l * p + j];
			out->runs +=
				(s->leverage[c] - 1 / cells->per_layout[l] -
				 kinds_form(s, p, x)) /
				cells->count[c];
		}
	}
}

/* ---- Degrees of freedom ------------------------------------------------ */

/* Return the trace of C², where C is the n × n matrix s->c. */
static double squared_layouts(const struct rcc_fleet_squares *s, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n * n; i++)
		sum += s->c[i] * s->c[i];
	return sum;
}

/* Return the trace of C², where C is the information matrix of machines after
 * the elimination of layouts:
 *	C = diag(k) - sum over layouts of n_l n_l' / r_l
 * k_m is the number of full cells of machine m, and r_l that of layout l.  The
 * vector n_l has a 1 for each machine with a full cell of layout l. */
static double squared_machines(const struct rcc_fleet_cells *cells)
{
	const size_t n = cells->n_layouts;
	double sum = 0;

	for (size_t m = 0; m < cells->n_machines; m++) {
		const double k = cells->per_machine[m];
		double part = 0;

		for (size_t l = 0; l < n; l++)
			if (is_full(cells, m, l))
				part += 1 / cells->per_layout[l];
		sum += k * k - 2 * k * part;
	}
	for (size_t l = 0; l < n; l++) {
		for (size_t k = 0; k < n; k++) {
			double both = 0;

			for (size_t m = 0; m < cells->n_machines; m++)
				both += is_full(cells, m, l) &&
					is_full(cells, m, k);
			sum += both * both / cells->per_layout[l] /
			       cells->per_layout[k];
		}
	}
	return sum;
}

/* Consider a sum of chi-square variables with one degree of freedom each.  `df`
 * is their number.  Variable i has the weight noise + variance * μ_i.  Return
 * the factor, at most 1, by which Satterthwaite's method multiplies df.  `sum`
 * is the sum of all μ_i, and `squares` the sum of all μ_i². */
static double evenness(double df, double noise, double variance, double sum,
		       double squares)
{
	const double first = df * noise + variance * sum;
	const double second = df * noise * noise + 2 * noise * variance * sum +
			      variance * variance * squares;

	return second > 0 ? fmin(1, first * first / second / df) : 1;
}

/* Reduce the degrees of freedom of the mean squares, because their chi-squares
 * have unequal weights.  The weights come from the estimated variances. */
static void adjust_df(struct rcc_fleet_squares *s,
		      const struct rcc_fleet_cells *cells)
{
	struct rcc_fleet_square *square = s->square;
	const double m = (double)cells->n_machines;
	const double n = (double)cells->n_layouts;
	const double noise = fmax(square[CELLS].value, 0);
	const double own_l =
		fmax(0, (square[LAYOUTS].value - noise) / square[LAYOUTS].own);
	const double own_m = fmax(0, (square[MACHINES].value - noise) /
					     square[MACHINES].own);
	const double runs = isnan(square[RUNS].value) ? 0 : square[RUNS].value;
	const double cell = fmax(0, noise - square[CELLS].runs * runs);
	double sum = 0;
	double squares = 0;

	square[LAYOUTS].df *=
		evenness(n - 1, noise, own_l, (n - 1) * square[LAYOUTS].own,
			 squared_layouts(s, cells->n_layouts));
	square[MACHINES].df *=
		evenness(m - 1, noise, own_m, (double)cells->n_full - n,
			 squared_machines(cells));
	for (size_t c = 0; c < cells->n_all; c++) {
		if (!(cells->count[c] > 0))
			continue;
		sum += cell + runs / cells->count[c];
		squares += pow(cell + runs / cells->count[c], 2);
	}
	if (squares > 0)
		square[CELLS].df *=
			fmin(1, sum * sum / squares / (double)cells->n_full);
}

/* Return the degrees of freedom of the variance of x[n]: df, or fewer if x has
 * heavy tails. */
static double tails_of(const double *x, size_t n, double df, double *scratch)
{
	double tails;

	if (rcc_kurtosis_df(x, n, scratch, &tails) != 0)
		return df;
	return fmax(1, df * tails / (double)(n - 1));
}

/* Compute tails_df of all mean squares. */
static void adjust_tails(struct rcc_fleet_squares *s,
			 const struct rcc_fleet_cells *cells)
{
	struct rcc_fleet_square *square = s->square;
	/* Reuse this array; the leverages are not needed any more. */
	double *full = s->leverage;
	size_t n = 0;

	square[LAYOUTS].tails_df = tails_of(s->layout, cells->n_layouts,
					    square[LAYOUTS].df, s->sorted);
	square[MACHINES].tails_df = tails_of(s->within, cells->n_machines,
					     square[MACHINES].df, s->sorted);
	for (size_t c = 0; c < cells->n_all; c++)
		if (cells->count[c] > 0)
			full[n++] = s->residual[c];
	square[CELLS].tails_df = tails_of(full, n, square[CELLS].df, s->sorted);
	n = 0;
	for (size_t c = 0; c < cells->n_all; c++)
		if (cells->count[c] > 1)
			full[n++] = cells->squares[c];
	square[RUNS].tails_df = rcc_pooled_df(full, n, square[RUNS].df);
}

/* ---- Machines ---------------------------------------------------------- */

/*
 * Compute for each machine
 *	s->within	its effect minus the mean effect of the machines of its
 *			kind
 *	s->machine_variance
 *			the variance of s->within if the machines of a kind do
 *			not differ, divided by the variance of a cell's mean
 *
 * With the variance of a cell's mean as unit, the covariance of the effects of
 * machines i and j is
 *	(i == j) / k_i + p_i' C^- p_j
 *	k_i	the number of full cells of machine i
 *	p_i	a vector with 1 / k_i for each layout that has a full cell on
 *		machine i, otherwise 0
 *	C^-	s->inverse
 */
static void machine_effects(struct rcc_fleet_squares *s,
			    const struct rcc_fleet_cells *cells)
{
	const size_t n = cells->n_layouts;
	double *count = s->per_kind;
	double *mean = count + cells->n_kinds;
	double *inverse = mean + cells->n_kinds; /* sum of 1 / k_m */
	double *share = s->share;
	double *product = share + n;

	memset(count, 0, 3 * cells->n_kinds * sizeof(*count));
	memset(s->share_kind, 0, n * cells->n_kinds * sizeof(*s->share_kind));
	for (size_t m = 0; m < cells->n_machines; m++)
		count[rcc_fleet_kind_of(cells, m)]++;
	for (size_t m = 0; m < cells->n_machines; m++) {
		const size_t kind = rcc_fleet_kind_of(cells, m);

		mean[kind] += s->machine[m] / count[kind];
		inverse[kind] += 1 / cells->per_machine[m];
		for (size_t l = 0; l < n; l++)
			s->share_kind[kind * n + l] += is_full(cells, m, l) /
						       cells->per_machine[m] /
						       count[kind];
	}
	for (size_t m = 0; m < cells->n_machines; m++) {
		const size_t kind = rcc_fleet_kind_of(cells, m);
		double sum = (1 - 2 / count[kind]) / cells->per_machine[m] +
			     inverse[kind] / count[kind] / count[kind];

		for (size_t l = 0; l < n; l++)
			share[l] =
				is_full(cells, m, l) / cells->per_machine[m] -
				s->share_kind[kind * n + l];
		for (size_t l = 0; l < n; l++) {
			product[l] = 0;
			for (size_t k = 0; k < n; k++)
				product[l] += s->inverse[l * n + k] * share[k];
			sum += share[l] * product[l];
		}
		s->within[m] = s->machine[m] - mean[kind];
		s->machine_variance[m] = count[kind] > 1 ? sum : NAN;
	}
}

/* ---- All --------------------------------------------------------------- */

/* Set a mean square with df degrees of freedom from its sum of squares.  Divide
 * `own` and `runs` by df as well. */
static void set_square(struct rcc_fleet_square *square, double sum, double df)
{
	square->df = df;
	square->value = df > 0 ? sum / df : NAN;
	square->own /= df;
	square->runs /= df;
}

int rcc_fleet_squares(struct rcc_fleet_squares *s,
		      const struct rcc_fleet_cells *cells)
{
	struct rcc_fleet_square *square = s->square;
	const double n = (double)cells->n_layouts;
	const double p = (double)cells->n_kinds;
	const double left =
		(double)cells->n_full - (double)cells->n_machines - n + 1;
	double layouts;
	double kinds;
	double rest;
	double cell_squares = 0;

	memset(square, 0, sizeof(s->square));
	if (left < 1 || layouts_information(s, cells) != 0 ||
	    kinds_fit(s, cells) != 0)
		return RCC_EDOM;
	layouts = fit(s, cells);
	for (size_t c = 0; c < cells->n_all; c++)
		cell_squares += s->residual[c] * s->residual[c];
	square[LAYOUTS].runs = leverages(s, cells);
	for (size_t l = 0; l < cells->n_layouts; l++)
		square[LAYOUTS].own += s->c[l * cells->n_layouts + l];
	for (size_t c = 0; c < cells->n_all; c++)
		if (cells->count[c] > 0)
			square[CELLS].runs +=
				(1 - s->leverage[c]) / cells->count[c];
	machines_coefficients(s, cells, &square[MACHINES]);
	kinds = kinds_squares(s, cells, &rest);
	set_square(&square[LAYOUTS], layouts, n - 1);
	set_square(&square[CELLS], cell_squares, left);
	set_square(&square[MACHINES], fmax(rest - kinds - cell_squares, 0),
		   (double)cells->n_machines - p);
	square[RUNS].runs = (double)(cells->n_runs - cells->n_full);
	set_square(&square[RUNS], cells->within, square[RUNS].runs);
	if (cells->n_runs == cells->n_full)
		square[RUNS].df = square[RUNS].runs = NAN;
	machine_effects(s, cells);
	s->kinds = (struct rcc_fleet_test){.f = kinds / (p - 1) /
						square[MACHINES].value,
					   .df1 = p - 1,
					   .df2 = square[MACHINES].df};
	adjust_df(s, cells);
	adjust_tails(s, cells);
	return 0;
}

void rcc_fleet_coefficients(const struct rcc_fleet_square *square,
			    enum rcc_fleet_component component, double *c)
{
	const struct rcc_fleet_square *own = &square[component];

	memset(c, 0, RCC_N_FLEET_COMPONENTS * sizeof(*c));
	if (component == RUNS) {
		c[RUNS] = 1;
	} else if (component == CELLS) {
		c[CELLS] = 1;
		c[RUNS] = -own->runs;
	} else {
		c[component] = 1 / own->own;
		c[CELLS] = -1 / own->own;
		c[RUNS] = (square[CELLS].runs - own->runs) / own->own;
	}
	/* If no cell has two runs, the mean square of cells estimates
	 * σ²_LM + σ²_E.  The component RUNS is then this sum. */
	if (isnan(square[RUNS].value)) {
		c[RUNS] = 0;
		if (component == RUNS)
			c[CELLS] = 1;
	}
}
