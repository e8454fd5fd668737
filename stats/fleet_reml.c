/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Restricted maximum likelihood (PT71) for machines crossed with layouts.
 *
 * A cell is one machine with one layout.  The likelihood depends on the runs of
 * a cell only through their mean and their sum of squares.  The covariance
 * matrix of the cells' means is
 *	V = D + σ²_M J + σ²_L Z Z'
 *	D	a diagonal matrix: σ²_LM + σ²_E / (number of runs of the cell)
 *	J	has a 1 for each pair of cells of the same machine
 *	Z Z'	has a 1 for each pair of cells of the same layout
 *
 * D + σ²_M J has a block for each machine: a diagonal matrix plus a matrix of
 * rank 1.  So its inverse W is known in closed form.  All other matrices have
 * the size of layouts and kinds.  struct rcc_fleet_reml in stats/fleet.h
 * defines them.
 *
 * The function that is minimized is -2 ln(restricted likelihood).  The method
 * is Newton's, with the average information (GTC95 in rcc_fleet.h) instead of
 * the second derivatives.  Variances stay at least 0.  A variance that is 0
 * stays 0 if a larger variance would lower the likelihood.
 */
#include "stats/fleet.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "common/error.h"

#define MACHINES RCC_FLEET_MACHINES
#define LAYOUTS RCC_FLEET_LAYOUTS
#define CELLS RCC_FLEET_LAYOUT_MACHINE
#define RUNS RCC_FLEET_RUNS
#define N_PARTS RCC_N_FLEET_COMPONENTS

/* A search makes at most MOST_STEPS steps of Newton's method.  A step that
 * would lower the likelihood is halved at most MOST_HALVINGS times. */
enum { MOST_STEPS = 200, MOST_HALVINGS = 40 };
/* Stop after a step that changes every variance by at most this fraction of the
 * sum of the variances. */
#define TOLERANCE 1e-13
/* Stop when rounding errors dominate: the expected gain of a step is at most
 * this fraction of the log-likelihood, and the steps no longer shrink. */
#define ROUNDING 1e-13

void rcc_fleet_reml_take(struct rcc_fleet_reml *r, struct rcc_scratch *space,
			 size_t n_machines, size_t n_layouts, size_t n_kinds)
{
	const size_t q = n_layouts + n_kinds;
	size_t n_all;
	size_t n_square;

	if (__builtin_mul_overflow(n_machines, n_layouts, &n_all))
		n_all = SIZE_MAX;
	if (__builtin_mul_overflow(q, q, &n_square))
		n_square = SIZE_MAX;
	memset(r, 0, sizeof(*r));
	r->n = n_layouts;
	r->p = n_kinds;
	r->q = q;
	r->weight = rcc_scratch_take(space, n_all, sizeof(double));
	r->py = rcc_scratch_take(space, n_all, sizeof(double));
	r->pvpy = rcc_scratch_take(space, n_all, sizeof(double));
	for (int i = 0; i < N_PARTS; i++)
		r->vpy[i] = rcc_scratch_take(space, n_all, sizeof(double));
	r->total = rcc_scratch_take(space, n_machines, sizeof(double));
	r->part = rcc_scratch_take(space, n_machines, sizeof(double));
	r->machine_p = rcc_scratch_take(space, n_machines, sizeof(double));
	r->a = rcc_scratch_take(space, n_square, sizeof(double));
	r->b = rcc_scratch_take(space, n_square, sizeof(double));
	r->b_inverse = rcc_scratch_take(space, n_square, sizeof(double));
	r->big_q = rcc_scratch_take(space, n_square, sizeof(double));
	r->lx = rcc_scratch_take(space, n_square, sizeof(double));
	r->s = rcc_scratch_take(space, n_square, sizeof(double));
	r->s_inverse = rcc_scratch_take(space, n_square, sizeof(double));
	r->solution = rcc_scratch_take(space, q, sizeof(double));
	r->g = rcc_scratch_take(space, q, sizeof(double));
	r->qg = rcc_scratch_take(space, q, sizeof(double));
}

/* Return the variance of component i; 0 if it is not in the model (NaN). */
static double variance_of(const struct rcc_fleet_reml *r,
			  enum rcc_fleet_component i)
{
	return isnan(r->variance[i]) ? 0 : r->variance[i];
}

/* ---- The matrices ------------------------------------------------------ */

/* Compute r->weight, r->total and r->part.  Returns the logarithm of the
 * determinant of W^-1, the cells' covariance without the layouts' effects. */
static double weigh(struct rcc_fleet_reml *r)
{
	const double machines = variance_of(r, MACHINES);
	const double cells = variance_of(r, CELLS);
	const double runs = variance_of(r, RUNS);
	double log_det = 0;

	for (size_t m = 0; m < r->cells->n_machines; m++) {
		double *weight = r->weight + m * r->n;
		const double *count = r->count + m * r->n;

		r->total[m] = 0;
		for (size_t l = 0; l < r->n; l++) {
			weight[l] = count[l] > 0 ? 1 / (cells + runs / count[l])
						 : 0;
			r->total[m] += weight[l];
			if (count[l] > 0)
				log_det -= log(weight[l]);
		}
		r->part[m] = 1 / (1 + machines * r->total[m]);
		log_det -= log(r->part[m]);
	}
	return log_det;
}

/* Compute r->a, the product U' W U (struct rcc_fleet_reml). */
static void gather(struct rcc_fleet_reml *r)
{
	const double machines = variance_of(r, MACHINES);
	const size_t q = r->q;

	memset(r->a, 0, q * q * sizeof(*r->a));
	for (size_t m = 0; m < r->cells->n_machines; m++) {
		const size_t kind = r->n + rcc_fleet_kind_of(r->cells, m);
		const double *weight = r->weight + m * r->n;
		const double factor = machines * r->part[m];

		for (size_t l = 0; l < r->n; l++) {
			double *row = r->a + l * q;

			if (weight[l] == 0)
				continue;
			for (size_t k = 0; k < r->n; k++)
				row[k] -= factor * weight[l] * weight[k];
			row[l] += weight[l];
			row[kind] += weight[l] * r->part[m];
			r->a[kind * q + l] += weight[l] * r->part[m];
		}
		r->a[kind * q + kind] += r->total[m] * r->part[m];
	}
}

/* Return ln of the determinant of an n × n matrix from its Cholesky factor. */
static double log_det_of(const double *factor, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += 2 * log(factor[i * n + i]);
	return sum;
}

/* Compute B = I + σ²_L Z' W Z, its inverse, B^-1 Z' W X, and S = X' V^-1 X.  B
 * and S are replaced by their Cholesky factors. */
static int reduce(struct rcc_fleet_reml *r)
{
	const double layouts = variance_of(r, LAYOUTS);
	const size_t n = r->n;
	const size_t p = r->p;
	const size_t q = r->q;

	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < n; k++)
			r->b[i * n + k] = (i == k) + layouts * r->a[i * q + k];
	if (rcc_fleet_factor(r->b, n) != 0)
		return RCC_EDOM;
	rcc_fleet_invert(r->b, n, r->b_inverse);
	for (size_t i = 0; i < n; i++) {
		for (size_t j = 0; j < p; j++) {
			double sum = 0;

			for (size_t k = 0; k < n; k++)
				sum += r->b_inverse[i * n + k] *
				       r->a[k * q + n + j];
			r->lx[i * p + j] = sum;
		}
	}
	for (size_t i = 0; i < p; i++) {
		for (size_t j = 0; j < p; j++) {
			double sum = r->a[(n + i) * q + n + j];

			for (size_t k = 0; k < n; k++)
				sum -= layouts * r->a[k * q + n + i] *
				       r->lx[k * p + j];
			r->s[i * p + j] = sum;
		}
	}
	if (rcc_fleet_factor(r->s, p) != 0)
		return RCC_EDOM;
	rcc_fleet_invert(r->s, p, r->s_inverse);
	return 0;
}

/* Compute Q, the inverse of U' W U after 1 / σ²_L is added to the diagonal
 * elements of layouts. */
static void fill_q(struct rcc_fleet_reml *r)
{
	const double layouts = variance_of(r, LAYOUTS);
	const size_t n = r->n;
	const size_t p = r->p;
	const size_t q = r->q;

	for (size_t i = 0; i < p; i++)
		for (size_t j = 0; j < p; j++)
			r->big_q[(n + i) * q + n + j] = r->s_inverse[i * p + j];
	for (size_t l = 0; l < n; l++) {
		for (size_t j = 0; j < p; j++) {
			double sum = 0;

			for (size_t i = 0; i < p; i++)
				sum -= layouts * r->lx[l * p + i] *
				       r->s_inverse[i * p + j];
			r->big_q[l * q + n + j] = sum;
			r->big_q[(n + j) * q + l] = sum;
		}
	}
	for (size_t l = 0; l < n; l++) {
		for (size_t k = 0; k < n; k++) {
			double sum = layouts * r->b_inverse[l * n + k];

			for (size_t j = 0; j < p; j++)
				sum -= layouts * r->big_q[l * q + n + j] *
				       r->lx[k * p + j];
			r->big_q[l * q + k] = sum;
		}
	}
}

/* ---- Products with P --------------------------------------------------- */

/* Compute the product Q b. */
static void multiply_q(const struct rcc_fleet_reml *r, const double *b,
		       double *out)
{
	for (size_t i = 0; i < r->q; i++) {
		double sum = 0;

		for (size_t k = 0; k < r->q; k++)
			sum += r->big_q[i * r->q + k] * b[k];
		out[i] = sum;
	}
}

/* Compute the product P z in `out`, and Q U' W z in `solution`. */
static void multiply_p(struct rcc_fleet_reml *r, const double *z,
		       double *solution, double *out)
{
	const double machines = variance_of(r, MACHINES);
	const size_t n = r->n;

	memset(r->g, 0, r->q * sizeof(*r->g));
	for (size_t m = 0; m < r->cells->n_machines; m++) {
		const double *w = r->weight + m * n;
		double sum = 0;

		for (size_t l = 0; l < n; l++)
			sum += w[l] * z[m * n + l];
		for (size_t l = 0; l < n; l++)
			r->g[l] += w[l] *
				   (z[m * n + l] - machines * r->part[m] * sum);
		r->g[n + rcc_fleet_kind_of(r->cells, m)] += r->part[m] * sum;
	}
	multiply_q(r, r->g, solution);
	for (size_t m = 0; m < r->cells->n_machines; m++) {
		const double kind =
			solution[n + rcc_fleet_kind_of(r->cells, m)];
		const double *w = r->weight + m * n;
		double sum = 0;

		for (size_t l = 0; l < n; l++) {
			out[m * n + l] = z[m * n + l] - solution[l] - kind;
			sum += w[l] * out[m * n + l];
		}
		for (size_t l = 0; l < n; l++)
			out[m * n + l] = w[l] * (out[m * n + l] -
						 machines * r->part[m] * sum);
	}
}

/* Compute r->vpy: the products V_i P y for all components i. */
static void multiply_v(struct rcc_fleet_reml *r)
{
	const size_t n = r->n;
	double *by_layout = r->g;

	memset(by_layout, 0, n * sizeof(*by_layout));
	for (size_t m = 0; m < r->cells->n_machines; m++)
		for (size_t l = 0; l < n; l++)
			by_layout[l] += r->py[m * n + l];
	for (size_t m = 0; m < r->cells->n_machines; m++) {
		double sum = 0;

		for (size_t l = 0; l < n; l++)
			sum += r->py[m * n + l];
		for (size_t l = 0; l < n; l++) {
			const size_t c = m * n + l;
			const bool is_full = r->count[c] > 0;

			r->vpy[MACHINES][c] = is_full ? sum : 0;
			r->vpy[LAYOUTS][c] = is_full ? by_layout[l] : 0;
			r->vpy[CELLS][c] = r->py[c];
			r->vpy[RUNS][c] = is_full ? r->py[c] / r->count[c] : 0;
		}
	}
}

/* ---- Derivatives ------------------------------------------------------- */

/* Compute the traces of P V_i into r->score, for all components i. */
static void traces(struct rcc_fleet_reml *r)
{
	const double machines = variance_of(r, MACHINES);
	const size_t n = r->n;
	const size_t q = r->q;

	memset(r->score, 0, sizeof(r->score));
	for (size_t l = 0; l < n; l++) {
		for (size_t k = 0; k < n; k++)
			r->score[LAYOUTS] +=
				r->a[l * q + k] * r->b_inverse[l * n + k];
		for (size_t i = 0; i < r->p; i++)
			for (size_t j = 0; j < r->p; j++)
				r->score[LAYOUTS] -=
					r->lx[l * r->p + i] *
					r->s_inverse[i * r->p + j] *
					r->lx[l * r->p + j];
	}
	for (size_t m = 0; m < r->cells->n_machines; m++) {
		const size_t kind = n + rcc_fleet_kind_of(r->cells, m);
		const double *w = r->weight + m * n;
		const double k = machines * r->part[m];
		double gqg = 0;

		memset(r->g, 0, q * sizeof(*r->g));
		memcpy(r->g, w, n * sizeof(*w));
		r->g[kind] = r->total[m];
		multiply_q(r, r->g, r->qg);
		for (size_t i = 0; i < q; i++)
			gqg += r->g[i] * r->qg[i];
		r->machine_p[m] = r->part[m] * (r->total[m] - r->part[m] * gqg);
		r->score[MACHINES] += r->machine_p[m];
		for (size_t l = 0; l < n; l++) {
			const double own = r->big_q[l * q + l] +
					   2 * r->big_q[l * q + kind] +
					   r->big_q[kind * q + kind];
			const double cross = r->qg[l] + r->qg[kind];
			const double p =
				w[l] -
				w[l] * w[l] *
					(k + own - 2 * k * cross + k * k * gqg);

			r->score[CELLS] += p;
			if (w[l] > 0)
				r->score[RUNS] += p / r->count[m * n + l];
		}
	}
}

static double dot(const double *x, const double *y, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += x[i] * y[i];
	return sum;
}

/* Compute the derivatives of -2 log-likelihood.  r->score must hold the traces
 * already. */
static void differentiate(struct rcc_fleet_reml *r)
{
	const double runs = variance_of(r, RUNS);
	const double df = r->n_runs - (double)r->cells->n_full;
	const size_t n_all = r->cells->n_all;

	multiply_v(r);
	for (size_t i = 0; i < N_PARTS; i++)
		r->score[i] -= dot(r->py, r->vpy[i], n_all);
	r->score[RUNS] += (df - r->within / runs) / runs;
	for (size_t i = 0; i < N_PARTS; i++) {
		multiply_p(r, r->vpy[i], r->qg, r->pvpy);
		for (size_t k = 0; k < N_PARTS; k++)
			r->information[i * N_PARTS + k] =
				dot(r->pvpy, r->vpy[k], n_all);
	}
	r->information[RUNS * N_PARTS + RUNS] += r->within / pow(runs, 3);
}

/* Compute r->minus_two_log and its derivatives at r->variance. */
static int evaluate(struct rcc_fleet_reml *r)
{
	const double runs = variance_of(r, RUNS);
	const double df = r->n_runs - (double)r->cells->n_full;
	double value = weigh(r);

	gather(r);
	if (reduce(r) != 0)
		return RCC_EDOM;
	fill_q(r);
	multiply_p(r, r->cells->mean, r->solution, r->py);
	value += log_det_of(r->b, r->n) + log_det_of(r->s, r->p);
	value += dot(r->cells->mean, r->py, r->cells->n_all);
	value += df * log(runs) + r->within / runs;
	r->minus_two_log = value;
	traces(r);
	differentiate(r);
	return isfinite(value) ? 0 : RCC_EDOM;
}

/* ---- The search -------------------------------------------------------- */

/* Compute Newton's step.  Components at 0 that would become negative, and those
 * that are not in the model, have step 0. */
static void find_step(const struct rcc_fleet_reml *r, double *step)
{
	double h[N_PARTS * N_PARTS];
	double x[N_PARTS];
	size_t part[N_PARTS] = {0}; /* the components that may change */
	size_t n = 0;

	for (size_t i = 0; i < N_PARTS; i++) {
		step[i] = 0;
		if (r->variance[i] > 0 ||
		    (r->variance[i] == 0 && r->score[i] < 0))
			part[n++] = i;
	}
	for (size_t i = 0; i < n; i++) {
		for (size_t k = 0; k < n; k++)
			h[i * n + k] =
				r->information[part[i] * N_PARTS + part[k]];
		/* Enlarge the diagonal, since the information may be
		 * singular. */
		h[i * n + i] *= 1 + 1e-10;
		x[i] = -r->score[part[i]];
	}
	if (rcc_fleet_factor(h, n) != 0)
		for (size_t i = 0; i < n; i++)
			x[i] /= r->information[part[i] * N_PARTS + part[i]];
	else
		rcc_fleet_solve(h, n, x);
	for (size_t i = 0; i < n; i++)
		step[part[i]] = x[i];
}

/* Set each variance to from + part * step.  The variance of runs is at least a
 * tenth of `from`, and each other variance is at least 0. */
static void move(struct rcc_fleet_reml *r, const double *from,
		 const double *step, double part)
{
	for (size_t i = 0; i < N_PARTS; i++)
		if (!isnan(from[i]))
			r->variance[i] = fmax(from[i] + part * step[i],
					      i == RUNS ? from[i] / 10 : 0);
}

/* Return the largest change of a variance, divided by the sum of all
 * variances. */
static double change(const double *from, const double *to)
{
	double most = 0;
	double sum = 0;

	for (size_t i = 0; i < N_PARTS; i++) {
		if (isnan(from[i]))
			continue;
		most = fmax(most, fabs(to[i] - from[i]));
		sum += to[i];
	}
	return most / sum;
}

/* Search for a minimum of -2 log-likelihood, beginning at r->variance.  Returns
 * RCC_EDOM if none is found. */
static int search(struct rcc_fleet_reml *r)
{
	double from[N_PARTS];
	double step[N_PARTS];
	double last = INFINITY;

	if (!(r->variance[RUNS] > 0) || evaluate(r) != 0)
		return RCC_EDOM;
	for (int n = 0; n < MOST_STEPS; n++) {
		const double before = r->minus_two_log;
		const double rounding = ROUNDING * (fabs(before) + r->n_runs);
		double part = 1;
		/* decrease of minus_two_log to expect from a whole step */
		double gain = 0;
		double now;
		int k = 0;

		memcpy(from, r->variance, sizeof(from));
		find_step(r, step);
		for (size_t i = 0; i < N_PARTS; i++)
			gain -= step[i] * r->score[i];
		do {
			move(r, from, step, part);
			part /= 2;
		} while ((evaluate(r) != 0 ||
			  !(r->minus_two_log <= before + rounding)) &&
			 ++k < MOST_HALVINGS);
		if (k == MOST_HALVINGS) {
			memcpy(r->variance, from, sizeof(from));
			return evaluate(r);
		}
		now = change(from, r->variance);
		if (now <= TOLERANCE || (gain <= rounding && now > last / 2))
			return 0;
		last = now;
	}
	return RCC_EDOM;
}

/* Set the start of a second search: a large variance of runs, and small other
 * variances. */
static void begin_elsewhere(struct rcc_fleet_reml *r, const double *found)
{
	double sum = 0;

	for (size_t i = 0; i < N_PARTS; i++)
		sum += isnan(found[i]) ? 0 : found[i];
	for (size_t i = 0; i < N_PARTS; i++)
		r->variance[i] = isnan(found[i]) ? NAN
				 : i == RUNS	 ? sum
						 : sum / 100;
}

int rcc_fleet_reml(struct rcc_fleet_reml *r)
{
	double found[N_PARTS];
	double value;
	bool is_at_zero = false;
	int result = search(r);

	for (size_t i = 0; i < N_PARTS; i++)
		is_at_zero = is_at_zero || r->variance[i] == 0;
	if (result != 0 || !is_at_zero)
		return result;
	/* In unbalanced data, a maximum with a variance of 0 may be a local
	 * one.  Search again from another start. */
	memcpy(found, r->variance, sizeof(found));
	value = r->minus_two_log;
	begin_elsewhere(r, found);
	if (search(r) == 0 && r->minus_two_log < value - 1e-9 * fabs(value))
		return 0;
	memcpy(r->variance, found, sizeof(found));
	return evaluate(r);
}

void rcc_fleet_reml_weights(struct rcc_fleet_reml *r, const double *contrast,
			    double *out)
{
	const double machines = variance_of(r, MACHINES);
	const double layouts = variance_of(r, LAYOUTS);
	const size_t n = r->n;
	double *z = r->qg; /* S^-1 contrast */
	double *u = r->g;

	memcpy(z, contrast, r->p * sizeof(*z));
	rcc_fleet_solve(r->s, r->p, z);
	/* V^-1 = W - σ²_L W Z B^-1 Z' W */
	for (size_t l = 0; l < n; l++)
		u[l] = layouts * dot(r->a + l * r->q + n, z, r->p);
	rcc_fleet_solve(r->b, n, u);
	for (size_t m = 0; m < r->cells->n_machines; m++) {
		const double *w = r->weight + m * n;
		const double value = z[rcc_fleet_kind_of(r->cells, m)];
		double sum = 0;

		for (size_t l = 0; l < n; l++)
			sum += w[l] * (value - u[l]);
		for (size_t l = 0; l < n; l++)
			out[m * n + l] = w[l] * (value - u[l] -
						 machines * r->part[m] * sum);
	}
}
