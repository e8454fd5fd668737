/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Comparing two systems (builds of a program) over their layouts: `old`, and
 * `now`, which is to be judged.  The two may belong to one study or to two
 * studies.  Runs are interleaved only within one study.
 *
 * The verdict says whether the ratio now / old differs from 1 by more than the
 * threshold `delta`, a fraction (rcc_claims.h).  There are two ways to compute
 * the ratio and its interval:
 *
 *	rcc_ratio_interval()	the ratio of the two cells' means
 *				(stats/ratio.c)
 *	rcc_block_ratio()	the ratio from blocks (stats/block_ratio.c),
 *				only within one study
 *
 * Reports give one of these two ratios: rcc_comparison_ratio() returns it.
 */
#ifndef RCC_HARNESS_FINDINGS_COMPARISON_H
#define RCC_HARNESS_FINDINGS_COMPARISON_H

#include <stdbool.h>
#include <stddef.h>

#include "common/strvec.h"
#include "harness/findings/findings.h"
#include "stats/rcc_claims.h"

/* The default threshold `delta`.  Smaller differences count as unimportant. */
#define RCC_COMPARISON_DELTA 0.01
/* Return the threshold for the report of a study.  It is the argument of
 * --decide or, without --decide, the default. */
double rcc_comparison_delta(const struct rcc_findings *f);

struct rcc_comparison_side {
	const struct rcc_findings *f;
	const char *name;
	size_t system;
	const struct rcc_cell *random;
	/* NULL if the study has no original layout. */
	const struct rcc_cell *original;
};

struct rcc_comparison {
	struct rcc_comparison_side old;
	struct rcc_comparison_side now;
	double delta; /* the threshold */
	/* Whether lower or higher values are better; RCC_BETTER_UNKNOWN if the
	 * two studies disagree. */
	enum rcc_better better;
	bool is_interleaved;
	/* Whether one of the studies is unfinished (findings.h).  All verdicts
	 * are then "undecided". */
	bool is_unfinished;
	/* Whether rcc_comparison_ratio() and rcc_comparison_naive() return
	 * ratios from blocks instead of ratios of means (is_reported in
	 * system_ratio.h). */
	bool by_blocks;
	/* Whether `blocks` is from the means of layouts with the same seed
	 * (system_ratio.h). */
	bool by_layout;
	/* The return value of rcc_ratio_interval(), which computes `ratio`, the
	 * ratio now / old of the means over layouts.  If `error` is not 0,
	 * `ratio` is undefined. */
	int error;
	/* The return value of rcc_block_ratio(), which computes `blocks`.  If
	 * blocks_error is not 0, `blocks` is undefined. */
	int blocks_error;
	struct rcc_ratio ratio;
	/* The ratio from log ratios within blocks or, if by_layout is set, of
	 * layouts' means. */
	struct rcc_block_ratio blocks;
	/* The verdict to report.  It comes from rcc_comparison_ratio() and
	 * p_holm, and holds for all pairs of systems together. */
	enum rcc_verdict verdict;
	/* The verdict that this pair would have if it were the only one. */
	enum rcc_verdict alone;
	enum rcc_verdict naive_verdict; /* verdict on rcc_comparison_naive() */
	/* The verdicts on `ratio` and on `naive` (below), which are ratios of
	 * means.  They are set even if the report uses ratios from blocks. */
	enum rcc_verdict means_verdict, naive_means_verdict;
	/* Why no interval can give a verdict, such as a mean that is not
	 * positive or values that are constant.  Constant and coarse counts by
	 * valgrind are no obstacle, since they are exact. */
	enum rcc_obstacle obstacle;
	/* The largest change of the ratio that rounding of the values can have
	 * made, as a part of the ratio; 0 if they are fine enough
	 * (rcc_cell_rounding()). */
	double rounding;
	/* `suggested` is the verdict that the ratio suggests.  p (below) is its
	 * p-value (rcc_claims.h), or NaN if there is none.  p_holm is p
	 * adjusted by Holm's method for the n_family pairs of systems of the
	 * study.  n_family is 1 if the study has two systems, or if two studies
	 * are compared. */
	enum rcc_verdict suggested;
	/* The limits of the intervals that decide the verdict.  The verdict "no
	 * difference" depends on the inner limits, which belong to a narrower
	 * interval (rcc_claims.h). */
	struct rcc_claim_limits limits;
	double p;
	double p_holm;
	size_t n_family;
	/* If the comparison is undecided, the number of layouts that each side
	 * needs in total for a decision with probability RCC_CLAIM_POWER; 0 if
	 * unknown.  The number assumes that means and variances stay as they
	 * are, and allows for all pairs of systems (n_family) and for one more
	 * interim analysis. */
	size_t n_each;
	/* The naive comparison, of one build of each system: the ratios of the
	 * two original layouts, from means (`naive`) and from blocks.  The
	 * random layouts are ignored. */
	int naive_error;
	int naive_blocks_error;
	struct rcc_ratio naive;
	struct rcc_block_ratio naive_blocks;
};

/* Return the ratio to report, from blocks or from means.  It belongs to *c. */
const struct rcc_ratio *rcc_comparison_ratio(const struct rcc_comparison *c);
/* Return the ratio of the two original layouts, as reports show it, or NULL if
 * it is undefined.  It belongs to *c. */
const struct rcc_ratio *rcc_comparison_naive(const struct rcc_comparison *c);

/* Return whether the ratio to report pairs layouts with the same seed
 * (rcc_study_has_common_layouts()). */
bool rcc_comparison_has_common_layouts(const struct rcc_comparison *c);
/* Return the level at which the intervals are computed: the higher one of the two
 * studies' computed_level (question.h). */
double rcc_comparison_level(const struct rcc_comparison *c);

/* Return whether the metric has the same unit in both studies. */
bool rcc_comparison_has_same_unit(const struct rcc_comparison *c);
/* Return whether reports use the same iterations of a run in both studies
 * (--skip-iterations, --only-iteration).  True if the metric has one value for
 * each run. */
bool rcc_comparison_has_same_iterations(const struct rcc_comparison *c);

/* Compare two systems of one study as if it had no others: p_holm and the
 * verdict are not adjusted.  n_each is not computed. */
void rcc_comparison_alone(const struct rcc_findings *f, size_t old, size_t now,
			  double delta, struct rcc_comparison *c);
/* Compute the claim (rcc_claims.h) of a comparison at another level.  The
 * comparison must be defined and must not have an obstacle. */
void rcc_comparison_claim(const struct rcc_comparison *c, double level,
			  struct rcc_claim *claim);

/* Compare two systems of one study, and adjust p_holm and the verdict for all
 * pairs of its systems. */
void rcc_comparison_of_systems(const struct rcc_findings *f, size_t old,
			       size_t now, double delta,
			       struct rcc_comparison *c);

/* Compare the first systems of two studies.  The names are borrowed. */
void rcc_comparison_of_studies(const struct rcc_findings *old,
			       const char *old_name,
			       const struct rcc_findings *now,
			       const char *now_name, double delta,
			       struct rcc_comparison *c);

/* Return whether a verdict on the ratio now / old says that the new system is
 * worse.  Returns false if it is unknown whether lower or higher values are
 * better. */
bool rcc_verdict_is_worse(enum rcc_verdict verdict, enum rcc_better better);

/* Return the effect of layout on the system of one side; NULL if unknown. */
const struct rcc_effect *
rcc_comparison_effect(const struct rcc_comparison_side *side);

/* Append a warning for each reason not to trust the comparison of two studies,
 * such as different machines. */
void rcc_comparison_warnings(const struct rcc_comparison *c,
			     struct rcc_strvec *warning);

#endif
