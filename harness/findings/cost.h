/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a study paid for a layout and for a run, in seconds. */
#ifndef RCC_HARNESS_FINDINGS_COST_H
#define RCC_HARNESS_FINDINGS_COST_H

#include "harness/findings/findings.h"

struct rcc_cost {
	double link; /* one layout */
	double run;  /* one execution, with its iterations */
	double iteration;
	double start;  /* an execution without its iterations */
	double layout; /* one more layout of every arm and system, all in all,
			  one after the other */
};

/* `mean`: of the iterations, where they tell their time. */
void rcc_cost_of(const struct rcc_findings *f, double mean,
		 struct rcc_cost *cost);

#endif
