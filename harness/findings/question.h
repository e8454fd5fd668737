/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The question that the findings answer from a study's rows. */
#ifndef RCC_HARNESS_FINDINGS_QUESTION_H
#define RCC_HARNESS_FINDINGS_QUESTION_H

#include "harness/study/metric.h"
#include "stats/rcc_stats.h"

struct rcc_question {
	/* The metric.  Strings in it are borrowed from the study. */
	struct rcc_metric metric;
	/* How the value of a layout is computed from its runs. */
	enum rcc_statistic estimator;
	double level; /* the confidence level that is printed with intervals */
	/* The level at which intervals are computed so that they cover at
	 * `level`: it is higher if interim analyses chose the study's end, or
	 * if the study grew after its result was read (looks.h). */
	double computed_level;
};

#endif
