/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The question that the findings answer from the rows of a study. */
#ifndef RCC_HARNESS_FINDINGS_QUESTION_H
#define RCC_HARNESS_FINDINGS_QUESTION_H

#include "harness/study/metric.h"
#include "stats/rcc_stats.h"

struct rcc_question {
	/* The metric.  Strings in it are borrowed from the study. */
	struct rcc_metric metric;
	/* How the value of a layout is computed from its runs. */
	enum rcc_statistic estimator;
	double level; /* the level to print */
	/* The level at which intervals are computed so that they cover at
	 * `level`.  It is higher than `level` if interim analyses chose the end
	 * of the study, or if the study grew after its result was read
	 * (looks.h). */
	double computed_level;
};

#endif
