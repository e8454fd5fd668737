/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Deciding a question about two systems of a study: is the new system worse by
 * more than a threshold, better by more than the threshold, or neither?
 *
 * A study with --decide asks this question at each of its looks (looks.h), and
 * ends when the question is decided.  The probability of a false decision at
 * any of the looks is at most 1 - asked.level.
 *
 * The fields of struct rcc_findings that matter here:
 *
 *	asked.level	the confidence level that reports print
 *	looks.n		the number of looks including the present one
 */
#ifndef RCC_HARNESS_FINDINGS_DECISION_H
#define RCC_HARNESS_FINDINGS_DECISION_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/findings/comparison.h"
#include "harness/findings/findings.h"

enum rcc_answer {
	RCC_ANSWER_UNDECIDED,
	/* The next four answers say that the difference exceeds the
	 * threshold. */
	RCC_ANSWER_REGRESSION,	/* the new system is worse */
	RCC_ANSWER_IMPROVEMENT, /* the new system is better */
	/* The values of the new system are smaller or larger.  It is unknown
	 * whether smaller or larger values are better. */
	RCC_ANSWER_SMALLER,
	RCC_ANSWER_LARGER,
	/* The difference does not exceed the threshold. */
	RCC_ANSWER_NO_DIFFERENCE,
};

struct rcc_decision {
	enum rcc_answer answer;
	/* The comparison that gave the answer. */
	struct rcc_comparison comparison;
	size_t n_looks;	  /* number of looks so far */
	size_t n_layouts; /* planned layouts of each system */
	/* The level of confidence of the interval in `comparison`.  If the
	 * study has several looks, it is higher than the study's level. */
	double level;
	/* Set if the answer is undecided.  n_needed is the total number of
	 * layouts of each system with which the question would be decided with
	 * probability RCC_CLAIM_POWER.  n_more is the number of these layouts
	 * that are not planned yet.  Both are 0 if unknown. */
	size_t n_needed, n_more;
};

/* Answer the question for the systems `old` and `now` of one study. */
void rcc_decide(const struct rcc_findings *f, size_t old, size_t now,
		double delta, struct rcc_decision *out);

/* Return whether the question is decided for all systems, each compared with
 * the first. */
bool rcc_all_decided(const struct rcc_findings *f, double delta);

/* Return "regression", "improvement", "smaller", "larger", "no difference
 * larger than the threshold" or "undecided". */
const char *rcc_answer_text(enum rcc_answer answer);

#endif
