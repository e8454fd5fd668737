/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The cells of a study on many machines, and what is computed from them.  A
 * cell is one machine with one layout; it is full if it has a run, otherwise
 * empty.  rcc_fleet.h has the model and its terms.  Private to stats/.
 *
 * In a vector over cells, the cell of machine m and layout l has the index
 * m * n_layouts + l.  The element of an empty cell is 0.  The matrix U has a
 * row for each cell, and q = n_layouts + n_kinds columns.  The row of a cell
 * has a 1 in the column of its layout, a 1 in the column of its machine's kind,
 * and 0 elsewhere.
 */
#ifndef RCC_STATS_FLEET_H
#define RCC_STATS_FLEET_H

#include "stats/rcc_fleet.h"
#include "stats/scratch.h"

/* The cells, from the runs of struct rcc_fleet_data. */
struct rcc_fleet_cells {
	size_t n_machines, n_layouts, n_kinds;
	/* number of cells, n_machines * n_layouts, with the empty ones */
	size_t n_all;
	size_t n_full; /* number of full cells */
	size_t n_runs;
	const size_t *kind; /* the kind of each machine; NULL for one kind */
	double *count;	    /* number of runs of each cell */
	/* For each cell, (mean of its runs - center) / scale.  The sums of
	 * squares below are divided by the square of `scale`. */
	double *mean;
	/* for each cell, the sum of squared deviations of its runs from their
	 * mean */
	double *squares;
	double center, scale;
	double within; /* sum of `squares` */
	/* The number of full cells of each machine and each layout. */
	double *per_machine, *per_layout;
};

static inline size_t rcc_fleet_kind_of(const struct rcc_fleet_cells *cells,
				       size_t machine)
{
	return cells->kind != NULL ? cells->kind[machine] : 0;
}

/* ---- Small matrices ---------------------------------------------------- */

/* Replace the lower triangle of the symmetric n × n matrix a by its Cholesky
 * factor.  Returns -1 if a is not positive definite. */
int rcc_fleet_factor(double *a, size_t n);
/* Solve A x = b with the Cholesky factor of A; x replaces b. */
void rcc_fleet_solve(const double *factor, size_t n, double *b);
/* Compute the inverse of A from its Cholesky factor. */
void rcc_fleet_invert(const double *factor, size_t n, double *inverse);

/* ---- Restricted maximum likelihood ------------------------------------- */

/*
 * The state of the search for the largest restricted likelihood.
 *
 *	y	the vector of the cells' means
 *	V	the covariance matrix of y
 *	Z	the columns of U for layouts
 *	X	the columns of U for kinds
 *	P	V^-1 - V^-1 X (X' V^-1 X)^-1 X' V^-1, the matrix of the
 *		restricted likelihood
 * U is at the top of this file.  A factor is a Cholesky factor.
 */
struct rcc_fleet_reml {
	const struct rcc_fleet_cells *cells;
	size_t n, p, q; /* n layouts, p kinds, q = n + p */
	/* The number of runs in each cell, the number of all runs, and the sum
	 * of squares within cells.  If the runs within cells do not vary, each
	 * cell counts as one run. */
	const double *count;
	double n_runs, within;
	double variance[RCC_N_FLEET_COMPONENTS];

	/* W is the inverse of V - σ²_L Z Z', the covariance without the effects
	 * of layouts.  For cell c, weight[c] is 1 / (σ²_LM + σ²_E / count[c]).
	 * total[m] is the sum of the weights of machine m.  part[m] is
	 * 1 / (1 + σ²_M total[m]). */
	double *weight;
	double *total, *part;
	double *a;	   /* U' W U */
	double *b;	   /* factor of B = I + σ²_L Z' W Z */
	double *b_inverse; /* B^-1 */
	double *lx;	   /* B^-1 Z' W X, of size n × p */
	double *s;	   /* factor of S = X' V^-1 X */
	double *s_inverse; /* S^-1, the covariance of the kinds' means */
	/* The q × q matrix Q, which gives P as W - W U Q U' W. */
	double *big_q;
	/* Q U' W y: the estimated effects of layouts, then the means of
	 * kinds */
	double *solution;
	double *py; /* the product P y */
	/* vpy[i] is V_i P y, where V_i is the derivative of V with respect to
	 * variance[i].  pvpy is P times one of these products. */
	double *vpy[RCC_N_FLEET_COMPONENTS];
	double *pvpy;
	/* z' P z for each machine, where z has a 1 for each cell of the
	 * machine */
	double *machine_p;
	double *g, *qg; /* scratch: q numbers each */

	double minus_two_log; /* -2 ln(likelihood), without constants */
	/* the derivatives of minus_two_log by `variance` */
	double score[RCC_N_FLEET_COMPONENTS];
	/* The average information: a matrix that replaces the second
	 * derivatives (GTC95 in rcc_fleet.h). */
	double information[RCC_N_FLEET_COMPONENTS * RCC_N_FLEET_COMPONENTS];
};

/* Take the arrays of *r from scratch space. */
void rcc_fleet_reml_take(struct rcc_fleet_reml *r, struct rcc_scratch *space,
			 size_t n_machines, size_t n_layouts, size_t n_kinds);
/* Maximize the restricted likelihood, beginning at r->variance.  A component
 * that is NaN is not in the model.  Returns RCC_EDOM if no maximum is found. */
int rcc_fleet_reml(struct rcc_fleet_reml *r);
/* Compute a weight w[c] for each cell c.  The sum of w[c] times the mean of
 * cell c then estimates the sum of contrast[k] times the mean of kind k. */
void rcc_fleet_reml_weights(struct rcc_fleet_reml *r, const double *contrast,
			    double *w);

/* ---- Mean squares ------------------------------------------------------ */

/* The mean squares of the cells, and the fit from which they are computed. */
struct rcc_fleet_squares {
	struct rcc_fleet_square square[RCC_N_FLEET_COMPONENTS];
	/* the test of kinds_differ in struct rcc_fleet; p is not set */
	struct rcc_fleet_test kinds;
	/* The additive fit: the mean of a cell is layout + machine + residual.
	 * The effects of layouts sum to 0. */
	double *layout, *machine, *residual;
	/* within[m] is the effect of machine m minus the mean effect of the
	 * machines of its kind.  If the machines of a kind do not differ, the
	 * variance of within[m] is machine_variance[m] times the variance of a
	 * cell's mean. */
	double *within, *machine_variance;
	/* The fields below are scratch. */
	double *mean; /* the mean of each machine's full cells */
	/* The leverage of each cell in the additive fit, and room for sorting
	 * as many numbers. */
	double *leverage, *sorted;
	/* n × n for n layouts: C of fleet_squares.c, the factor of C + 1 1' /
	 * n, and C^- */
	double *c, *factor, *inverse;
	/* For a machine with k full cells, share[l] is 1 / k if its cell of
	 * layout l is full, otherwise 0.  share_kind has, for each kind and
	 * each layout, the mean of share[l] over the machines of the kind. */
	double *share, *share_kind;
	double *per_kind;
	/* for kinds of machines; fleet_squares.c describes them */
	double *x_mean, *x_sum, *g, *gamma, *solution;
};

/* Take the arrays of *s from scratch space. */
void rcc_fleet_squares_take(struct rcc_fleet_squares *s,
			    struct rcc_scratch *space, size_t n_machines,
			    size_t n_layouts, size_t n_kinds);
/* Compute all fields of *s.  Returns RCC_EDOM if the residuals of cells have no
 * degrees of freedom, or if groups of machines have no layout in common. */
int rcc_fleet_squares(struct rcc_fleet_squares *s,
		      const struct rcc_fleet_cells *cells);
/* Compute coefficients c[].  The estimate of the variance `component` is the
 * sum of c[i] times the mean square square[i]. */
void rcc_fleet_coefficients(const struct rcc_fleet_square *square,
			    enum rcc_fleet_component component, double *c);

/* ---- Intervals --------------------------------------------------------- */

/* Compute the intervals of the components and of the share from the mean
 * squares.  The estimates, which are by REML, do not change. */
void rcc_fleet_intervals(const struct rcc_fleet_square *square, double level,
			 struct rcc_interval *component,
			 struct rcc_interval *share);

#endif
