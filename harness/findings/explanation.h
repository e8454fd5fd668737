/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The results of `randstudy explain`, from its database (store/trials.h).
 *
 * Texts in the database, as JSON:
 *	setup		{system, arm, layout, seed, threshold, metric, tandem}
 *	functions	[{name, label, file, address, size, samples, share,
 *			alignment, offset, obstacle, loop: [{address, samples,
 *			text}]}], hottest first; a function with an obstacle
 *			cannot be moved; "label" is a demangled name, and "loop"
 *			the instructions of the hot loop
 *	layouts		[{layout, value, offsets}]: the layouts of the study
 *	suspects	[{function, other, modulus, first, width, effect, t,
 *			p, programs}]: the result of exploring, when it has ended
 *	spent		seconds of measuring so far
 */
#ifndef RCC_HARNESS_FINDINGS_EXPLANATION_H
#define RCC_HARNESS_FINDINGS_EXPLANATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <jansson.h>

#include "harness/findings/confirmation.h"
#include "harness/findings/suspects.h"
#include "harness/store/trials.h"

/* The file in the study's directory. */
#define RCC_EXPLAIN_FILE "explain.db"

#define RCC_EXPLAIN_SETUP "setup"
#define RCC_EXPLAIN_FUNCTIONS "functions"
#define RCC_EXPLAIN_LAYOUTS "layouts"
#define RCC_EXPLAIN_SUSPECTS "suspects"
#define RCC_EXPLAIN_SPENT "spent"

/* The most suspicions that are tested. */
#define RCC_EXPLAIN_SUSPECTS_MAX 3
/* The largest p-value of a suspicion that is tested. */
#define RCC_EXPLAIN_MOST_P 0.2

struct rcc_explained_function {
	const char *name;
	const char *label; /* the name for readers */
	size_t file;
	double share;
	size_t n_samples;
	/* Its hot loop, as in the database; may be NULL. */
	const json_t *loop;
	uint64_t address, size;
	unsigned alignment;
	unsigned offset; /* modulo RCC_PLACE_PAGE in the layout that is moved */
	/* Why it cannot be moved; NULL if it can. */
	const char *obstacle;
	/* The number by which suspicions and trials call it; RCC_NO_FUNCTION if
	 * it is not moved. */
	size_t number;
};

/* A zeroed struct is empty. */
struct rcc_explanation {
	json_t *setup, *functions, *layouts, *suspects;
	double spent_s;
	double threshold;
	struct rcc_explained_function *function; /* all hot functions */
	size_t n_functions;
	/* The functions that are moved: by number. */
	size_t n_moved;
	const struct rcc_explained_function **moved;
	unsigned *alignment, *offset;
	struct rcc_trial_record *trial;
	size_t n_trials;
	size_t n_failed; /* trials that failed */
	struct rcc_confirmation confirmation[RCC_EXPLAIN_SUSPECTS_MAX];
	size_t n_suspects;
	bool is_explored;   /* whether the suspicions are final */
	bool is_decided;    /* whether every suspicion is */
	size_t n_explored;  /* good runs of exploring */
	size_t n_found;	    /* suspicions in them */
	double explored_sd; /* deviation of their logarithms; NaN if none */
	/* Standard deviation of the logarithms over the study's layouts, and of
	 * what remains without the effects that were seen; NaN if unknown. */
	double layouts_sd, rest_sd;
	size_t n_layouts;
};

/* Read the database and compute the results.  Returns 0 or a negative enum
 * rcc_error.  The caller must release *e in any case. */
int rcc_explanation_read(struct rcc_store *store, struct rcc_explanation *e);
void rcc_explanation_release(struct rcc_explanation *e);

/* Find the suspicions in the study's layouts and the runs of exploring.  Return
 * their number.  *sd is the standard deviation that remains, and *n the number
 * of runs of exploring. */
size_t rcc_explanation_search(const struct rcc_explanation *e,
			      struct rcc_suspect out[RCC_EXPLAIN_SUSPECTS_MAX],
			      double *sd, size_t *n);

/* Return a suspicion as it is stored; caller owns it. */
json_t *rcc_suspect_json(const struct rcc_suspect *s);

/* Return whether the suspicion is confirmed and matters: its interval excludes
 * 1, and the estimate is at least the threshold away from it. */
bool rcc_explanation_names(const struct rcc_explanation *e, size_t i);

#endif
