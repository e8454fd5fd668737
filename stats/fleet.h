/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The cells of a study on many machines, and what is computed from them.
 * rcc_fleet.h has the model and its terms.  Private to stats/.
 *
 * A vector over cells has the layouts of a machine side by side, index
 * m * n_layouts + l.  It is 0 in empty cells.  U is the matrix of layouts and
 * kinds: the row of a cell has a 1 in the column of its layout, and in the
 * column of its machine's kind.  It has q = n_layouts + n_kinds columns.
 */
#ifndef RCC_STATS_FLEET_H
#define RCC_STATS_FLEET_H

#include "stats/rcc_fleet.h"
#include "stats/scratch.h"

struct rcc_fleet_cells {
	size_t n_machines, n_layouts, n_kinds;
	size_t n_all;  /* n_machines * n_layouts, with the empty cells */
	size_t n_full; /* cells that have a run */
	size_t n_runs;
	const size_t *kind; /* the kind of each machine; NULL for one kind */
	double *count;	    /* number of runs */
	/* The mean, after `center` is subtracted and the rest divided by
	 * `scale`; all sums of squares are on this scale too. */
	double *mean;
	double *squares; /* sum of squared deviations of its runs */
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
/* Solve A x = b with the factor of A; x replaces b. */
void rcc_fleet_solve(const double *factor, size_t n, double *b);
/* Compute the inverse of A from its factor. */
void rcc_fleet_invert(const double *factor, size_t n, double *inverse);

/* ---- Restricted maximum likelihood ------------------------------------- */

struct rcc_fleet_reml {
	const struct rcc_fleet_cells *cells;
	size_t n, p, q; /* numbers of layouts and of kinds, and their sum */
	/* The number of runs in each cell, the number of all runs, and the sum
	 * of squares within cells.  If the runs within cells do not vary, each
	 * cell counts as one run. */
	const double *count;
	double n_runs, within;
	double variance[RCC_N_FLEET_COMPONENTS];

	/* W is the inverse of the cells' covariance without the layouts'
	 * effects.  weight[c] is 1 / (σ²_LM + σ²_E / count[c]) for cell c.
	 * total[m] is the sum of the weights of machine m.  part[m] is
	 * 1 / (1 + σ²_M total[m]). */
	double *weight;
	double *total, *part;
	double *a; /* U' W U */
	/* Z and X are the columns of U for layouts and for kinds. */
	double *b;	   /* factor of B = I + σ²_L Z' W Z */
	double *b_inverse; /* B^-1 */
	double *lx;	   /* B^-1 Z' W X, of size n × p */
	double *s;	   /* factor of S = X' V^-1 X */
	double *s_inverse; /* S^-1, the covariance of the kinds' means */
	/* P = W - W U Q U' W, with Q of size q × q. */
	double *big_q;
	double *solution; /* Q U' W y: the layouts' effects, the kinds' means */
	double *py;	  /* P y */
	/* vpy[i] is V_i P y, where V_i is the derivative of V with respect to
	 * variance[i].  pvpy is P times one of these products. */
	double *vpy[RCC_N_FLEET_COMPONENTS];
	double *pvpy;
	double *machine_p; /* z' P z for each machine z */
	double *g, *qg;	   /* scratch: q numbers each */

	double minus_two_log; /* -2 ln(likelihood), without constants */
	double score[RCC_N_FLEET_COMPONENTS]; /* its derivatives */
	double information[RCC_N_FLEET_COMPONENTS * RCC_N_FLEET_COMPONENTS];
};

void rcc_fleet_reml_take(struct rcc_fleet_reml *r, struct rcc_scratch *space,
			 size_t n_machines, size_t n_layouts, size_t n_kinds);
/* Maximise the restricted likelihood, beginning at r->variance.  A component
 * that is NaN is not in the model.  Returns RCC_EDOM if that fails. */
int rcc_fleet_reml(struct rcc_fleet_reml *r);
/* The estimate of the sum over kinds k of contrast[k] * beta[k] is a weighted
 * sum of the cells' means.  Compute the weights w[cell]. */
void rcc_fleet_reml_weights(struct rcc_fleet_reml *r, const double *contrast,
			    double *w);

/* ---- Mean squares ------------------------------------------------------ */

struct rcc_fleet_squares {
	struct rcc_fleet_square square[RCC_N_FLEET_COMPONENTS];
	struct rcc_fleet_test kinds; /* all members but p are set */
	/* The additive fit to the cells' means: effects of layouts, which sum
	 * to 0, effects of machines, and residuals. */
	double *layout, *machine, *residual;
	/* `within` is a machine's effect minus the mean effect of its kind.  If
	 * machines are alike, the variance of `within` is machine_variance
	 * times the variance of a cell. */
	double *within, *machine_variance;
	/* Scratch: */
	double *mean;		      /* for each machine */
	double *leverage, *sorted;    /* for each cell */
	double *c, *factor, *inverse; /* for layouts */
	/* share[l] is the share that layout l has in the full cells of one
	 * machine.  share_kind has the mean of this share over the machines of
	 * a kind, for each kind and each layout. */
	double *share, *share_kind;
	double *per_kind;
	double *x_mean, *x_sum, *g, *gamma, *solution; /* for kinds */
};

void rcc_fleet_squares_take(struct rcc_fleet_squares *s,
			    struct rcc_scratch *space, size_t n_machines,
			    size_t n_layouts, size_t n_kinds);
/* Compute all fields.  Returns RCC_EDOM as rcc_fleet_compute() does. */
int rcc_fleet_squares(struct rcc_fleet_squares *s,
		      const struct rcc_fleet_cells *cells);
/* Write a component as a sum of mean squares: c[i] is the coefficient of
 * square[i]. */
void rcc_fleet_coefficients(const struct rcc_fleet_square *square,
			    enum rcc_fleet_component component, double *c);

/* ---- Intervals --------------------------------------------------------- */

/* Compute the intervals of the components and of the share from the mean
 * squares.  The estimates, which are by REML, do not change. */
void rcc_fleet_intervals(const struct rcc_fleet_square *square, double level,
			 struct rcc_interval *component,
			 struct rcc_interval *share);

#endif
