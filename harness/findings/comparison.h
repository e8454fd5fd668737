/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Two systems compared over their layouts: within one study, whose runs are
 * interleaved, or across two studies, whose runs are not.
 *
 * rcc_comparison_of_…() ask rcc_ratio_interval() in stats/ratio.c for the
 * interval of the ratio of the two cells' means and, within one study,
 * rcc_block_ratio() in stats/block_ratio.c for that from its blocks.  One of the
 * two is reported.  report/ prints it: ratio_sentence.c, comparison_page.c,
 * comparison_json.c and, for a study against itself, json.c.
 */
#ifndef RCC_HARNESS_FINDINGS_COMPARISON_H
#define RCC_HARNESS_FINDINGS_COMPARISON_H

#include <stdbool.h>
#include <stddef.h>

#include "common/strvec.h"
#include "harness/findings/findings.h"
#include "stats/rcc_claims.h"

/* The default threshold: smaller differences do not matter. */
#define RCC_COMPARISON_DELTA 0.01
/* The threshold of a study's own report: that of --decide, or the default. */
double rcc_comparison_delta(const struct rcc_findings *f);

struct rcc_comparison_side {
	const struct rcc_findings *f;
	const char *name;
	size_t system;
	const struct rcc_cell *random;
	const struct rcc_cell *original; /* NULL: the study has none */
};

struct rcc_comparison {
	struct rcc_comparison_side old;
	struct rcc_comparison_side now;
	double delta; /* the threshold */
	/* The better direction of values; unknown too if two studies
	 * disagree. */
	enum rcc_better better;
	bool is_interleaved;
	/* rcc_comparison_ratio() and rcc_comparison_naive() are from blocks. */
	bool by_blocks;
	/* Over layouts: the ratio of the means, now over old.  Undefined if
	 * error (as rcc_ratio_interval() returned it) is not 0. */
	int error;
	/* rcc_block_ratio() returned it; `blocks` is undefined if it is not
	 * 0. */
	int blocks_error;
	struct rcc_ratio ratio;
	/* The ratio from log ratios within blocks. */
	struct rcc_block_ratio blocks;
	enum rcc_verdict verdict;	/* from rcc_comparison_ratio() */
	enum rcc_verdict naive_verdict; /* from rcc_comparison_naive() */
	/* The same from `ratio` and `naive`, whatever is reported. */
	enum rcc_verdict means_verdict, naive_means_verdict;
	/* Why it is undecided whatever the interval.  Valgrind's counts may be
	 * constant and are exact. */
	enum rcc_obstacle obstacle;
	/* The verdict that the ratio suggests and its p-value (rcc_claims.h),
	 * NaN if there is none; and, with it adjusted by Holm's method for the
	 * n_family pairs of systems of the study, the verdict.  n_family is 1
	 * for two systems, and for two studies. */
	enum rcc_verdict suggested;
	/* "No difference" rests on the inner limits (rcc_claims.h). */
	struct rcc_claim_limits limits;
	enum rcc_verdict joint;
	double p;
	double p_holm;
	size_t n_family;
	/* The number of layouts on each side, in all, with which an undecided
	 * verdict would be decided with probability RCC_CLAIM_POWER, if means
	 * and variances stay as they are; 0 if not known.  A study that grows
	 * to it is looked at once more, which is allowed for. */
	size_t n_each;
	/* The comparison of the two original layouts alone. */
	int naive_error;
	int naive_blocks_error;
	struct rcc_ratio naive;
	struct rcc_block_ratio naive_blocks;
};

/* The ratios to report, borrowed from *c: from blocks, or from the means. */
const struct rcc_ratio *rcc_comparison_ratio(const struct rcc_comparison *c);
/* NULL if it is undefined. */
const struct rcc_ratio *rcc_comparison_naive(const struct rcc_comparison *c);

/* Compare two systems of one study, without regard to others and without a
 * plan. */
void rcc_comparison_alone(const struct rcc_findings *f, size_t old, size_t now,
			  double delta, struct rcc_comparison *c);
/* The claim of a defined comparison without obstacle at another level. */
void rcc_comparison_claim(const struct rcc_comparison *c, double level,
			  struct rcc_claim *claim);

/* Compare two systems of one study. */
void rcc_comparison_of_systems(const struct rcc_findings *f, size_t old,
			       size_t now, double delta,
			       struct rcc_comparison *c);

/* Compare the first systems of two studies; names are borrowed. */
void rcc_comparison_of_studies(const struct rcc_findings *old,
			       const char *old_name,
			       const struct rcc_findings *now,
			       const char *now_name, double delta,
			       struct rcc_comparison *c);

/* Whether a verdict on the ratio now / old says that it became worse.  Nothing
 * is worse if it is not known which values are better. */
bool rcc_verdict_is_worse(enum rcc_verdict verdict, enum rcc_better better);

/* The effect of layout in the system of one side; NULL if not known. */
const struct rcc_effect *
rcc_comparison_effect(const struct rcc_comparison_side *side);

/* Add what speaks against comparing two studies, a text for each reason. */
void rcc_comparison_warnings(const struct rcc_comparison *c,
			     struct rcc_strvec *warning);

#endif
