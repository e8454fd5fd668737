/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/findings/moved_too.h"

#include "common/rank.h"
#include "harness/study/simulation.h"

unsigned rcc_moved_factors(const struct rcc_findings *f,
			   const struct rcc_cell *random)
{
	const char *text = f->stored.study.arm[random->arm].factors;
	unsigned factors = 0;

	if (text == NULL ||
	    rcc_rank_parse_factors(text, &factors, NULL, NULL) != 0)
		return 0;
	return factors;
}

unsigned rcc_moved_too(const struct rcc_findings *f,
		       const struct rcc_cell *random)
{
	static const unsigned of_variables = (unsigned)RCC_FACTOR_UNITS |
					     (unsigned)RCC_FACTOR_DATA |
					     RCC_FACTORS_OF_FILLER;
	const unsigned factors = rcc_moved_factors(f, random);
	unsigned moved = 0;

	if ((factors & of_variables) != 0)
		moved |= RCC_MOVED_VARIABLES;
	/* The heap moves with the variables if it begins behind them in every
	 * run: under valgrind, or without address space randomization. */
	if ((factors & of_variables) != 0 &&
	    (rcc_metric_is_simulated(&f->asked.metric) ||
	     rcc_stored_aslr_is_off(&f->stored)))
		moved |= RCC_MOVED_HEAP;
	if ((factors & RCC_FACTOR_STACK) != 0)
		moved |= RCC_MOVED_STACK;
	return moved;
}
