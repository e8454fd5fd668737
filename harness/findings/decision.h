/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whether a question about two systems of a study is decided: is the new one
 * worse, better, or neither by more than a threshold?
 *
 * A study with --decide asks it at each of its looks (looks.h) and ends when it is
 * decided; a false decision at any look has probability at most 1 - asked.level.
 * The number of the look is in the findings: f->looks.n, the last being now.
 */
#ifndef RCC_HARNESS_FINDINGS_DECISION_H
#define RCC_HARNESS_FINDINGS_DECISION_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/findings/comparison.h"
#include "harness/findings/findings.h"

enum rcc_answer {
	RCC_ANSWER_UNDECIDED,
	/* The new system differs by more than the threshold ... */
	RCC_ANSWER_REGRESSION,	/* ... and is worse */
	RCC_ANSWER_IMPROVEMENT, /* ... and is better */
	RCC_ANSWER_SMALLER,	/* ... and which values are better is unknown */
	RCC_ANSWER_LARGER,
	RCC_ANSWER_NO_DIFFERENCE, /* it differs by no more than the threshold */
};

struct rcc_decision {
	enum rcc_answer answer;
	/* The comparison that it rests on.  With three systems or more the
	 * answer is its `joint` verdict. */
	struct rcc_comparison comparison;
	size_t n_looks;	  /* so far */
	size_t n_layouts; /* layouts of each system, planned so far */
	double level;	  /* at which this look's interval is computed */
	/* For an undecided answer: the layouts of each system, in all, with
	 * which it would be decided with probability RCC_CLAIM_POWER, and how
	 * many more than now that is.  0 if not known. */
	size_t n_needed, n_more;
};

/* Ask it of systems `old` and `now` of one study. */
void rcc_decide(const struct rcc_findings *f, size_t old, size_t now,
		double delta, struct rcc_decision *out);

/* Whether it is decided for every system against the first. */
bool rcc_all_decided(const struct rcc_findings *f, double delta);

/* "regression", "improvement", "smaller", "larger", "no difference larger than the
 * threshold", "undecided". */
const char *rcc_answer_text(enum rcc_answer answer);

#endif
