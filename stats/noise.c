/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The noise of consecutive runs on simulated machines. */
#include "stats/noise.h"

#include <math.h>

#include "common/random.h"
#include "stats/draw.h"

/* The constants of enum rcc_noise_kind.  JUMP, WALK_SD and AR_SD are in ln of
 * the run time. */
#define JUMP 0.36
#define SPIKE_PROBABILITY 0.1
#define SWITCH_PROBABILITY (1.0 / 12)
#define WALK_SD 0.006
#define AR_COEFFICIENT 0.95
#define AR_SD (JUMP / 2)

const char *const rcc_noise_names[] = {"normal", "spikes", "ar", "regimes",
				       NULL};

void rcc_noise_start(struct rcc_noise *m)
{
	m->walk = 0;
	m->slow_part = (double)rcc_random_below(m->random, 2);
	m->ar = AR_SD * rcc_draw_normal(m->random);
}

/* Return the noise of the next run with RCC_NOISE_REGIMES.  If the speed
 * changes during the run, the fraction `before` of the run has the old
 * speed. */
static double regime_noise(struct rcc_noise *m)
{
	double slow = m->slow_part;

	if (rcc_random_unit(m->random) < SWITCH_PROBABILITY) {
		const double before = rcc_random_unit(m->random);

		m->slow_part = 1 - m->slow_part;
		slow = before * slow + (1 - before) * m->slow_part;
	}
	m->walk += WALK_SD * rcc_draw_normal(m->random);
	return JUMP * slow + m->walk;
}

double rcc_noise_run(struct rcc_noise *m)
{
	const double own = m->run_sd * rcc_draw_normal(m->random);

	switch (m->kind) {
	case RCC_NOISE_NORMAL:
		return own;
	case RCC_NOISE_SPIKES:
		if (rcc_random_unit(m->random) < SPIKE_PROBABILITY)
			return own - JUMP * log(1 - rcc_random_unit(m->random));
		return own;
	case RCC_NOISE_AR:
		m->ar = AR_COEFFICIENT * m->ar +
			sqrt(1 - AR_COEFFICIENT * AR_COEFFICIENT) * AR_SD *
				rcc_draw_normal(m->random);
		return own + m->ar;
	case RCC_NOISE_REGIMES:
		return own + regime_noise(m);
	}
	return NAN;
}

void rcc_noise_start_study(struct rcc_noise *m,
			   const struct rcc_block_simulation *study,
			   struct rcc_random *random)
{
	*m = (struct rcc_noise){.kind = study->noise,
				.run_sd = study->run_sd,
				.random = random};
	rcc_noise_start(m);
}

double rcc_noise_block(struct rcc_noise *m,
		       const struct rcc_block_simulation *study)
{
	const bool is_random_first = rcc_random_below(m->random, 2) == 0;
	const double first = rcc_noise_run(m);
	const double second = rcc_noise_run(m);

	return study->layout_sd * rcc_draw_effect(study->shape, m->random) +
	       (is_random_first ? first - second : second - first);
}
