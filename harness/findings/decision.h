/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Deciding the question about two systems of a study: is the new system worse
 * by more than a threshold, better by more than it, or neither?
 *
 * A study with --decide asks this question at each of its looks (looks.h) and
 * ends when it is decided.  The probability of a false decision at any of the
 * looks is at most 1 - asked.level.  f->looks.n is the number of looks so far,
 * the present one included.
 */
#ifndef RCC_HARNESS_FINDINGS_DECISION_H
#define RCC_HARNESS_FINDINGS_DECISION_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/findings/comparison.h"
#include "harness/findings/findings.h"

enum rcc_answer {
	RCC_ANSWER_UNDECIDED,
	/* In the next four answers the new system differs by more than the
	 * threshold.  ... */
	RCC_ANSWER_REGRESSION,	/* the new system is worse */
	RCC_ANSWER_IMPROVEMENT, /* the new system is better */
	/* The values are smaller; which values are better is unknown. */
	RCC_ANSWER_SMALLER,
	RCC_ANSWER_LARGER, /* as RCC_ANSWER_SMALLER, but larger */
	/* The systems differ by no more than the threshold. */
	RCC_ANSWER_NO_DIFFERENCE,
};

struct rcc_decision {
	enum rcc_answer answer;
	/* The comparison on which the answer rests. */
	struct rcc_comparison comparison;
	size_t n_looks;	  /* number of looks so far */
	size_t n_layouts; /* layouts of each system, planned so far */
	/* Level at which the interval of this look is computed. */
	double level;
	/* If the answer is undecided: n_needed is the total number of layouts
	 * of each system with which it would be decided with probability
	 * RCC_CLAIM_POWER, and n_more is how many of these are still missing.
	 * Both are 0 if unknown. */
	size_t n_needed, n_more;
};

/* Decide the question for the systems `old` and `now` of one study. */
void rcc_decide(const struct rcc_findings *f, size_t old, size_t now,
		double delta, struct rcc_decision *out);

/* Return whether the question is decided for every system compared with the
 * first. */
bool rcc_all_decided(const struct rcc_findings *f, double delta);

/* Return "regression", "improvement", "smaller", "larger", "no difference
 * larger than the threshold" or "undecided". */
const char *rcc_answer_text(enum rcc_answer answer);

#endif
