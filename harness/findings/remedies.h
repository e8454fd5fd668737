/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Remedies, and how much each of them helps.  They are for functions whose
 * place changes a program's time, as `randstudy explain` found (explanation.h).
 *
 * A remedy is an attribute of the function or an option of the compiler.  It is
 * measured as a system of a study, DIR/remedies/study.  System 0 of that study
 * is the present program, built again.  Each other system is built with one
 * remedy, in the order of the list.  All systems have the same build command.
 * Each is built in a separate copy of the sources.
 *
 * The list of remedies is a text in explain.db (explanation.h), as JSON:
 *	{build, problem, command, list: [{name, advice, flags, align, functions,
 *			system, problem, command}]}
 *
 *	build		the build command
 *	problem		why the present program could not be built again; absent
 *			if it was built
 *	command		a command for the user to try; present only with a
 *			problem
 *
 * An element of `list` has:
 *
 *	name		the name of the remedy and of its system, such as
 *			"aligned(64)"
 *	advice		what to change, for a person
 *	flags		the value of RANDCC_FLAGS
 *	align		the alignment that each of `functions` must have; absent
 *			if the remedy does not align
 *	functions	names of symbols
 *	system		the number of the system with this remedy; absent if
 *			there is a problem
 *	problem		why the system was not built, or why it was left out
 *			after its build; absent if it is measured
 *	command		as above
 */
#ifndef RCC_HARNESS_FINDINGS_REMEDIES_H
#define RCC_HARNESS_FINDINGS_REMEDIES_H

#include <stddef.h>
#include <jansson.h>

#include "harness/findings/comparison.h"
#include "harness/findings/explanation.h"
#include "harness/findings/findings.h"

/* The study of remedies is DIR/remedies/study. */
#define RCC_REMEDIES_FOLDER "remedies"
#define RCC_REMEDIES_STUDY "study"
/* The name of the system without a remedy. */
#define RCC_REMEDIES_PRESENT "present"

/* Return the list of remedies for the functions that the explanation names as
 * causes (rcc_explanation_names()).  No remedy has a system yet.  Attributes of
 * functions are remedies only if `has_plugin` is set, because randcc's plugin of
 * gcc gives them.  The list is empty if the explanation names no function.  The
 * caller owns the list. */
json_t *rcc_remedies_plan(const struct rcc_explanation *e, bool has_plugin);

/* The list of remedies, and the results of their study.  A zeroed struct is
 * empty. */
struct rcc_remedies {
	const json_t *list; /* borrowed; NULL if there are no remedies */
	const char *problem;
	const char *command;
	char *folder; /* folder of the study of remedies */
	/* whether `findings`, the findings of the study of remedies, are set */
	bool is_measured;
	struct rcc_findings findings;
};

/* Read what was measured about the remedies of explanation *e.  `dir` has the
 * explained study.  Prints what is wrong and returns an exit code (enum
 * rcc_exit).  The caller must release *r in any case, and before *e. */
int rcc_remedies_read(const char *dir, const struct rcc_explanation *e,
		      struct rcc_remedies *r);
void rcc_remedies_release(struct rcc_remedies *r);

/* Return the number of the system with remedy i; 0 if there is none. */
size_t rcc_remedies_system(const struct rcc_remedies *r, size_t i);

/* Compare the present program with system number `system`, which is built with
 * a remedy.  Both are systems of the study of remedies. */
void rcc_remedies_compare(const struct rcc_remedies *r,
			  const struct rcc_explanation *e, size_t system,
			  struct rcc_comparison *c);

/* Return the effect of layout on a system of the study of remedies; NULL if it
 * is unknown. */
const struct rcc_effect *rcc_remedies_effect(const struct rcc_remedies *r,
					     size_t system);

#endif
