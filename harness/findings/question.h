/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is asked of a study's rows. */
#ifndef RCC_HARNESS_FINDINGS_QUESTION_H
#define RCC_HARNESS_FINDINGS_QUESTION_H

#include "harness/study/metric.h"
#include "stats/rcc_stats.h"

struct rcc_question {
	struct rcc_metric metric; /* its strings are borrowed from the study */
	enum rcc_statistic estimator; /* the one value of each layout */
	double level; /* of confidence: what intervals are printed at */
	/* What intervals are computed at so that they cover at `level`: higher
	 * where interim analyses chose the study's end (rcc_stopping_level()).
	 */
	double computed_level;
};

#endif
