/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/findings/machine.h"

#include <math.h>
#include <stdlib.h>

#include "common/mem.h"
#include "harness/findings/values.h"
#include "stats/rcc_jumps.h"
#include "stats/rcc_stats.h"

static double sd_of(const double *x, size_t n)
{
	const double mean = rcc_values_mean(x, n);
	double squares = 0;

	for (size_t i = 0; i < n; i++)
		squares += (x[i] - mean) * (x[i] - mean);
	return n < 2 ? NAN : sqrt(squares / (double)(n - 1));
}

/* Return the logarithms of n values.  The caller must free them. */
static double *logs_of(const double *x, size_t n)
{
	double *y = rcc_mem_calloc(n + 1, sizeof(*y));

	for (size_t i = 0; i < n; i++)
		y[i] = log(x[i]);
	return y;
}

/* Return the standard deviation of B - A over pairs of logarithms. */
static double pair_sd(const double *log_x, const bool *b_first, size_t n)
{
	double *d = rcc_mem_calloc(n + 1, sizeof(*d));
	double sd;

	for (size_t i = 0; i < n; i++) {
		d[i] = log_x[2 * i + 1] - log_x[2 * i];
		if (b_first[i])
			d[i] = -d[i];
	}
	sd = sd_of(d, n);
	free(d);
	return sd;
}

/* ---- The runs in turns ------------------------------------------------- */

static double jump_ratio(const struct rcc_machine_series *s,
			 const double *log_x, size_t n)
{
	double least = INFINITY;
	double most = -INFINITY;

	for (size_t i = 0; i <= s->n_jumps; i++) {
		const size_t begin = i == 0 ? 0 : s->jump[i - 1];
		const size_t end = i == s->n_jumps ? n : s->jump[i];
		const double level =
			rcc_values_mean(log_x + begin, end - begin);

		least = fmin(least, level);
		most = fmax(most, level);
	}
	return exp(most - least);
}

static void find_jumps(struct rcc_machine_series *s, const double *log_x,
		       size_t n)
{
	void *scratch = rcc_mem_alloc(rcc_jumps_scratch(n));

	s->jump = rcc_mem_calloc(n / 3 + 1, sizeof(*s->jump));
	/* After an error, the number of jumps is 0. */
	(void)rcc_jumps(log_x, n, rcc_jumps_penalty(n), scratch, s->jump,
			&s->n_jumps);
	s->jump_ratio = jump_ratio(s, log_x, n);
	free(scratch);
}

static void find_series(const double *x, const bool *b_first, size_t n_pairs,
			struct rcc_machine_series *s)
{
	const size_t n = 2 * n_pairs;
	double *log_x = logs_of(x, n);

	s->mean = rcc_values_mean(x, n);
	s->sd = sd_of(log_x, n);
	s->pair_sd = pair_sd(log_x, b_first, n_pairs);
	s->autocorrelation = NAN;
	if (rcc_autocorrelation(log_x, n, 1, &s->autocorrelation) != 0)
		s->autocorrelation = NAN;
	find_jumps(s, log_x, n);
	free(log_x);
}

/* ---- In tandem --------------------------------------------------------- */

static void find_tandem(const struct rcc_machine_times *t,
			struct rcc_machine_findings *f)
{
	double *alone = logs_of(t->cpu, 2 * t->n);
	double *tandem = logs_of(t->tandem_cpu, 2 * t->n);

	f->tandem_pair_sd = pair_sd(tandem, t->tandem_b_first, t->n);
	f->tandem_cost = exp(rcc_values_mean(tandem, 2 * t->n) -
			     rcc_values_mean(alone, 2 * t->n));
	free(alone);
	free(tandem);
}

/* ---- Differences ------------------------------------------------------- */

static double detectable(double sd, size_t n)
{
	const struct rcc_block_ratio planned = {
		.log_se = sd / sqrt((double)n),
		.ratio.df = (double)n - 1,
	};
	double difference;

	if (n < 2 ||
	    rcc_block_ratio_detectable(&planned, RCC_MACHINE_LEVEL,
				       RCC_MACHINE_POWER, &difference) != 0)
		return NAN;
	return difference;
}

static void find_budget(const struct rcc_machine_findings *f, double minutes,
			struct rcc_machine_budget *b)
{
	const double pairs = 60 * minutes / (2 * f->run_s);

	b->minutes = minutes;
	b->n_turns = (size_t)pairs;
	b->n_tandem = f->tandem_cost > 0 ? (size_t)(pairs / f->tandem_cost) : 0;
	b->wall = detectable(f->wall.pair_sd, b->n_turns);
	b->cpu = detectable(f->cpu.pair_sd, b->n_turns);
	b->tandem = detectable(f->tandem_pair_sd, b->n_tandem);
}

void rcc_machine_find(const struct rcc_machine_times *t, double run_s,
		      struct rcc_machine_findings *out)
{
	static const double minutes[RCC_MACHINE_N_BUDGETS] = {1, 5, 15};

	*out = (struct rcc_machine_findings){.n = t->n, .run_s = run_s};
	find_series(t->wall, t->b_first, t->n, &out->wall);
	find_series(t->cpu, t->b_first, t->n, &out->cpu);
	find_tandem(t, out);
	for (size_t i = 0; i < RCC_MACHINE_N_BUDGETS; i++)
		find_budget(out, minutes[i], &out->budget[i]);
}

void rcc_machine_findings_release(struct rcc_machine_findings *f)
{
	free(f->wall.jump);
	free(f->cpu.jump);
	*f = (struct rcc_machine_findings){0};
}
