/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Everything that a study has stored: its design, its rows, its texts.  Read
 * once, then only looked up; nothing is computed here.
 */
#ifndef RCC_HARNESS_FINDINGS_STORED_H
#define RCC_HARNESS_FINDINGS_STORED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <jansson.h>

#include "harness/store/records.h"
#include "harness/store/stages.h"
#include "harness/store/store.h"
#include "harness/study/study.h"
#include "harness/study/duet.h"
#include "harness/study/tandem.h"
#include "harness/study/tuning.h"

struct rcc_stored {
	char *dir; /* the user's path, as given */
	struct rcc_study study;
	struct rcc_layout_record *layout; /* indexed by id */
	size_t n_layouts;
	struct rcc_batch_record *batch; /* in the order of planning */
	size_t n_batches;
	struct rcc_stages stages;   /* the plan */
	struct rcc_run_record *run; /* sorted by order */
	size_t n_runs;
	/* For each run, whether its block was run again, which replaces it in
	 * all estimates (repeats.h). */
	bool *is_replaced;
	size_t n_replaced;		/* runs */
	size_t n_repeated;		/* layouts, counted for each time */
	struct rcc_value_record *value; /* sorted: run, metric and iteration */
	size_t n_values;
	struct rcc_valgrind_record *valgrind; /* sorted by layout and metric */
	size_t n_valgrind;
	/* refused[i]: why metric i of the study could not be measured; NULL if
	 * it was. */
	char **refused;
	struct rcc_session_record *session;
	size_t n_sessions;
	json_t *host;	/* the last session's host; NULL without one */
	json_t *inputs; /* path: checksum; NULL before the first run */
	char *compiler;
	char *linker;
	/* Set if the program was found to need its own path (run/own_path.h). */
	char *in_place;
	char *randcc;
	char *program; /* the first system's program; NULL before it is built */
	struct rcc_tuning tuning;
	struct rcc_tandem_setup tandem; /* settled: the runs shared a CPU */
	struct rcc_duet_setup duet;	/* settled: they ran at once */
	struct rcc_run_record *alone;	/* runs repeated alone, by order */
	size_t n_alone;
	/* Each system's compiler options: an array, empty if unknown. */
	json_t *compile_options;
	/* Each system's use of CPU time (study/code_share.h), or null. */
	json_t *code_share;
	char **record; /* each system's record of its link, relative to dir */
	char *interim_analyses; /* read by interim_analyses.h, or NULL */
};

/* Read the study in `dir`.  Prints what is wrong and returns an exit code (enum
 * rcc_exit).  Release *s in any case. */
int rcc_stored_read(const char *dir, struct rcc_stored *s);
void rcc_stored_release(struct rcc_stored *s);

/* Everything that is looked up is borrowed. */

/* The layout `id`; NULL if the store is inconsistent. */
const struct rcc_layout_record *rcc_stored_layout(const struct rcc_stored *s,
						  int64_t id);
/* A file of the system's original layout, which says which libraries are laid
 * out with the program.  NULL if there is none. */
const struct rcc_layout_record *rcc_stored_original(const struct rcc_stored *s,
						    size_t system);
/* The *n values that run `order` has of the study's own metric `own`. */
const struct rcc_value_record *rcc_stored_values(const struct rcc_stored *s,
						 int64_t order, size_t own,
						 size_t *n);
/* Those of them that reports use: without --skip-iterations, or --only-iteration
 * alone, if the metric has iterations. */
const struct rcc_value_record *
rcc_stored_used_values(const struct rcc_stored *s, int64_t order, size_t own,
		       size_t *n);
/* The count by valgrind for the study's own metric `own` in a layout, or
 * NULL. */
const struct rcc_valgrind_record *
rcc_stored_valgrind(const struct rcc_stored *s, int64_t layout, size_t own);

/* The number of planned runs. */
size_t rcc_stored_n_planned(const struct rcc_stored *s);
/* Whether the i-th stored run is left out of estimates, as is_replaced says. */
bool rcc_stored_is_replaced(const struct rcc_stored *s, size_t i);
/* The round of a run that is one of the plan, repeats being numbered as what they
 * replace; is_repeat may be NULL. */
size_t rcc_stored_round(const struct rcc_stored *s,
			const struct rcc_run_record *run, bool *is_repeat);

/* When the first run began and the last one ended, in ns since 1970.  There is
 * at least one run. */
int64_t rcc_stored_begin_ns(const struct rcc_stored *s);
int64_t rcc_stored_end_ns(const struct rcc_stored *s);

#endif
