/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The findings of a study: the results that are computed from its stored runs
 * for reports.  A run is good if it ended with RCC_OUTCOME_OK.  A system is one
 * build of a program.  An arm is the original layout, or a set of random
 * layouts.  A cell is one arm of one system.
 *
 *	stored.h	all that the study's database holds, as it was read
 *	looks.h		how often the result was read before the study grew
 *	question.h	what a report asks: which metric, how a layout is
 *			summarized, which confidence level
 *	cell.h		each arm of each system: its mean and interval
 *	blocks.h	runs that were made in succession
 *	effect.h	each random arm compared with the original layout
 *	comparison.h	two systems: the interval of their ratio, the verdict
 *	decision.h	whether the question about two systems is decided
 *	detectable_difference.h	the smallest difference that a study can detect
 *	diagnosis.h	whether the runs are independent
 *	plan.h		what the next study needs
 *
 * The findings of the files from stored.h to effect.h are computed when a study
 * is loaded, the others when a report needs them.
 *
 * The code in this folder passes the values to stats/ and keeps the results.
 * The formulas are in stats/, the words of reports in report/.
 *
 * A function that loads a study prints what is wrong and returns an exit code
 * (enum rcc_exit).  A function that computes a result stores the error of
 * stats/ in a field beside the result.  If that field is not 0, the result is
 * undefined.
 */
#ifndef RCC_HARNESS_FINDINGS_FINDINGS_H
#define RCC_HARNESS_FINDINGS_FINDINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/findings/blocks.h"
#include "harness/findings/cell.h"
#include "harness/findings/effect.h"
#include "harness/findings/looks.h"
#include "harness/findings/question.h"
#include "harness/findings/stored.h"
#include "harness/store/records.h"

struct rcc_findings {
	struct rcc_stored stored;
	struct rcc_looks looks;
	struct rcc_question asked;
	/* The fields below are computed from those above. */
	struct rcc_cell *cell; /* ordered by system, then by arm */
	size_t n_cells;
	struct rcc_blocks blocks;
	struct rcc_effect *effect; /* array, one effect for each random arm */
	size_t n_effects;
	size_t n_planned; /* number of planned runs */
	/* Whether planned runs are missing and no interim analysis ended the
	 * study.  No claim is made about an unfinished study: users who read
	 * results until they like one make more false claims than the level
	 * allows (looks.h). */
	bool is_unfinished;
	size_t n_failed;
	/* number of runs that ended while processes that they had started were
	 * still running */
	size_t n_left_behind;
	/* Number of values that were scaled up, because the hardware counter
	 * counted during only a part of the run. */
	size_t n_scaled;
	size_t by_outcome[RCC_N_OUTCOMES];
};

/* Compute the findings from f->stored.  All other fields of *f must be zero.
 * `metric` is the name of a built-in metric or of one of the study's metrics.
 * The suffix ",lower" or ",higher" says which values are better.  NULL means
 * the study's first metric or, if it has none, "wall" ("cpu" for runs in
 * tandem).  `estimator` says how the runs of a layout are summarized: by their
 * mean, median or minimum.  Prints what is wrong and returns an exit code (enum
 * rcc_exit). */
int rcc_findings_compute(struct rcc_findings *f, const char *metric,
			 enum rcc_statistic estimator);

/* The user's choices for the findings of a study. */
struct rcc_asking {
	const char *metric; /* name, as for rcc_findings_compute() */
	enum rcc_statistic estimator;
	/* remove the host's name and the author's directories (anonymous.h) */
	bool is_anonymous;
	/* number of a machine (from 1); 0 for a study of one machine */
	unsigned machine;
};

/* Read the study in `dir` and compute its findings like rcc_findings_compute().
 * The caller must release *f in any case. */
int rcc_findings_load_as(const char *dir, const struct rcc_asking *asking,
			 struct rcc_findings *f);
/* Like rcc_findings_load_as(), with the mean of each layout's values and
 * without making anything anonymous. */
int rcc_findings_load(const char *dir, const char *metric,
		      struct rcc_findings *f);
void rcc_findings_release(struct rcc_findings *f);

/* Return a system's name or, if there is only one system, its program's
 * name. */
const char *rcc_findings_system_name(const struct rcc_findings *f,
				     size_t system);
/* Return the name of an arm in reports for people: "random layouts", "original
 * layout", or the name that --arm gave it. */
const char *rcc_findings_arm_text(const struct rcc_study *study, size_t arm);
/* Write to `out`, which has n bytes, the name that rcc_findings_arm_text()
 * returns for the arm of a cell.  If there are several systems, "SYSTEM, " is
 * written before this name.  Returns `out`. */
const char *rcc_findings_arm_name(const struct rcc_findings *f,
				  const struct rcc_cell *c, char *out,
				  size_t n);

#endif
