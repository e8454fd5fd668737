/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The question that a report asks of a study's stored runs: which metric, how a
 * layout is summarized, and how sure the intervals are. */
#ifndef RCC_HARNESS_FINDINGS_QUESTION_H
#define RCC_HARNESS_FINDINGS_QUESTION_H

#include "harness/study/metric.h"
#include "stats/rcc_stats.h"

struct rcc_question {
	/* The metric.  Strings in it are borrowed from the study. */
	struct rcc_metric metric;
	/* How the value of a layout is computed from its runs: as their mean,
	 * median or minimum. */
	enum rcc_statistic estimator;
	double level; /* the confidence level that reports print */
	/* The level at which intervals are computed so that they cover the true
	 * value with probability `level`.  It is higher than `level` if interim
	 * analyses decided when the study ended, or if the study grew after its
	 * result was read (looks.h). */
	double computed_level;
};

#endif
