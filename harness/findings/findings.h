/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The findings of a study, for the reports.
 *
 *	stored.h	the rows as they were read
 *	looks.h		how often its result was read before it grew
 *	question.h	which metric, which estimator, which confidence level
 *	cell.h		each arm of each system: its mean and interval
 *	blocks.h	runs that were made next to each other
 *	effect.h	each random arm against the original layout
 *	comparison.h	two systems: the interval of their ratio, the verdict
 *	decision.h	whether the question about two systems is decided
 *	detectable_difference.h	the smallest difference that a study would see
 *	diagnosis.h	whether the runs are independent
 *	plan.h		what the next study needs
 *
 * The first six are computed when the findings are made; reports ask for the
 * others.
 *
 * This room arranges the values for stats/ and keeps its answers; the formulas
 * are in stats/, the words in report/.
 *
 * Results in this room: what loads a study prints what is wrong and returns an
 * exit code (enum rcc_exit); what computes keeps the error of stats/ in a field
 * beside the result, which is undefined then.
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
	/* The rest is computed. */
	struct rcc_cell *cell; /* ordered by system, then by arm */
	size_t n_cells;
	struct rcc_blocks blocks;
	struct rcc_effect *effect; /* one for each random arm */
	size_t n_effects;
	size_t n_planned; /* runs */
	size_t n_failed;
	size_t n_left_behind; /* runs that left processes behind */
	size_t n_scaled; /* values that were counted for part of the time */
	size_t by_outcome[RCC_N_OUTCOMES];
};

/* Compute everything from f->stored; the rest of *f is zero.  `metric` is the
 * name of a built-in metric or of one of the study's own, and may end in ",lower"
 * or ",higher": which values are better.  NULL: the study's first own one, else
 * wall.  Prints what is wrong and returns an exit code (enum
 * rcc_exit). */
int rcc_findings_compute(struct rcc_findings *f, const char *metric,
			 enum rcc_statistic estimator);

/* The request for findings. */
struct rcc_asking {
	const char *metric; /* as for rcc_findings_compute() */
	enum rcc_statistic estimator;
	bool is_anonymous; /* see anonymous.h */
};

/* The same for the study in `dir`, which is read first.  Release *f in any
 * case. */
int rcc_findings_load_as(const char *dir, const struct rcc_asking *asking,
			 struct rcc_findings *f);
/* The same, with the mean of each layout's values. */
int rcc_findings_load(const char *dir, const char *metric,
		      struct rcc_findings *f);
void rcc_findings_release(struct rcc_findings *f);

/* A system's name; a single system is called by its program's name. */
const char *rcc_findings_system_name(const struct rcc_findings *f,
				     size_t system);
/* "ARM", or "SYSTEM ARM" where there are several systems.  Returns out. */
const char *rcc_findings_arm_name(const struct rcc_findings *f,
				  const struct rcc_cell *c, char *out,
				  size_t n);
/* The same for tables and pictures: "random layouts" and "original layout" in a
 * study that has no more than these two arms. */
const char *rcc_findings_arm_label(const struct rcc_findings *f,
				   const struct rcc_cell *c, char *out,
				   size_t n);

#endif
