/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The results of `randstudy explain`, which finds the functions whose place
 * changes a program's time.  It works in two steps:
 *
 *	exploring	Move all hot functions at random, and so find suspicions
 *			(suspects.h): a function at certain offsets makes the
 *			program slower or faster.
 *	confirming	Test each suspicion on new runs (confirmation.h).
 *
 * The results are computed from the database of `randstudy explain`,
 * DIR/explain.db (store/trials.h).
 *
 * Texts in the database, as JSON:
 *	setup		{system, metric, layout, threshold, functions}
 *			- layout is the id of the study's layout whose functions
 *			  are moved
 *			- threshold is a fraction; smaller effects do not matter
 *			- functions is the largest number of functions to move
 *	functions	[{name, label, file, address, size, samples, share,
 *			alignment, offset, obstacle, loop: [{address, samples,
 *			text}]}], hottest first
 *			- label is a demangled name
 *			- obstacle says why the function cannot be moved
 *			- loop has the instructions of the hot loop
 *	layouts		[{layout, value, offsets}]: the layouts of the study,
 *			with the metric's value and the functions' offsets
 *	suspects	[{function, other, modulus, first, width, effect, t,
 *			p, programs}]: the suspicions (struct rcc_suspect);
 *			stored when exploring has ended
 *	exploring	{short}: whether exploring ended with too few runs,
 *			because its time was up; stored with "suspects"
 *	spent		seconds of measuring so far
 *	host		the machine that made the trials (run/host.h)
 *	counters	{granted, reason, remedy}
 *			- granted has the names of the CPU's counters that the
 *			  kernel grants
 *			- reason says why the kernel refuses the first counter
 *			  that it refuses, if any
 *			- remedy says what would help
 *	remedies	the list of remedies (remedies.h)
 */
#ifndef RCC_HARNESS_FINDINGS_EXPLANATION_H
#define RCC_HARNESS_FINDINGS_EXPLANATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <jansson.h>

#include "harness/findings/confirmation.h"
#include "harness/findings/dose_counts.h"
#include "harness/findings/findings.h"
#include "harness/findings/suspects.h"
#include "harness/findings/trials_span.h"
#include "harness/store/trials.h"

/* The name of the explanation's database in the study's directory. */
#define RCC_EXPLAIN_FILE "explain.db"

#define RCC_EXPLAIN_SETUP "setup"
#define RCC_EXPLAIN_FUNCTIONS "functions"
#define RCC_EXPLAIN_LAYOUTS "layouts"
#define RCC_EXPLAIN_SUSPECTS "suspects"
#define RCC_EXPLAIN_EXPLORING "exploring"
#define RCC_EXPLAIN_SPENT "spent"
#define RCC_EXPLAIN_COUNTERS "counters"
#define RCC_EXPLAIN_REMEDIES "remedies"

/* The largest number of suspicions that are tested. */
#define RCC_EXPLAIN_SUSPECTS_MAX 3
/* A suspicion is tested only if its p-value is at most this. */
#define RCC_EXPLAIN_MOST_P 0.2
/* If the time of exploring was up before enough runs were made, a suspicion is
 * tested only if its p-value is at most this. */
#define RCC_EXPLAIN_EARLY_P 0.01

struct rcc_explained_function {
	const char *name;
	const char *label; /* the name in reports, demangled */
	size_t file;
	double share;
	size_t n_samples;
	/* The function's hot loop, as JSON from the database; may be NULL. */
	const json_t *loop;
	uint64_t address, size;
	unsigned alignment;
	/* The address modulo RCC_PLACE_PAGE in the layout whose functions are
	 * moved. */
	unsigned offset;
	/* Why the function cannot be moved; NULL if it can. */
	const char *obstacle;
	/* The function's index in `moved`.  Suspicions and trials refer to a
	 * function by this index.  RCC_NO_FUNCTION if the function is not
	 * moved. */
	size_t number;
};

/* The results.  The first six fields are texts of the database (see above), or
 * NULL.  A zeroed struct is empty. */
struct rcc_explanation {
	json_t *setup, *functions, *layouts, *suspects, *counters, *remedies;
	json_t *host; /* the machine, from the database; NULL if unknown */
	double spent_s;
	double threshold;
	size_t most_functions; /* largest number of functions to move */
	struct rcc_explained_function *function; /* all hot functions */
	size_t n_functions;
	/* The functions that are moved.  The three arrays are indexed by the
	 * function's number. */
	size_t n_moved;
	const struct rcc_explained_function **moved;
	unsigned *alignment, *offset;
	struct rcc_trial_record *trial;
	size_t n_trials;
	struct rcc_trials_span span; /* when the trials were made */
	size_t n_failed;	     /* trials without a good value */
	struct rcc_confirmation confirmation[RCC_EXPLAIN_SUSPECTS_MAX];
	/* The events that the kernel counted in the runs that test suspicion
	 * i. */
	struct rcc_dose_count *count[RCC_EXPLAIN_SUSPECTS_MAX];
	size_t n_counts[RCC_EXPLAIN_SUSPECTS_MAX];
	size_t n_suspects;
	bool is_explored; /* whether exploring has ended */
	bool is_decided;  /* whether every suspicion is decided */
	/* number of good runs in which exploring moved the functions */
	size_t n_explored;
	/* number of suspicions found so far with a p-value of at most
	 * RCC_EXPLAIN_EARLY_P */
	size_t n_strong;
	/* Whether exploring ended with too few runs, because its time was up.
	 * If so, places that were not tested may matter too. */
	bool is_cut_short;
	/* The standard deviation of ln(value) over the n_explored runs and the
	 * study's layouts, after the effects of the suspicions are subtracted;
	 * NaN if there are too few runs. */
	double explored_sd;
	/* layouts_sd is the standard deviation of ln(value) over the study's
	 * layouts.  rest_sd is what remains of it after the confirmed effects
	 * are subtracted.  NaN if unknown. */
	double layouts_sd, rest_sd;
	size_t n_layouts;
};

/* Read the database and compute the results.  Returns 0 or a negative enum
 * rcc_error.  The caller must release *e in any case. */
int rcc_explanation_read(struct rcc_store *store, struct rcc_explanation *e);
void rcc_explanation_release(struct rcc_explanation *e);

/* Find the suspicions in the study's layouts and the runs of exploring, and
 * write them to `out`.  Return their number.  *sd is set to the standard
 * deviation of ln(value) after the effects of the suspicions are subtracted.
 * *n is set to the number of runs of exploring. */
size_t rcc_explanation_search(const struct rcc_explanation *e,
			      struct rcc_suspect out[RCC_EXPLAIN_SUSPECTS_MAX],
			      double *sd, size_t *n);

/* An association between the places of functions and the time, in the form of a
 * suspicion. */
struct rcc_screened {
	struct rcc_suspect suspect;
	/* whether the suspicion is tested on new runs */
	bool is_tested;
};

/* Return associations between the places of functions and the time, the
 * strongest first.  The array has, for each function and each property (enum
 * rcc_property), only the strongest association.  *n is set to its length, and
 * *n_tried to the number of associations that were tried.  The caller must free
 * the array. */
struct rcc_screened *rcc_explanation_screen(const struct rcc_explanation *e,
					    size_t *n, size_t *n_tried);

/* Return the JSON object in which a suspicion is stored; caller owns it. */
json_t *rcc_suspect_json(const struct rcc_suspect *s);

/* Return the layout of the study whose functions are moved; NULL if the study
 * *f does not have the layout that explain.db names. */
const struct rcc_layout_record *
rcc_explanation_layout(const struct rcc_explanation *e,
		       const struct rcc_findings *f);

/* Return whether suspicion i is confirmed and matters: the interval of its
 * ratio excludes 1, and the ratio differs from 1 by at least the threshold. */
bool rcc_explanation_names(const struct rcc_explanation *e, size_t i);

#endif
