/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The question that is asked of a study's rows. */
#ifndef RCC_HARNESS_FINDINGS_QUESTION_H
#define RCC_HARNESS_FINDINGS_QUESTION_H

#include "harness/study/metric.h"
#include "stats/rcc_stats.h"

struct rcc_question {
	struct rcc_metric metric; /* its strings are borrowed from the study */
	enum rcc_statistic estimator; /* the one value of each layout */
	double level; /* the confidence level that is printed with intervals */
	/* The level at which intervals are computed so that they cover at
	 * `level`: higher where interim analyses chose the study's end, or it
	 * grew after its result was read (looks.h). */
	double computed_level;
};

#endif
