/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Two systems compared over their layouts: within one study, where their runs
 * are interleaved, or across two studies, where they are not.
 */
#ifndef RCC_HARNESS_FINDINGS_COMPARISON_H
#define RCC_HARNESS_FINDINGS_COMPARISON_H

#include <stdbool.h>
#include <stddef.h>

#include "common/strvec.h"
#include "harness/findings/findings.h"

/* Differences up to this do not matter, unless said otherwise. */
#define RCC_COMPARISON_DELTA 0.01

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
	double delta;
	bool is_interleaved;
	/* Over layouts.  Nothing below is defined if error is not 0. */
	int error;
	struct rcc_ratio ratio;
	enum rcc_verdict verdict;
	size_t n_each; /* layouts that would decide; 0: not known */
	/* What the two original layouts alone would have said. */
	int naive_error;
	struct rcc_ratio naive;
	enum rcc_verdict naive_verdict;
};

/* Systems of one study. */
void rcc_comparison_of_systems(const struct rcc_findings *f, size_t old,
			       size_t now, double delta,
			       struct rcc_comparison *c);

/* The first systems of two studies; names are borrowed. */
void rcc_comparison_of_studies(const struct rcc_findings *old,
			       const char *old_name,
			       const struct rcc_findings *now,
			       const char *now_name, double delta,
			       struct rcc_comparison *c);

/* What layout alone does on one side: NULL where that is not known. */
const struct rcc_effect *
rcc_comparison_effect(const struct rcc_comparison_side *side);

/* What speaks against comparing two studies. */
void rcc_comparison_warnings(const struct rcc_comparison *c,
			     struct rcc_strvec *warning);

#endif
