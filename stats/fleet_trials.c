/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Simulation of studies on many machines.  It counts how often intervals
 * contain the true value, and how often tests reject. */
#include "stats/rcc_fleet.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "common/error.h"
#include "common/random.h"
#include "stats/draw.h"
#include "stats/scratch.h"

/* The largest number of times that a study is drawn anew because its result is
 * undefined. */
enum { MOST_DRAWS = 1000 };

const char *rcc_fleet_trial_name(enum rcc_fleet_trial trial)
{
	static const char *const name[RCC_N_FLEET_TRIALS] = {
		"mean: machines and layouts",
		"variance of machines",
		"variance of layouts",
		"variance of layouts x machines",
		"variance of runs",
		"portable share",
		"mean: all runs as independent",
		"mean: machines alone",
	};

	return name[trial];
}

const char *rcc_fleet_claim_name(enum rcc_fleet_claim claim)
{
	static const char *const name[RCC_N_FLEET_CLAIMS] = {
		"machines differ",
		"a certain machine differs (Holm)",
		"layouts differ everywhere alike",
		"layouts' effect depends on machine",
	};

	return name[claim];
}

/* A simulated study, its results, and the arrays that it needs. */
struct study {
	const struct rcc_fleet_simulation *s;
	struct rcc_random *random; /* borrowed */
	double *layout, *x, *machine_mean;
	size_t *machine, *layout_of;
	struct rcc_fleet_machine *result;
	bool *seen_layout;
	void *scratch;
	struct rcc_fleet_data data;
};

static void take(const struct rcc_fleet_simulation *s,
		 struct rcc_scratch *space, struct study *y)
{
	size_t n;

	if (__builtin_mul_overflow(s->n_machines, s->n_layouts, &n) ||
	    __builtin_mul_overflow(n, s->n_runs, &n))
		n = SIZE_MAX;
	memset(y, 0, sizeof(*y));
	y->s = s;
	y->layout = rcc_scratch_take(space, s->n_layouts, sizeof(double));
	y->seen_layout = rcc_scratch_take(space, s->n_layouts, sizeof(bool));
	y->machine_mean =
		rcc_scratch_take(space, s->n_machines, sizeof(double));
	y->x = rcc_scratch_take(space, n, sizeof(double));
	y->machine = rcc_scratch_take(space, n, sizeof(size_t));
	y->layout_of = rcc_scratch_take(space, n, sizeof(size_t));
	y->result = rcc_scratch_take(space, s->n_machines, sizeof(*y->result));
	y->scratch = rcc_scratch_take(
		space, rcc_fleet_scratch(s->n_machines, s->n_layouts, 1), 1);
}

size_t rcc_simulate_fleet_scratch(const struct rcc_fleet_simulation *s)
{
	struct rcc_scratch space = {0};
	struct study y;

	take(s, &space, &y);
	return space.used;
}

/* Draw the values of a study.  Returns whether each machine and each layout has
 * a run. */
static bool draw(struct study *y)
{
	const struct rcc_fleet_simulation *s = y->s;
	const double layout_sd = s->layout_sd * sqrt(s->portable);
	const double cell_sd = s->layout_sd * sqrt(1 - s->portable);
	size_t n = 0;
	bool are_all = true;

	for (size_t l = 0; l < s->n_layouts; l++) {
		y->layout[l] = layout_sd * rcc_draw_effect(s->shape, y->random);
		y->seen_layout[l] = false;
	}
	for (size_t m = 0; m < s->n_machines; m++) {
		const double machine =
			s->machine_sd * rcc_draw_normal(y->random);
		const size_t first = n;
		double sum = 0;

		for (size_t l = 0; l < s->n_layouts; l++) {
			const double cell =
				cell_sd * rcc_draw_effect(s->shape, y->random);

			for (size_t k = 0; k < s->n_runs; k++) {
				const double run =
					s->run_sd * rcc_draw_normal(y->random);

				if (s->lost > 0 &&
				    rcc_random_unit(y->random) < s->lost)
					continue;
				y->x[n] = s->mean + machine + y->layout[l] +
					  cell + run;
				y->machine[n] = m;
				y->layout_of[n] = l;
				y->seen_layout[l] = true;
				sum += y->x[n++];
			}
		}
		are_all = are_all && n > first;
		y->machine_mean[m] = sum / (double)(n - first);
	}
	for (size_t l = 0; l < s->n_layouts; l++)
		are_all = are_all && y->seen_layout[l];
	y->data = (struct rcc_fleet_data){.x = y->x,
					  .machine = y->machine,
					  .layout = y->layout_of,
					  .n = n,
					  .n_machines = s->n_machines,
					  .n_layouts = s->n_layouts,
					  .n_kinds = 1};
	return are_all;
}

/* Compute Student's interval of the mean of x[n]. */
static struct rcc_interval student(const double *x, size_t n, double level)
{
	const struct rcc_sample sample = rcc_sample_1(x, n);
	struct rcc_interval interval = {NAN, NAN, NAN, NAN, level};
	struct rcc_levels levels;
	struct rcc_mean mean;

	rcc_levels_compute(&sample, &levels);
	mean = rcc_mean_of(&levels);
	rcc_interval_mean(&mean, level, &interval);
	return interval;
}

static void count(const struct rcc_interval *it, double truth,
		  enum rcc_fleet_trial trial, struct rcc_fleet_simulated *out)
{
	if (isnan(it->lo) || isnan(it->hi) || isnan(truth))
		out->undefined[trial]++;
	else
		out->covered[trial] += it->lo <= truth && truth <= it->hi;
}

/* Count whether each interval covers the true value. */
static void count_intervals(const struct study *y, const struct rcc_fleet *f,
			    struct rcc_fleet_simulated *out)
{
	const struct rcc_fleet_simulation *s = y->s;
	const bool is_none = s->shape == RCC_SHAPE_NONE || s->layout_sd == 0;
	const double layouts = is_none ? 0 : s->layout_sd * s->layout_sd;
	const double truth[RCC_N_FLEET_COMPONENTS] = {
		s->machine_sd * s->machine_sd, layouts * s->portable,
		layouts * (1 - s->portable), s->run_sd * s->run_sd};
	const struct rcc_interval flat = student(y->x, y->data.n, s->level);
	const struct rcc_interval nested =
		student(y->machine_mean, s->n_machines, s->level);

	count(&f->mean, s->mean, RCC_FLEET_TRIAL_MEAN, out);
	for (int i = 0; i < RCC_N_FLEET_COMPONENTS; i++)
		count(&f->component[i],
		      i == RCC_FLEET_RUNS && !f->has_runs ? NAN : truth[i],
		      (enum rcc_fleet_trial)(RCC_FLEET_TRIAL_MACHINES + i),
		      out);
	count(&f->share, is_none ? NAN : s->portable, RCC_FLEET_TRIAL_SHARE,
	      out);
	count(&flat, s->mean, RCC_FLEET_TRIAL_FLAT, out);
	count(&nested, s->mean, RCC_FLEET_TRIAL_NESTED, out);
	out->half_width += (f->mean.hi - f->mean.lo) / 2;
	if (!isnan(f->share.lo)) {
		out->share_width += f->share.hi - f->share.lo;
		out->n_share++;
	}
}

/* Count whether each test rejects. */
static void count_claims(const struct study *y, const struct rcc_fleet *f,
			 struct rcc_fleet_simulated *out)
{
	const double alpha = 1 - y->s->level;
	bool is_any = false;

	for (size_t m = 0; m < y->s->n_machines; m++)
		is_any = is_any || y->result[m].p_holm <= alpha;
	out->claimed[RCC_FLEET_CLAIM_MACHINES_DIFFER] +=
		f->machines_differ.p <= alpha;
	out->claimed[RCC_FLEET_CLAIM_ANY_MACHINE] += is_any;
	out->claimed[RCC_FLEET_CLAIM_LAYOUTS_DIFFER] +=
		f->layouts_differ.p <= alpha;
	out->claimed[RCC_FLEET_CLAIM_LAYOUTS_DEPEND] +=
		f->layouts_depend.p <= alpha;
}

static bool is_valid(const struct rcc_fleet_simulation *s)
{
	return s->n_machines >= 2 && s->n_layouts >= 2 && s->n_runs >= 1 &&
	       s->machine_sd >= 0 && s->layout_sd >= 0 && s->run_sd > 0 &&
	       s->portable >= 0 && s->portable <= 1 && s->lost >= 0 &&
	       s->lost < 1 && s->level > 0 && s->level < 1;
}

int rcc_simulate_fleet(const struct rcc_fleet_simulation *simulation, size_t n,
		       struct rcc_random *random, void *scratch,
		       struct rcc_fleet_simulated *out)
{
	struct rcc_scratch space = {.base = scratch};
	struct study y;

	memset(out, 0, sizeof(*out));
	if (!is_valid(simulation))
		return RCC_EDOM;
	take(simulation, &space, &y);
	y.random = random;
	for (out->n = 0; out->n < n; out->n++) {
		struct rcc_fleet f;
		int n_draws = 0;

		while (!draw(&y) ||
		       rcc_fleet_compute(&y.data, simulation->level, y.scratch,
					 &f, y.result, NULL) != 0)
			if (++n_draws == MOST_DRAWS)
				return RCC_EDOM;
		count_intervals(&y, &f, out);
		count_claims(&y, &f, out);
	}
	return 0;
}
